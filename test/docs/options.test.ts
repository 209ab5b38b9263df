/** The page of all options is what the declarations of the commands give. */
import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { test } from 'node:test'
import { optionPage } from '../../build/option-page.ts'
import { root } from '../runtimes/build.ts'

test('the page of options has every option of every command: else run `npm run docs:options`', async () => {
  const page = readFileSync(join(root, 'docs/reference/options.md'), 'utf8')
  assert.equal(page, await optionPage())
  assert.match(page, /^## index add\n/m)
  assert.match(page, /^\| `--threshold <number>` \| minimum similarity of a match \(default: 0\.8\) \|$/m)
})
