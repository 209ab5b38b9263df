/** The contract of stores, and tests of SQLite only. */
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { storeContract } from '../../../test/conformance/store-contract.ts'
import { openDataDirectory } from './directory/data-directory.ts'

storeContract(
  'SQLite',
  async () => {
    const root = mkdtempSync(join(tmpdir(), 'nearsame-sqlite-'))
    const catalogue = await openDataDirectory(join(root, 'data'))
    return {
      store: name => catalogue.store(name),
      end: async () => {
        await catalogue.close()
        rmSync(root, { recursive: true, force: true })
      },
    }
  },
  { isShared: true, isKept: true },
)
