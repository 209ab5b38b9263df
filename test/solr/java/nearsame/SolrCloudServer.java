package nearsame;

import java.nio.file.Path;
import org.apache.solr.client.solrj.SolrClient;
import org.apache.solr.client.solrj.request.CollectionAdminRequest;
import org.apache.solr.cloud.MiniSolrCloudCluster;
import org.apache.solr.embedded.JettyConfig;

/**
 * A real SolrCloud of two nodes with its own ZooKeeper. Arguments: a folder for its files, the folder `conf` of a
 * configuration, then `name:shards` for each collection or `alias=collection`. Ends as SolrServer does.
 */
public final class SolrCloudServer {
  public static void main(String[] arguments) throws Exception {
    Path home = Path.of(arguments[0]);
    JettyConfig config = JettyConfig.builder().setContext("/solr").build();
    MiniSolrCloudCluster cluster = new MiniSolrCloudCluster(2, home.resolve("cluster"), config);
    cluster.uploadConfigSet(Path.of(arguments[1]), "conf");
    SolrClient client = cluster.getSolrClient();
    for (int i = 2; i < arguments.length; i++) {
      String[] collection = arguments[i].split(":");
      String[] alias = arguments[i].split("=");
      if (alias.length == 2) CollectionAdminRequest.createAlias(alias[0], alias[1]).process(client);
      else CollectionAdminRequest.createCollection(collection[0], "conf", Integer.parseInt(collection[1]), 1).process(client);
    }
    SolrServer.serve(cluster.getJettySolrRunner(0), home);
  }
}
