import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after } from 'node:test'

/** An empty folder, removed after the test that asks for it, or after all tests where none does. */
export function temporaryFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), 'nearsame-test-'))
  after(() => rmSync(folder, { recursive: true, force: true }))
  return folder
}
