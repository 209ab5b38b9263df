"""pysolr as a client. Argument: URL of a collection. Each line that it prints is JSON: what it heard or found."""
import json
import sys

import pysolr

solr = pysolr.Solr(sys.argv[1], always_commit=False, timeout=60)


def say(**what):
    print(json.dumps(what, sort_keys=True))


def found(query="*:*"):
    say(found=[[hit["id"], hit["sig"]] for hit in solr.search(query, sort="id asc", rows=100)])


solr.delete(q="*:*", commit=True)
solr.add([{"id": "1", "name_s": "p"}, {"id": "2", "name_s": "q"}, {"id": "3", "name_s": "p"}], commit=True)
found()
# A boost makes it send XML.
solr.add([{"id": "4", "name_s": "q"}], boost={"name_s": 2.0}, commit=True)
found()
solr.add([{"id": "5", "name_s": "q"}], overwrite=False)
solr.delete(id="3")
solr.commit()
found()
try:
    solr.add([{"id": "4", "name_s": "changed"}], fieldUpdates={"name_s": "set"})
except pysolr.SolrError as error:
    say(refused=str(error))
try:
    solr.add([{"id": "6", "nonsense": "x"}])
except pysolr.SolrError as error:
    say(refused=str(error))
