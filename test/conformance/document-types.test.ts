/**
 * What the types accept as a document: objects of interfaces and classes, which have no index signature, and literals
 * with any fields; nothing whose text is no string. `npm run types` is the test; the calls confirm it.
 */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { deduplicate, findPairs, findTwins, unseenTexts } from '../../src/doors/node.ts'
import { memoryStore, openIndex } from '../../src/doors/online.ts'
import { updateChain } from '../../src/doors/solr.ts'

interface Doc {
  id: number
  text: string
  score: number
}

class Page {
  readonly text: string
  constructor(text: string) {
    this.text = text
  }
}

const docs: Doc[] = [
  { id: 7, text: 'a b', score: 1 },
  { id: 8, text: 'A, b.', score: 2 },
]
const pages = [new Page('a b'), new Page('c')]

test('texts, interfaces, classes and literals are documents', async () => {
  assert.deepEqual((await deduplicate(docs, { keep: 'max:score' })).kept, [1])
  assert.deepEqual((await deduplicate(pages)).kept, [0, 1])
  assert.deepEqual((await deduplicate(['a', { text: 'a', score: 1 }])).kept, [0])
  assert.equal((await findPairs(docs)).pairs.length, 1)
  assert.equal((await findTwins(docs, pages)).pairs.length, 2)
  const unseen: Doc[] = []
  for await (const document of unseenTexts(docs, { file: ':memory:' })) unseen.push(document)
  assert.deepEqual(unseen, docs)
})

test('an index and a chain accept them, too', async () => {
  const index = await openIndex(memoryStore())
  assert.equal((await index.add(docs[0])).status, 'added')
  assert.equal((await index.add({ text: 'other words', anything: 1 })).status, 'added')
  assert.equal((await index.check(docs[1])).length, 1)
  await index.close()
  const chain = updateChain({ fields: 'text', signatureField: 'sig' })
  let events = 0
  for await (const { kind } of chain.runObjects(docs)) if (kind === 'document') events++
  assert.equal(events, 2)
})

test('an object without a text, or whose text is no string, is no document', async () => {
  const numbers: { id: number; text: number }[] = [{ id: 1, text: 5 }]
  await assert.rejects(deduplicate(numbers), { code: 'TEXT_NOT_STRING' })
  await assert.rejects(findPairs([{ id: 1 }]), { code: 'TEXT_NOT_STRING' })
  // @ts-expect-error
  await assert.rejects(findTwins([], [5]), { code: 'TEXT_NOT_STRING' })
  // @ts-expect-error
  await assert.rejects(unseenTexts(numbers, { file: ':memory:' }).next(), { code: 'TEXT_NOT_STRING' })
  const index = await openIndex(memoryStore())
  // @ts-expect-error
  await assert.rejects(index.add(['a text']), { code: 'RECORD_NOT_OBJECT' })
  // @ts-expect-error
  await assert.rejects(index.add('a text'), { code: 'RECORD_NOT_OBJECT' })
  await index.close()
})
