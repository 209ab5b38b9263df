package nearsame;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Comparator;
import java.util.stream.Stream;
import org.apache.solr.embedded.JettyConfig;
import org.apache.solr.embedded.JettySolrRunner;

/**
 * A real Solr over HTTP on a free port of the loopback address. Argument: the Solr home. Says READY and its URL on
 * standard output, and ends when its standard input is closed, so that it never outlives the test that started it. The
 * home is removed then.
 */
public final class SolrServer {
  public static void main(String[] arguments) throws Exception {
    System.setProperty("solr.solr.home", arguments[0]);
    JettyConfig config = JettyConfig.builder().setPort(0).setContext("/solr").build();
    JettySolrRunner server = new JettySolrRunner(arguments[0], config);
    server.start();
    serve(server, Path.of(arguments[0]));
  }

  /** Says that a server is ready, and ends the process with that of the test. */
  static void serve(JettySolrRunner server, Path home) throws IOException {
    System.out.println("READY " + server.getBaseUrl());
    while (System.in.read() >= 0) {
      // Nothing is said on standard input; only its end counts.
    }
    // A tidy stop takes seconds, and nothing of the index is wanted any more.
    try (Stream<Path> files = Files.walk(home)) {
      files.sorted(Comparator.reverseOrder()).forEach(file -> file.toFile().delete());
    }
    Runtime.getRuntime().halt(0);
  }
}
