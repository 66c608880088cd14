package io.fusebox.testapp.webapp;

import java.io.ByteArrayOutputStream;
import java.io.File;
import java.io.IOException;
import java.io.InputStream;
import java.lang.ref.WeakReference;
import java.net.InetAddress;
import java.net.Socket;
import java.net.URL;
import java.net.URLClassLoader;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.util.ArrayList;
import java.util.List;
import java.util.logging.Level;
import java.util.logging.Logger;
import org.apache.catalina.Context;
import org.apache.catalina.LifecycleException;
import org.apache.catalina.connector.Connector;
import org.apache.catalina.startup.Tomcat;

/**
 * A Tomcat that does what its arguments say, one after the other:
 *
 * <pre>{@code
 * shared=DIRECTORY           its jars are on the class path of all applications; comes first
 * deploy=PATH,DIRECTORY      an application that is unpacked there
 * get=NAME,PATH-AND-QUERY    asks an application; a line NAME=ANSWER
 * undeploy=PATH
 * left=NAME                  which loaders of what was undeployed are not collected, by number
 * }</pre>
 */
public final class Container {

  private static final long PATIENCE_MILLIS = 20_000;
  private static final int TOMCAT_TIMEOUT_MILLIS = 30_000;

  private final Tomcat tomcat = new Tomcat();
  private final List<WeakReference<ClassLoader>> gone = new ArrayList<>();

  private Container() {}

  /** Does it and ends the process. */
  public static void main(String[] args) throws Exception {
    Logger.getLogger("").setLevel(Level.WARNING);
    Container container = new Container();
    for (String arg : args) {
      int equals = arg.indexOf('=');
      container.step(arg.substring(0, equals), arg.substring(equals + 1).split(",", 2));
    }
    container.tomcat.stop();
    container.tomcat.destroy();
    System.exit(0);
  }

  private void step(String what, String[] words) throws Exception {
    switch (what) {
      case "shared":
        tomcat.getEngine().setParentClassLoader(loader(words[0]));
        break;
      case "deploy":
        start();
        tomcat.addWebapp(words[0], words[1]);
        break;
      case "get":
        System.out.println(words[0] + "=" + get(words[1]));
        break;
      case "undeploy":
        undeploy(words[0]);
        break;
      case "left":
        System.out.println(words[0] + "=" + left());
        break;
      default:
        throw new IllegalArgumentException(what);
    }
  }

  private void start() throws IOException, LifecycleException {
    if (tomcat.getServer().getState().isAvailable()) {
      return;
    }
    Connector connector = new Connector();
    connector.setPort(0);
    connector.setProperty("address", "127.0.0.1");
    tomcat.setBaseDir(Files.createTempDirectory("fusebox-tomcat").toString());
    tomcat.setConnector(connector);
    tomcat.setAddDefaultWebXmlToWebapp(false);
    tomcat.getHost().setAutoDeploy(false);
    tomcat.start();
  }

  private static ClassLoader loader(String directory) throws IOException {
    List<URL> urls = new ArrayList<>();
    File[] jars = new File(directory).listFiles();
    for (File jar : jars == null ? new File[0] : jars) {
      urls.add(jar.toURI().toURL());
    }
    return new URLClassLoader(urls.toArray(new URL[0]), Container.class.getClassLoader());
  }

  private void undeploy(String path) {
    Context context = (Context) tomcat.getHost().findChild(path);
    gone.add(new WeakReference<>(context.getLoader().getClassLoader()));
    tomcat.getHost().removeChild(context);
  }

  /** Not by a client that the agent might know. */
  private String get(String pathAndQuery) throws IOException {
    int port = tomcat.getConnector().getLocalPort();
    try (Socket socket = new Socket(InetAddress.getLoopbackAddress(), port)) {
      socket.setSoTimeout(TOMCAT_TIMEOUT_MILLIS);
      String request = "GET " + pathAndQuery + " HTTP/1.0\r\nHost: localhost\r\n\r\n";
      socket.getOutputStream().write(request.getBytes(StandardCharsets.US_ASCII));
      ByteArrayOutputStream answer = new ByteArrayOutputStream();
      InputStream in = socket.getInputStream();
      for (int next = in.read(); next >= 0; next = in.read()) {
        answer.write(next);
      }
      String text = new String(answer.toByteArray(), StandardCharsets.UTF_8);
      return text.substring(text.indexOf("\r\n\r\n") + 4).trim();
    }
  }

  private List<Integer> left() throws InterruptedException {
    long end = System.nanoTime() + PATIENCE_MILLIS * 1_000_000;
    List<Integer> left = new ArrayList<>();
    do {
      System.gc();
      Thread.sleep(100);
      left.clear();
      for (int i = 0; i < gone.size(); i++) {
        if (gone.get(i).get() != null) {
          left.add(i);
        }
      }
    } while (!left.isEmpty() && System.nanoTime() < end);
    return left;
  }
}
