/**
 * The server answers the examples of some of its operations as /openapi.json says; `schemathesis.all.test.ts` asks for
 * all of them and invents requests. Skipped if schemathesis cannot be installed, unless NEARSAME_REQUIRE=all.
 */
import { schemathesisTest } from './schemathesis-run.ts'

const operations = ['addDocuments', 'check', 'getDocument', 'listClusters', 'searchDocuments', 'startRun']
schemathesisTest('schemathesis-filled.toml', 'examples', operations)
