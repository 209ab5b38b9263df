import assert from 'node:assert/strict'
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { test } from 'node:test'
import fc from 'fast-check'
import { runs } from '../../../test/ground/runs.ts'
import { temporaryFolder } from '../../../test/ground/temporary-folder.ts'
import { unseenTexts } from './unseen-texts.ts'

const directory = temporaryFolder()
const at = (name: string) => join(directory, name)

async function unseen(texts: readonly string[], file: string, batch?: number): Promise<string[]> {
  const documents = texts.map(text => ({ text }))
  const options = batch === undefined ? { file } : { file, batch }
  const found: string[] = []
  for await (const { text } of unseenTexts(documents, options)) found.push(text)
  return found
}

test('every text is yielded once, also by later streams', async () => {
  assert.deepEqual(await unseen(['a', 'b', 'a', '', ''], at('once')), ['a', 'b', ''])
  assert.deepEqual(await unseen(['b', 'c', 'a'], at('once')), ['c'])
})

test('agrees with a set on any texts and batches, with lone surrogates distinct', async () => {
  const texts = fc.array(fc.constantFrom('a', 'b', '\ud800', '\ufffd', '\udc00', '', 'a '), {
    maxLength: 30,
  })
  await fc.assert(
    fc.asyncProperty(texts, fc.integer({ min: 1, max: 4 }), async (list, batch) => {
      assert.deepEqual(await unseen(list, ':memory:', batch), [...new Set(list)])
    }),
    { numRuns: runs(50) },
  )
})

test('a document at which the consumer stops comes again, those before it do not', async () => {
  const taken: string[] = []
  for await (const { text } of unseenTexts([{ text: 'a' }, { text: 'b' }, { text: 'c' }], {
    file: at('early'),
  })) {
    taken.push(text)
    if (taken.length === 2) break
  }
  assert.deepEqual(taken, ['a', 'b'])
  assert.deepEqual(await unseen(['a', 'b', 'c'], at('early')), ['b', 'c'])
})

test('a document whose handling throws comes again, at any place and batch', async () => {
  const texts = ['a', 'b', 'b', 'c', 'd']
  for (const failing of ['a', 'b', 'c', 'd']) {
    for (const batch of [1, 2, 1000]) {
      const file = at(`throws-${failing}-${batch}`)
      const handled: string[] = []
      const handle = async () => {
        for await (const text of unseenTexts(texts, { file, batch })) {
          if (text === failing && handled.length < 4) throw new Error(`no ${text}`)
          handled.push(text)
        }
      }
      await assert.rejects(handle(), { message: `no ${failing}` })
      const before = [...handled]
      assert.deepEqual(
        await unseen(texts, file),
        ['a', 'b', 'c', 'd'].filter(text => !before.includes(text)),
      )
    }
  }
})

test('after a source that throws, what was handled counts as seen', async () => {
  async function* source() {
    yield* ['a', 'b']
    throw new Error('the source is gone')
  }
  const handled: string[] = []
  const handle = async () => {
    for await (const text of unseenTexts(source(), { file: at('source') })) handled.push(text)
  }
  await assert.rejects(handle(), { message: 'the source is gone' })
  assert.deepEqual(await unseen(['a', 'b', 'c'], at('source')), ['c'])
})

test('refuses a file of another program', async () => {
  writeFileSync(at('text'), 'not a database, but long enough to be looked at as one '.repeat(100))
  await assert.rejects(unseen(['a'], at('text')), {
    code: 'INPUT_UNREADABLE',
    message: /expected a file that remembers texts, or a new path, got file is not a database/,
  })
})

test('reports which document has no text', async () => {
  const stream = unseenTexts([{ text: 'a' }, { id: 1 } as never, 5 as never], { file: ':memory:' })
  assert.deepEqual((await stream.next()).value, { text: 'a' })
  await assert.rejects(stream.next(), {
    code: 'TEXT_NOT_STRING',
    message: /expected a text, or an object whose `text` is one, got \{"id":1\}, at document 2\./,
  })
})

test('refuses wrong documents and wrong options', async () => {
  const file = ':memory:'
  for (const documents of [undefined, null, 'texts', 5, {}]) {
    await assert.rejects(unseenTexts(documents as never, { file }).next(), { code: 'OPTION_VALUE' })
  }
  for (const options of [undefined, null, 'file', {}, { file: '' }, { file: 5 }, { file, batch: 0 }]) {
    await assert.rejects(unseenTexts([], options as never).next(), { code: 'OPTION_VALUE' })
  }
})

test('a file serves one stream at a time, from beginning to end', async () => {
  const file = at('locked')
  const first = unseenTexts(['a', 'b', 'c'], { file, batch: 1 })
  for (const text of ['a', 'b']) {
    assert.equal((await first.next()).value, text)
    await assert.rejects(unseenTexts(['a'], { file }).next(), {
      code: 'STORE_LOCKED',
      message: `STORE_LOCKED: expected a file that no other stream of unseen texts uses, got one that is in use, at ${file}. To fix: wait until the other stream is done, or end it.`,
    })
  }
  await first.return(undefined)
  assert.deepEqual(await unseen(['a', 'b', 'c'], file), ['b', 'c'])
})
