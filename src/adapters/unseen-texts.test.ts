import assert from 'node:assert/strict'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, test } from 'node:test'
import fc from 'fast-check'
import { unseenTexts } from './unseen-texts.ts'

const directory = mkdtempSync(join(tmpdir(), 'nearsame-unseen-'))
after(() => rmSync(directory, { recursive: true }))
const at = (name: string) => join(directory, name)

async function unseen(texts: readonly string[], file: string, batch?: number): Promise<string[]> {
  const documents = texts.map(text => ({ text }))
  const options = batch === undefined ? { file } : { file, batch }
  const found: string[] = []
  for await (const { text } of unseenTexts(documents, options)) found.push(text)
  return found
}

test('every text comes out once, also in later runs', async () => {
  assert.deepEqual(await unseen(['a', 'b', 'a', '', ''], at('once')), ['a', 'b', ''])
  assert.deepEqual(await unseen(['b', 'c', 'a'], at('once')), ['c'])
})

test('agrees with a set on any texts and batches, lone surrogates apart', async () => {
  const texts = fc.array(fc.constantFrom('a', 'b', '\ud800', '\ufffd', '\udc00', '', 'a '), {
    maxLength: 30,
  })
  await fc.assert(
    fc.asyncProperty(texts, fc.integer({ min: 1, max: 4 }), async (list, batch) => {
      assert.deepEqual(await unseen(list, ':memory:', batch), [...new Set(list)])
    }),
    { numRuns: 50 },
  )
})

test('a reader that stops early has what it took, and the rest comes later', async () => {
  const taken: string[] = []
  for await (const { text } of unseenTexts([{ text: 'a' }, { text: 'b' }, { text: 'c' }], {
    file: at('early'),
  })) {
    taken.push(text)
    if (taken.length === 2) break
  }
  assert.deepEqual(taken, ['a', 'b'])
  assert.deepEqual(await unseen(['a', 'b', 'c'], at('early')), ['c'])
})

test('refuses a file that is something else', async () => {
  writeFileSync(at('text'), 'not a database, but long enough to be looked at as one '.repeat(100))
  await assert.rejects(unseen(['a'], at('text')), {
    code: 'INPUT_UNREADABLE',
    message: /expected a file that remembers texts, or none yet, got file is not a database/,
  })
})
