"""The client of openapi-python-client: arguments are the URL of a server and names of methods. Prints what it saw."""

import sys

from nearsame_client import Client
from nearsame_client.api.collections import create_collection, get_collection
from nearsame_client.api.documents import add_documents
from nearsame_client.api.lists import list_clusters
from nearsame_client.api.matches import check
from nearsame_client.api.reviews import decide
from nearsame_client.models import (
    AddRequest,
    CheckRequest,
    CollectionOptions,
    CollectionOptionsMethod,
    DecideRequest,
    Document,
    GivenReview,
    GivenReviewDecision,
)

url, *methods = sys.argv[1:]
client = Client(base_url=url)
for i, method in enumerate(methods):
    options = CollectionOptions(method=CollectionOptionsMethod(method))
    create_collection.sync(f"attrs-{i}", client=client, body=options)
    print("method", get_collection.sync(f"attrs-{i}", client=client).options["method"])

name = "attrs"
create_collection.sync(name, client=client, body=CollectionOptions(threshold=0.7))
text = "The old stone bridge across the river was closed for repairs on Monday"
one = AddRequest.from_dict({"id": "a", "text": f"{text} morning"})
print("added", len(add_documents.sync(name, client=client, body=one).results))
two = [{"id": 7, "text": f"{text} evening"}, {"text": "A new library opens in the town hall next week"}]
many = [Document.from_dict(document) for document in two]
print("added", len(add_documents.sync(name, client=client, body=AddRequest(documents=many)).results))
asked = CheckRequest.from_dict({"text": f"{text} morning"})
print("matches", len(check.sync(name, client=client, body=asked).matches))
print("results", len(check.sync(name, client=client, body=CheckRequest(documents=many)).results))
print("documents", list_clusters.sync(name, client=client, min_documents=2).items[0].documents)
review = GivenReview(id1="a", id2=7, decision=GivenReviewDecision.SAME)
print("reviews", len(decide.sync(name, client=client, body=DecideRequest(reviews=[review])).reviews))
