/** Which field holds the text: the same whatever record comes first. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { ShownFields } from './shown-fields.ts'

type Records = readonly Readonly<Record<string, unknown>>[]

const shownBy = (records: Records, rules: Partial<ConstructorParameters<typeof ShownFields>[0]> = {}) => {
  const shown = new ShownFields({ text: undefined, id: 'id', preferred: [], columns: false, ...rules })
  for (const record of records) shown.addRecord(record)
  return shown
}

test('a field `text` wins in whichever record it is, else the only field of texts is taken', () => {
  for (const [records, text] of [
    [
      [
        { id: 1, lang: 'en' },
        { lang: 'en', text: 'x' },
      ],
      'text',
    ],
    [
      [
        { id: 1, lang: 'en' },
        { lang: 'en', text: null },
      ],
      'text',
    ],
    [
      [
        { id: 'a', body: null },
        { id: 'b', n: 4 },
        { id: 'c', body: 'y' },
      ],
      'body',
    ],
    [[{ id: 'a', text: 5, body: 'y' }], 'text'],
    [[{ body: 5 }, { body: 'five' }], 'body'],
    [[], 'text'],
  ] as const) {
    for (const order of [records, records.toReversed()])
      assert.deepEqual(shownBy(order).textFields(false), [text], JSON.stringify(order))
  }
})

test('different fields of texts are refused with their names, in any order, and so are none', () => {
  const records = [
    { id: 'a', title: 't' },
    { id: 'b', n: 1 },
    { id: 'c', body: 'y' },
  ]
  const message = (fields: string) =>
    `TEXT_FIELD: expected a field "text", or one string field besides the id, got fields ${fields}. ` +
    'To fix: name the field that holds the text with `text`.'
  assert.throws(() => shownBy(records).textFields(false), { message: message('"title", "body"') })
  assert.throws(() => shownBy(records.toReversed()).textFields(false), {
    message: message('"body", "title"'),
  })
  assert.throws(() => shownBy([{ id: 'a', n: 1 }]).textFields(false), { message: message('"id", "n"') })
  const talk = { id: 'a', messages: [{ by: { name: 'x' }, 'a.b': 'y', parts: ['y', 'z'] }], tags: [5] }
  assert.throws(() => shownBy([talk]).textFields(false), {
    message: message('"id", "tags", "messages.*.by.name", "messages.*.parts.*"'),
  })
  assert.throws(
    () => shownBy(records).textFields(true),
    /To fix: compare all fields with `method records`, or/,
  )
})

test('the fields of the other side are taken if any record has a text in one of them', () => {
  const preferred = ['a.b', 'c']
  const records = [{ text: 'x' }, { a: { b: 'y' } }]
  assert.deepEqual(shownBy(records, { preferred }).textFields(false), preferred)
  assert.deepEqual(shownBy([{ text: 'x' }, { a: { b: null } }], { preferred }).textFields(false), ['text'])
})

test('columns are those of all records; `text` of one of them is a column like others only with `*`', () => {
  const records = [
    { id: 1, name: 'x' },
    { id: 2, town: 7 },
    { id: 3, list: [1], nothing: null },
  ]
  assert.deepEqual(shownBy(records, { columns: true }).textFields(false), ['name', 'town'])
  const text = [...records, { text: 'y' }]
  assert.deepEqual(shownBy(text, { columns: true }).textFields(false), ['text'])
  assert.deepEqual(shownBy(text, { text: ['*'] }).textFields(false), ['name', 'town', 'text'])
})

test('looking goes on until nothing can change the choice', () => {
  assert.equal(shownBy([{ lang: 'en' }]).isEnough, false)
  assert.equal(shownBy([{ lang: 'en' }, { text: null }]).isEnough, true)
  assert.equal(shownBy([{ text: 'x' }], { preferred: ['body'] }).isEnough, false)
  assert.equal(shownBy([{ text: 'x' }], { columns: true }).isEnough, false)
})
