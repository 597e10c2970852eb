import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse.BodyHandlers;
import java.net.http.WebSocket;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;

public class Client {
  public static void main(String[] arguments) throws Exception {
    var client = HttpClient.newHttpClient();
    var me = HttpRequest.newBuilder(URI.create("https://discord.com/api/v10/users/@me"))
        .header("Authorization", "Bot " + System.getenv("TOKEN"))
        .build();
    var status = client.send(me, BodyHandlers.ofString()).statusCode();
    var hello = new CompletableFuture<String>();
    var address = URI.create("wss://gateway.discord.gg/?v=10&encoding=json");
    client.newWebSocketBuilder().buildAsync(address, new WebSocket.Listener() {
      public CompletionStage<?> onText(WebSocket socket, CharSequence text, boolean last) {
        hello.complete(text.toString());
        return null;
      }
    }).join();
    System.out.println("[" + status + "," + hello.get() + "]");
    System.exit(0);
  }
}
