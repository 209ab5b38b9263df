/** The contract of an index over SQLite. */
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after } from 'node:test'
import { indexContract } from '../../../test/conformance/index-contract.ts'
import { reviewContract } from '../../../test/conformance/review-contract.ts'
import { runs } from '../../../test/ground/runs.ts'
import { openDataDirectory } from './directory/data-directory.ts'

const root = mkdtempSync(join(tmpdir(), 'nearsame-sqlite-'))
const catalogue = await openDataDirectory(join(root, 'data'))
let collections = 0
after(async () => {
  await catalogue.close()
  rmSync(root, { recursive: true, force: true })
})

const fresh = () => catalogue.store(`c${++collections}`)
indexContract({ kind: 'SQLite', fresh, runs: runs(10) })
reviewContract({ kind: 'SQLite', fresh })
