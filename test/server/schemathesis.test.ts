/**
 * The server answers the examples of its /openapi.json as the description says; `schemathesis.all.test.ts` invents
 * requests. Skipped if schemathesis cannot be installed, unless NEARSAME_REQUIRE=all.
 */
import { schemathesisTest } from './schemathesis-run.ts'

schemathesisTest('schemathesis-filled.toml', 'examples')
