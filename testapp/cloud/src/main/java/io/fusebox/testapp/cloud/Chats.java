package io.fusebox.testapp.cloud;

import com.openai.client.OpenAIClient;
import com.openai.client.OpenAIClientAsync;
import com.openai.client.okhttp.OpenAIOkHttpClient;
import com.openai.client.okhttp.OpenAIOkHttpClientAsync;
import com.openai.core.http.StreamResponse;
import com.openai.models.chat.completions.ChatCompletion;
import com.openai.models.chat.completions.ChatCompletionChunk;
import com.openai.models.chat.completions.ChatCompletionCreateParams;
import java.time.Duration;
import java.util.List;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.stream.Collectors;

/**
 * Has chats completed by OpenAI's client on OkHttp, at {@code PORT}. Each scenario has a client and
 * a path of its name.
 */
public final class Chats {

  private static final int OWN_RETRIES = 2;
  private static final Duration OWN_TIMEOUT = Duration.ofSeconds(5);

  private static final ChatCompletionCreateParams CHAT =
      ChatCompletionCreateParams.builder().model("m").addUserMessage("who is there?").build();

  private final String port;

  private Chats(String port) {
    this.port = port;
  }

  /** Runs all scenarios, and ends the process whatever still hangs in it. */
  public static void main(String[] args) throws Exception {
    Chats chats = new Chats(args[0]);
    // First and alone: what they load must not be counted as time of the others.
    AtOnce.run("warm-up", () -> chats.answer("warm-up", 0));
    AtOnce.run("warm-up-later", () -> chats.answerLater("warm-up-later", 0));
    AtOnce all = new AtOnce();
    for (String way : new String[] {"answered", "hung", "throttled", "busy"}) {
      all.start(way, () -> chats.answer(way, 0));
      all.start(way + "-later", () -> chats.answerLater(way + "-later", 0));
    }
    for (String way : new String[] {"streamed", "stalled"}) {
      all.start(way, () -> chats.stream(way));
      all.start(way + "-later", () -> chats.streamLater(way + "-later"));
    }
    all.start("down", () -> chats.answerTwice("down", OWN_RETRIES));
    all.finish();
    Leftovers left = Leftovers.ofCalls();
    AtOnce.print("left.calls", left.agentCalls());
    AtOnce.print("left.client-calls", left.clientCalls());
    System.exit(0);
  }

  private OpenAIClient client(String way, int retries) {
    return OpenAIOkHttpClient.builder()
        .baseUrl("http://127.0.0.1:" + port + "/" + way + "/v1")
        .apiKey("none")
        .maxRetries(retries)
        .timeout(OWN_TIMEOUT)
        .build();
  }

  private OpenAIClientAsync asyncClient(String way, int retries) {
    return OpenAIOkHttpClientAsync.builder()
        .baseUrl("http://127.0.0.1:" + port + "/" + way + "/v1")
        .apiKey("none")
        .maxRetries(retries)
        .timeout(OWN_TIMEOUT)
        .build();
  }

  private Object answer(String way, int retries) {
    return answer(client(way, retries));
  }

  private static String answer(OpenAIClient client) {
    return text(client.chat().completions().create(CHAT));
  }

  /** The second of two, for which a breaker may know what the first has met. */
  private Object answerTwice(String way, int retries) {
    OpenAIClient client = client(way, retries);
    try {
      return "at once " + answer(client);
    } catch (RuntimeException e) {
      AtOnce.print(way + ".first", AtOnce.messages(e));
    }
    return answer(client);
  }

  private Object answerLater(String way, int retries) throws Exception {
    return text(asyncClient(way, retries).chat().completions().create(CHAT).get());
  }

  private Object stream(String way) {
    try (StreamResponse<ChatCompletionChunk> pieces =
        client(way, 0).chat().completions().createStreaming(CHAT)) {
      return pieces.stream().map(Chats::text).collect(Collectors.joining());
    }
  }

  private Object streamLater(String way) throws Exception {
    Queue<String> pieces = new ConcurrentLinkedQueue<>();
    asyncClient(way, 0)
        .chat()
        .completions()
        .createStreaming(CHAT)
        .subscribe(piece -> pieces.add(text(piece)))
        .onCompleteFuture()
        .get();
    return String.join("", pieces);
  }

  private static String text(ChatCompletion completion) {
    return completion.choices().get(0).message().content().orElse("nothing");
  }

  private static String text(ChatCompletionChunk piece) {
    List<ChatCompletionChunk.Choice> choices = piece.choices();
    return choices.get(0).delta().content().orElse("nothing");
  }
}
