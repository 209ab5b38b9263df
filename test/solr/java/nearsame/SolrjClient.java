package nearsame;

import java.util.Arrays;
import java.util.Date;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.UUID;
import java.util.concurrent.Callable;
import java.util.concurrent.TimeUnit;
import org.apache.solr.client.solrj.SolrClient;
import org.apache.solr.client.solrj.SolrQuery;
import org.apache.solr.client.solrj.impl.ConcurrentUpdateHttp2SolrClient;
import org.apache.solr.client.solrj.impl.Http2SolrClient;
import org.apache.solr.client.solrj.impl.HttpJdkSolrClient;
import org.apache.solr.client.solrj.impl.HttpSolrClient;
import org.apache.solr.client.solrj.impl.XMLRequestWriter;
import org.apache.solr.client.solrj.request.UpdateRequest;
import org.apache.solr.common.SolrException;
import org.apache.solr.common.SolrInputDocument;

/**
 * SolrJ as a client. Arguments: URL of a collection, name of an update chain, then for each run the kind of client.
 * Each run empties the collection, adds typed values, duplicates and wrong documents, deletes, commits, and prints a
 * line of what it heard and one for each document that is left.
 */
public final class SolrjClient {
  public static void main(String[] arguments) throws Exception {
    for (String kind : Arrays.asList(arguments).subList(2, arguments.length)) {
      Http2SolrClient http2 = new Http2SolrClient.Builder(arguments[0]).build();
      try (SolrClient client = clientOf(kind, arguments[0], http2)) {
        System.out.println("client " + kind);
        run(client, arguments[1]);
      }
      http2.close();
    }
    // Clients leave threads that would keep the process.
    System.exit(0);
  }

  @SuppressWarnings("deprecation")
  private static SolrClient clientOf(String kind, String url, Http2SolrClient http2) {
    switch (kind) {
      case "http2":
        return new Http2SolrClient.Builder(url).build();
      case "http1":
        return new Http2SolrClient.Builder(url).useHttp1_1(true).build();
      case "jdk":
        return new HttpJdkSolrClient.Builder(url).build();
      case "apache":
        return new HttpSolrClient.Builder(url).build();
      case "xml":
        return new Http2SolrClient.Builder(url).withRequestWriter(new XMLRequestWriter()).build();
      case "concurrent":
        return new ConcurrentUpdateHttp2SolrClient.Builder(url, http2).withThreadCount(1).build();
      default:
        throw new IllegalArgumentException(kind);
    }
  }

  private static void run(SolrClient client, String chain) throws Exception {
    client.deleteByQuery("*:*");
    settle(client);
    client.commit();
    send(client, chain, typed("1"), typed("2"));
    send(client, chain, document("3", "name_s", "p"), document("4", "name_s", "q"), document("5", "name_s", "p"));
    send(client, chain, document("6", "name_s", "gone"));
    settle(client);
    UpdateRequest deletion = new UpdateRequest();
    deletion.deleteById("6");
    deletion.deleteByQuery("name_s:nothing");
    answer(() -> deletion.process(client));
    settle(client);
    client.commit();
    if (!(client instanceof ConcurrentUpdateHttp2SolrClient)) {
      send(client, chain, document("7", "name_s", "fine"), document("4", "name_s", Map.of("set", "changed")));
      send(client, chain, document("8", "name_s", "fine"), document("9", "no_such_field", "x"));
      send(client, "none", document("10", "name_s", "x"));
      client.commit();
    }
    client.query(new SolrQuery("*:*").setRows(100).setSort("id", SolrQuery.ORDER.asc)).getResults().forEach(found -> {
      TreeMap<String, Object> values = new TreeMap<>();
      found.forEach(values::put);
      values.remove("_version_");
      System.out.println(values);
    });
  }

  private static void send(SolrClient client, String chain, SolrInputDocument... documents) throws Exception {
    UpdateRequest request = new UpdateRequest();
    request.setParam("update.chain", chain);
    request.add(List.of(documents));
    answer(() -> request.process(client));
  }

  /** Says how Solr, or what stands before it, answered. */
  private static void answer(Callable<?> work) throws Exception {
    try {
      work.call();
      System.out.println("taken");
    } catch (SolrException error) {
      // The client puts the address of the server before the server's words.
      System.out.println("refused " + error.code() + " " + error.getMessage().replaceAll("Error from server at \\S+ ", ""));
    }
  }

  private static void settle(SolrClient client) throws Exception {
    if (client instanceof ConcurrentUpdateHttp2SolrClient) {
      ((ConcurrentUpdateHttp2SolrClient) client).blockUntilFinished();
    }
  }

  private static SolrInputDocument document(String id, String name, Object value) {
    SolrInputDocument document = new SolrInputDocument();
    document.addField("id", id);
    document.addField(name, value);
    return document;
  }

  /** A document with a value of every type; those of two ids are duplicates. */
  private static SolrInputDocument typed(String id) {
    SolrInputDocument document = document(id, "name_s", "L\u00e4mp \uD83D\uDE00");
    document.addField("body_t", UUID.fromString("01234567-89ab-cdef-0123-456789abcdef"));
    document.addField("cat_ss", Arrays.asList("x", "y"));
    document.addField("n_i", 1234567);
    document.addField("d_d", 1.0e7);
    document.addField("f_f", 1.1f);
    document.addField("big_l", 12345678901L);
    document.addField("when_dt", new Date(TimeUnit.SECONDS.toMillis(1714979289L)));
    document.addField("flag_b", true);
    return document;
  }
}
