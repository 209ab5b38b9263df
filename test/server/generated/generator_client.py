"""The client of openapi-generator: arguments are the URL of a server and names of methods. Prints what it saw."""

import sys

import openapi_client as api

url, *methods = sys.argv[1:]
client = api.ApiClient(api.Configuration(host=url))
collections = api.CollectionsApi(client)
for i, method in enumerate(methods):
    collections.create_collection(f"python-{i}", collection_options=api.CollectionOptions(method=method))
    print("method", collections.get_collection(f"python-{i}").options["method"])

name = "python"
collections.create_collection(name, collection_options=api.CollectionOptions(threshold=0.7))
documents = api.DocumentsApi(client)
text = "The old stone bridge across the river was closed for repairs on Monday"
one = api.AddRequest.from_dict({"id": "a", "text": f"{text} morning"})
print("added", len(documents.add_documents(name, one).results))
two = [{"id": 7, "text": f"{text} evening"}, {"text": "A new library opens in the town hall next week"}]
many = api.AddRequest(documents=[api.Document.from_dict(document) for document in two])
print("added", len(documents.add_documents(name, many).results))
matches = api.MatchesApi(client)
print("matches", len(matches.check(name, api.CheckRequest.from_dict({"text": f"{text} morning"})).matches))
print("results", len(matches.check(name, api.CheckRequest(documents=many.documents)).results))
print("documents", api.ListsApi(client).list_clusters(name, min_documents=2).items[0].documents)
review = api.GivenReview(id1=api.DocumentId("a"), id2=api.DocumentId(7), decision="same")
print("reviews", len(api.ReviewsApi(client).decide(name, api.DecideRequest(reviews=[review])).reviews))
