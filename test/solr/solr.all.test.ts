/**
 * The proxy before a real Solr 9. All tests share one, which starts once; skipped without Java or Maven, unless
 * NEARSAME_REQUIRE=all.
 */

import { childrenTests } from './children-tests.ts'
import { clientsTests } from './clients-tests.ts'
import { collectionsTests } from './collections-tests.ts'
import { faultsTests } from './faults-tests.ts'
import { processorsTests } from './processors-tests.ts'
import { replayTests } from './replay.ts'
import { twoProxiesTests } from './two-proxies-tests.ts'

replayTests()
processorsTests()
collectionsTests()
twoProxiesTests()
childrenTests()
clientsTests()
faultsTests()
