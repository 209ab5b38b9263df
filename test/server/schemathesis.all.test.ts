/**
 * The server does what its /openapi.json says, without and with documents. Skipped if schemathesis cannot be installed,
 * unless NEARSAME_REQUIRE=all.
 */
import { schemathesisTest } from './schemathesis-run.ts'

for (const config of ['schemathesis.toml', 'schemathesis-filled.toml'])
  schemathesisTest(config, 'examples,coverage,fuzzing,stateful')
