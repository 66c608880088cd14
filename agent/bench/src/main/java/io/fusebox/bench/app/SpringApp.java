package io.fusebox.bench.app;

import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse.BodyHandlers;
import org.springframework.boot.ApplicationRunner;
import org.springframework.boot.SpringApplication;
import org.springframework.boot.autoconfigure.EnableAutoConfiguration;
import org.springframework.boot.context.event.ApplicationReadyEvent;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.RestController;

/**
 * A small Spring Boot web application that ends when it is ready. With a URL as its argument it
 * makes one java.net.http call before that, as an application does that warms up.
 */
@Configuration(proxyBeanMethods = false)
@EnableAutoConfiguration
public class SpringApp {

  /** What it prints at ApplicationReady. */
  public static final String READY = "ready";

  /** Starts it. */
  public static void main(String[] args) {
    SpringApplication application = new SpringApplication(SpringApp.class);
    application.addListeners(new Ready());
    application.run(args);
  }

  /** Calls the URL given, if any. */
  @Bean
  ApplicationRunner warmUp() {
    return arguments -> {
      for (String url : arguments.getNonOptionArgs()) {
        HttpRequest request = HttpRequest.newBuilder(URI.create(url)).build();
        HttpClient.newHttpClient().send(request, BodyHandlers.ofString());
      }
    };
  }

  /** A resource. Being a member of the configuration makes it a bean. */
  @RestController
  static class Greeting {
    /** Greets. */
    @GetMapping("/")
    String greet() {
      return "hello";
    }
  }

  private static final class Ready
      implements org.springframework.context.ApplicationListener<ApplicationReadyEvent> {
    @Override
    public void onApplicationEvent(ApplicationReadyEvent event) {
      System.out.println(READY);
      System.out.flush();
      Runtime.getRuntime().halt(0);
    }
  }
}
