import java.math.BigDecimal;
import java.util.List;
import java.util.Map;
import org.openapitools.client.ApiClient;
import org.openapitools.client.api.*;
import org.openapitools.client.model.*;

/** The generated client: arguments are the URL of a server and names of methods. Prints what it saw, a line each. */
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
    collections.createCollection("java", null, null, new CollectionOptions().threshold(new BigDecimal("0.7")));
    DocumentsApi documents = new DocumentsApi(client);
    String text = "The old stone bridge across the river was closed for repairs on Monday";
    AddRequest one = new AddRequest().id(new DocumentId("a"));
    one.putAdditionalProperty("text", text + " morning");
    System.out.println("added " + documents.addDocuments("java", one, null, null, null).getResults().size());
    Document second = new Document().id(new DocumentId(new BigDecimal(7)));
    second.putAdditionalProperty("text", text + " evening");
    Document third = new Document();
    third.putAdditionalProperty("text", "A new library opens in the town hall next week");
    AddRequest many = new AddRequest().documents(List.of(second, third));
    System.out.println("added " + documents.addDocuments("java", many, null, null, null).getResults().size());
    MatchesApi matches = new MatchesApi(client);
    CheckRequest asked = new CheckRequest();
    asked.putAdditionalProperty("text", text + " morning");
    System.out.println("matches " + matches.check("java", asked, null, null, null).getMatches().size());
    CheckRequest each = new CheckRequest().documents(List.of(second, third));
    System.out.println("results " + matches.check("java", each, null, null, null).getResults().size());
    System.out.println("documents "
        + new ListsApi(client).listClusters("java", null, null, 2, null, null, null, null, null, null, null, null)
            .getItems().get(0).getDocuments());
    GivenReview review = new GivenReview().id1(new DocumentId("a")).id2(new DocumentId(new BigDecimal(7)))
        .decision(GivenReview.DecisionEnum.SAME);
    System.out.println("reviews "
        + new ReviewsApi(client).decide("java", new DecideRequest().reviews(List.of(review))).getReviews().size());
  }
}
