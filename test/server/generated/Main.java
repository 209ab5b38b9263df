import java.util.Map;
import org.openapitools.client.ApiClient;
import org.openapitools.client.api.*;
import org.openapitools.client.model.*;

/**
 * The generated client: arguments are the URL of a server and names of methods. Prints what it saw, a line each. It stops
 * at collections: the client does not read ids of answers, which are texts or numbers.
 */
public final class Main {
  public static void main(String[] arguments) throws Exception {
    ApiClient client = new ApiClient();
    client.updateBaseUri(arguments[0]);
    CollectionsApi collections = new CollectionsApi(client);
    for (int i = 1; i < arguments.length; i++) {
      CollectionOptions options = new CollectionOptions().method(CollectionOptions.MethodEnum.fromValue(arguments[i]));
      Collection made = collections.createCollection("java-" + i, null, null, options);
      Object read = collections.getCollection("java-" + i, null, null).getOptions();
      System.out.println("method " + ((Map<?, ?>) read).get("method"));
    }
  }
}
