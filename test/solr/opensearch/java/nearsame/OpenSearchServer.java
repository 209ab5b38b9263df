package nearsame;

import java.io.PrintStream;
import java.net.ServerSocket;
import org.codelibs.opensearch.runner.OpenSearchRunner;

/** An OpenSearch of one node in the folder of the first argument. Prints READY and its URL; ends when its input does. */
public final class OpenSearchServer {
  public static void main(String[] arguments) throws Exception {
    // The node sends System.out to its log.
    PrintStream out = System.out;
    int port;
    try (ServerSocket free = new ServerSocket(0)) {
      port = free.getLocalPort();
    }
    OpenSearchRunner runner = new OpenSearchRunner();
    runner.onBuild((number, settings) -> {
      settings.putList("node.roles", "cluster_manager", "data", "ingest");
      settings.put("network.host", "127.0.0.1");
      settings.put("http.port", port);
    });
    runner.build(OpenSearchRunner.newConfigs().clusterName("tests").numOfNode(1).basePath(arguments[0]).useLogger());
    out.println("READY http://127.0.0.1:" + port);
    while (System.in.read() >= 0) {}
    runner.close();
    System.exit(0);
  }
}
