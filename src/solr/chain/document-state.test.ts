/** Which documents remain, by id and by term. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { type AddCommand, solrErrorOf, type UpdateCommand } from '../messages/messages.ts'
import { documentOf } from '../messages/values.ts'
import { readUpdateText } from '../read-updates.ts'
import { DocumentState, type StateOptions } from './document-state.ts'

/** For a document that is not an atomic update, or one whose document does not exist. */
const updates = undefined
const usual: StateOptions = { uniqueKey: 'id', overwrite: true }

function add(object: Record<string, unknown>, overwrite?: boolean): AddCommand {
  return { kind: 'add', document: documentOf(object), overwrite, commitWithin: undefined }
}

const term = (text: string) => ({ field: 'sig', text })

function only(json: string): UpdateCommand {
  return readUpdateText(json)[0]
}

test('an add replaces the documents with its term and those with its id', () => {
  const state = new DocumentState(usual)
  assert.deepEqual(state.add(add({ id: '1' }), term('p')), { number: 0, replaced: [], updates })
  assert.deepEqual(state.add(add({ id: '2' }), term('q')), { number: 1, replaced: [], updates })
  assert.deepEqual(state.add(add({ id: '2' }), term('p')), { number: 2, replaced: [0, 1], updates })
  assert.deepEqual(state.survivors(), Uint32Array.of(2))
  assert.deepEqual(
    [state.size, state.count, state.has(0), state.hasId('2'), state.hasId('1')],
    [1, 3, false, true, false],
  )
})

test('nothing is replaced when the command or the request turns overwriting off', () => {
  const state = new DocumentState({ ...usual, overwrite: false })
  state.add(add({ id: '1' }), term('p'))
  assert.deepEqual(state.add(add({ id: '1' }), term('p')).replaced, [])
  assert.deepEqual(state.add(add({ id: '3' }, true), term('p')).replaced, [0, 1])
  assert.deepEqual(state.add(add({}), undefined).replaced, [])
})

test('of several documents with a term, the earliest present one with another id is found', () => {
  const state = new DocumentState({ ...usual, overwrite: false })
  for (const id of ['1', '2', '3', '2']) state.add(add({ id }), term('p'))
  const earlier = (id: string) => state.earlierWith(add({ id }), term('p'))
  assert.deepEqual([earlier('new'), earlier('1'), earlier('2')], [0, 1, 0])
  state.remove(0)
  assert.deepEqual([earlier('new'), earlier('2'), earlier('3')], [1, 2, 1])
  assert.equal(state.earlierWith(add({ id: 'new' }), term('q')), undefined)
})

test('a number and its text are one id', () => {
  const state = new DocumentState(usual)
  state.add(add({ id: 7 }), undefined)
  assert.deepEqual(state.add(add({ id: ['7'] }), undefined).replaced, [0])
})

test('values that a client sent in the signature field are terms, too', () => {
  const state = new DocumentState(usual)
  state.add(add({ id: '1', sig: ['mine', 'p'] }), term('p'))
  assert.deepEqual(state.add(add({ id: '2', sig: 'mine' }), term('mine')).replaced, [0])
  assert.deepEqual(state.add(add({ id: '3' }), term('p')).replaced, [])
})

test('an update that keeps its term can be replaced by that term', () => {
  const state = new DocumentState(usual)
  state.add(add({ id: '1' }), term('p'))
  assert.deepEqual(state.add(add({ id: '1' }), undefined, true), { number: 1, replaced: [0], updates: 0 })
  assert.deepEqual(state.add(add({ id: '2' }), undefined, true), { number: 2, replaced: [], updates })
  assert.deepEqual(state.add(add({ id: '3' }), term('p')).replaced, [1])
})

test('an atomic update reports the document it modifies, the newest with its id', () => {
  const state = new DocumentState(usual)
  const update = add({ id: '1', n: { inc: 1 } })
  assert.deepEqual(state.add(update, undefined), { number: 0, replaced: [], updates })
  assert.deepEqual(state.add(update, term('p')), { number: 1, replaced: [0], updates: 0 })
  assert.deepEqual(state.add(add({ id: '1' }, false), undefined), { number: 2, replaced: [], updates })
  const beside = add({ id: '1', n: { inc: 1 } }, false)
  assert.deepEqual(state.add(beside, undefined), { number: 3, replaced: [], updates: 2 })
  assert.deepEqual(state.add(update, undefined), { number: 4, replaced: [1, 2, 3], updates: 3 })
})

test('deletes by id, all documents, and by a query for an id', () => {
  const state = new DocumentState(usual)
  for (const id of ['1', '2', '3', '4']) state.add(add({ id }), term(id))
  assert.deepEqual(state.apply(only('{"delete":{"id":"2"}}')), [1])
  assert.deepEqual(state.apply(only('{"delete":"9"}')), [])
  assert.deepEqual(state.apply(only('{"delete":{"query":"id:3"}}')), [2])
  assert.deepEqual(state.apply(only('{"delete":{"query":" id:\\"4\\" "}}')), [3])
  assert.deepEqual(state.apply(only('{"commit":{}}')), [])
  assert.deepEqual(state.apply(only('{"delete":{"query":"*:*"}}')), [0])
  // A deletion restores nothing.
  assert.deepEqual(state.add(add({ id: '1' }), term('1')).replaced, [])
})

test('refuses commands that need an index', () => {
  const state = new DocumentState(usual)
  assert.throws(() => state.apply(only('{"rollback":{}}')), {
    message:
      'SOLR_UPDATE: expected updates whose outcome is known without an index: deletions by id, by id:VALUE and by *:*, got rollback. To fix: delete by id, or split the updates at this command.',
  })
  assert.throws(() => state.apply(only('{"delete":{"query":"name:x"}}')), /got the query name:x\./)
})

test('refuses documents without an id, or with several', () => {
  const state = new DocumentState(usual)
  const refusal = (object: Record<string, unknown>) => {
    try {
      state.add(add(object), undefined)
      return undefined
    } catch (error) {
      return solrErrorOf(error)
    }
  }
  assert.deepEqual(refusal({ name: 'x' }), {
    code: 400,
    message: 'Document is missing mandatory uniqueKey field: id',
  })
  assert.deepEqual(refusal({ id: ['mine', '716a'] }), {
    code: 400,
    message: 'Document contains multiple values for uniqueKey field: id=[mine, 716a]',
  })
  assert.equal(state.count, 0)
  const adding = new DocumentState({ ...usual, overwrite: false })
  assert.equal(adding.add(add({ name: 'x' }), undefined).number, 0)
  const requiring = new DocumentState({ ...usual, overwrite: false, requiresKey: true })
  assert.throws(
    () => requiring.add(add({ name: 'x' }), undefined),
    error => {
      const { code, message } = solrErrorOf(error) ?? {}
      return code === 400 && message === '[doc=null] missing required field: id'
    },
  )
  const without = new DocumentState({ ...usual, uniqueKey: undefined })
  assert.deepEqual(without.add(add({ name: 'x' }), term('p')).number, 0)
})
