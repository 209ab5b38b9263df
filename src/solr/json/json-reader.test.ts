/** Solr's JSON messages to commands, whole and in pieces, and Solr's answers to wrong messages. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import { runs } from '../../../test/ground/runs.ts'
import { solrErrorOf } from '../messages/messages.ts'
import { JsonReader, type JsonReadOptions } from './json-reader.ts'
import { commandToJson } from './json-writer.ts'

/** Commands as JSON, and the answer to the first one refused. */
function read(pieces: readonly string[], options: JsonReadOptions = {}): string[] {
  const reader = new JsonReader(options)
  const found: string[] = []
  try {
    for (const piece of pieces) for (const command of reader.push(piece)) found.push(commandToJson(command))
    for (const command of reader.end()) found.push(commandToJson(command))
  } catch (error) {
    const answer = solrErrorOf(error)
    assert(answer, String(error))
    found.push(`${answer.code} ${answer.message}`)
  }
  return found
}

test('reads documents in arrays, one array after the other', () => {
  assert.deepEqual(read(['[{"id":"1"},{"id":"2",}]\n[]# end\n[{id:3}]']), [
    '"add":{"doc":{"id":"1"}}',
    '"add":{"doc":{"id":"2"}}',
    '"add":{"doc":{"id":3}}',
  ])
  assert.deepEqual(read(['']), [])
})

test('reads commands by name, also repeated, in one object or several', () => {
  const message = `{"add":{"doc":{"id":"1"},"overwrite":false,"commitWithin":50,"boost":2.5},
    "add":{"doc":{"id":"2"}}, "add":[{"id":"3"}], "delete":"4", "delete":{"query":"a:b","commitWithin":5},
    "delete":[5.0,"6",{"id":"7","_version_":12,"_route_":"r"}], "rollback":{}}
    {"commit":{"softCommit":true}} {"optimize":{"maxSegments":2,"maxSegments":3}}`
  assert.deepEqual(read([message]), [
    '"add":{"doc":{"id":"1"},"overwrite":false,"commitWithin":50}',
    '"add":{"doc":{"id":"2"}}',
    '"add":{"doc":{"id":"3"}}',
    '"delete":{"id":"4"}',
    '"delete":{"query":"a:b","commitWithin":5}',
    '"delete":{"id":"5.0"}',
    '"delete":{"id":"6"}',
    '"delete":{"id":"7","_version_":12,"_route_":"r"}',
    '"rollback":{}',
    '"commit":{"softCommit":true}',
    '"optimize":{"maxSegments":3}',
  ])
})

test('in the form `documents`, every object is a document', () => {
  const options: JsonReadOptions = { form: 'documents' }
  assert.deepEqual(read(['{"id":"1"}\n{"add":{"doc":2}}\n[{"id":"3"}] "x" 1'], options), [
    '"add":{"doc":{"id":"1"}}',
    '"add":{"doc":{"add.doc":2}}',
    '"add":{"doc":{"id":"3"}}',
  ])
})

test("refuses wrong messages with Solr's answers", () => {
  const refusals: Readonly<Record<string, string>> = {
    '{"id":"1"}': "400 Unknown command 'id' at [5]",
    '[1]': '400 Expected: OBJECT_START but got LONG at [2]',
    '{"add":1}': '400 Expected: OBJECT_START but got LONG at [8]',
    '{"add":{"doc":{},"doc":{}}}': '400 Multiple documents in same add command at [22]',
    '{"add":{"zz":1}}': "400 Unknown key 'zz' at [12]",
    '{"add":{}}': '400 Missing solr document at [9]',
    '{"add":{"overwrite":"x"}}': `400 Cannot parse provided JSON: type mismatch: char=",position=20 AFTER='{"add":{"overwrite":"' BEFORE='x"}}'`,
    '{"delete":[[1]]}': '400 Expected primitive JSON value but got: ARRAY_START at [12]',
    '{"delete":{}}': '400 Missing id or query for delete at [12]',
    '{"delete":{"zz":1}}': "400 Unknown key 'zz' at [15]",
    '{"delete":null}': '500 Cannot read field "bytes" because "bytes" is null',
    '{"rollback":{"a":1}}': '400 Expected: OBJECT_END but got STRING at [14]',
    '{"commit":{"zz":1}}': "400 Unknown commit parameter 'zz'",
    '{"commit":{"softCommit":"1"}}': '400 invalid boolean value: 1',
    '\ufeff[]':
      "400 Cannot parse provided JSON: JSON Parse Error: char=\ufeff,position=0 AFTER='\ufeff' BEFORE='[]'",
  }
  for (const [message, refusal] of Object.entries(refusals)) assert.deepEqual(read([message]), [refusal])
})

test('an error comes after the commands before it, with its position', () => {
  const reader = new JsonReader()
  const commands = reader.push('[{"id":"1"},\n{"id":"2"},\n  3]')
  assert.deepEqual([commands.next().done, commands.next().done], [false, false])
  assert.throws(() => commands.next(), /, at line 3, column 3\. To fix: correct the update\.$/)
})

test('reads a document longer than its pieces once it is complete', () => {
  const long = 'x'.repeat(100_000)
  const text = `[{"id":"${long}"},{"id":"2"}]`
  const pieces = text.match(/.{1,100}/g) ?? []
  assert.deepEqual(read(pieces), [`"add":{"doc":{"id":"${long}"}}`, '"add":{"doc":{"id":"2"}}'])
})

const documents = fc.array(
  fc.dictionary(fc.string({ maxLength: 3 }), fc.jsonValue({ maxDepth: 2 }), { maxKeys: 4 }),
)

test('the result does not depend on the pieces', () => {
  const property = fc.property(documents, fc.integer({ min: 1, max: 20 }), (list, size) => {
    const text = `${JSON.stringify(list)}{"delete":["1",{"id":"2"}],"commit":{}}`
    assert.deepEqual(read(text.match(new RegExp(`.{1,${size}}`, 'gs')) ?? []), read([text]))
  })
  fc.assert(property, { numRuns: runs(400), seed: 7 })
})
