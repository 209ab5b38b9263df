/** Which field is the text, which is the id, and their allowed values. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { gzipSync } from 'node:zlib'
import { jsonFields } from '../../src/files/formats/jsonl-format.ts'
import { fromJson } from '../../src/ground/json/exact-json.ts'
import { arrowBytes } from './arrow-files.ts'
import { Workshop, wordsOf } from './command.ts'
import { jsonLines } from './json-lines.ts'

const shop = new Workshop()
const a = wordsOf(1)
const b = wordsOf(2)

/** [id, survivor] of each removed record. */
async function removed(content: string, ...options: string[]): Promise<unknown[]> {
  shop.write('in.jsonl', content)
  await shop.dedupe('in.jsonl', '-o', 'k.jsonl', '--removed', 'r.jsonl', ...options)
  return shop.rows('r.jsonl').map(({ id, survivor }) => [id, survivor])
}

test('the text is the field `text`, else the only string field besides the id', async () => {
  assert.deepEqual(await removed(jsonLines({ id: 1, note: b, text: a }, { id: 2, text: a })), [[2, 1]])
  assert.deepEqual(await removed(jsonLines({ id: 'x', n: 1, body: a }, { id: 'y', body: a })), [['y', 'x']])
  shop.write('in.csv', `id,body\n1,${a}\n2,${a}\n`)
  await shop.dedupe('in.csv', '-o', 'k.csv')
  assert.equal(shop.read('k.csv'), `id,body\n1,${a}\n`)
})

test('otherwise an error lists the fields', async () => {
  shop.write('two.jsonl', jsonLines({ id: 1, title: a, body: b }))
  const message = await shop.refused(2, 'TEXT_FIELD', 'two.jsonl', '-o', 'no.jsonl')
  assert.match(message, /got fields "title", "body"\. To fix: [^\n]*`--text`/)
  shop.write('none.jsonl', jsonLines({ id: 1, n: 2 }, { id: 2, n: 3 }))
  assert.match(await shop.refused(2, 'TEXT_FIELD', 'none.jsonl', '-o', 'no.jsonl'), /got fields "id", "n"/)
  shop.write('two.csv', `id,title,body\n1,${a},${b}\n`)
  assert.match(await shop.refused(2, 'TEXT_FIELD', 'two.csv', '-o', 'no.csv'), /"title", "body"/)
  assert.match(
    await shop.refused(2, 'TEXT_FIELD', 'two.csv', '-o', 'no.csv', '--text', 'boddy'),
    /expected a column "boddy", got columns "id", "title", "body"/,
  )
  shop.write('in.jsonl', jsonLines({ id: 1, title: a, body: b }))
  await shop.refused(3, 'TEXT_MISSING', 'in.jsonl', '-o', 'no.jsonl', '--text', 'boddy')
})

test('texts inside lists and objects are named by their paths, the same in JSON, Parquet and Arrow', async () => {
  const rows = [1, 2].map(n => ({
    id: n,
    turns: [{ role: 'user', said: `${a} ${n}` }],
    about: { in: { title: b }, tags: ['x'] },
  }))
  shop.write('turns.jsonl', jsonLines(...rows))
  shop.write('turns.arrow', arrowBytes(rows))
  await shop.dedupe('turns.jsonl', '-o', 'turns.parquet', '--text', 'turns.*.said')
  for (const name of ['turns.jsonl', 'turns.arrow', 'turns.parquet'])
    assert.match(
      await shop.refused(2, 'TEXT_FIELD', name, '-o', 'no.jsonl'),
      /got fields "id", "turns\.\*\.role", "turns\.\*\.said", "about\.in\.title", "about\.tags\.\*"\. To fix/,
      name,
    )
})

test('a record that shows no text field leaves the choice to the next one, even in another file', async () => {
  shop.write(
    'mute.jsonl',
    jsonLines('{broken', { id: 0, n: 1 }, { id: 5, text: null }).replace(/,"text":null/, ''),
  )
  shop.write('tells.jsonl', jsonLines({ id: 1, body: a }, { id: 2, body: a }))
  const options = ['-o', 'k.jsonl', '--max-bad', '1']
  const apart = await shop.dedupe('mute.jsonl', 'tells.jsonl', ...options)
  shop.write('joined.jsonl', shop.read('mute.jsonl') + shop.read('tells.jsonl'))
  const joined = await shop.dedupe('joined.jsonl', ...options)
  assert.deepEqual([apart.counts, apart.digest], [joined.counts, joined.digest])
  assert.deepEqual([joined.counts.bad, joined.counts.nulls, joined.counts.exact], [1, 2, 1])
})

/** A record without a text, and others with texts whose language is the same. */
const languages = [
  { id: 1, lang: 'en' },
  { id: 2, lang: 'en', text: a },
  { id: 3, lang: 'en', text: b },
  { id: 4, lang: 'en', text: wordsOf(3) },
]

test('the first record decides nothing: not of a file, an array, the first file, a packed one or a stream', async () => {
  const [first, ...others] = languages
  shop.write('first.jsonl', jsonLines(...languages))
  shop.write('array.json', JSON.stringify(languages))
  shop.write('one.jsonl', jsonLines(first))
  shop.write('rest.jsonl', jsonLines(...others))
  shop.write('rest.jsonl.gz', gzipSync(jsonLines(...others)))
  const kept = async (...inputs: string[]) => {
    const { counts, fields } = await shop.dedupe(...inputs, '-o', 'k.jsonl')
    return [counts.read, counts.nulls, counts.exact, counts.kept, fields]
  }
  const all = [4, 1, 0, 4, { text: ['text'] }]
  for (const inputs of [
    ['first.jsonl'],
    ['array.json'],
    ['one.jsonl', 'rest.jsonl'],
    ['rest.jsonl', 'one.jsonl'],
    ['one.jsonl', 'rest.jsonl.gz'],
    ['rest.jsonl.gz', 'one.jsonl'],
    ['first.jsonl', '--memory', '200MB'],
    ['one.jsonl', 'rest.jsonl', '--resume'],
  ])
    assert.deepEqual(await kept(...inputs), all, inputs.join(' '))
  const { status, err } = shop.child(['dedupe', '-', '--input-format', 'jsonl', '-o', '-'], {
    input: jsonLines(...languages),
  })
  assert.equal(status, 0, err)
  assert.match(err, /null +1 /)
})

test('a field that was guessed is named; different ones are refused with their names, in any order of files', async () => {
  shop.write('a.jsonl', jsonLines({ id: 1, body: null }, { id: 2, body: a }))
  shop.write('b.jsonl', jsonLines({ id: 3, body: b }))
  const { err } = await shop.run('dedupe', 'a.jsonl', 'b.jsonl', '-o', 'k.jsonl', '--force')
  assert.match(err, /\n {2}text: body\n/)
  const named = await shop.dedupe('a.jsonl', 'b.jsonl', '-o', 'k.jsonl', '--text', 'body')
  assert.equal(named.fields, undefined)
  shop.write('c.jsonl', jsonLines({ id: 4, title: a }))
  for (const inputs of [
    ['a.jsonl', 'c.jsonl'],
    ['c.jsonl', 'b.jsonl', 'a.jsonl'],
  ])
    assert.match(
      await shop.refused(2, 'TEXT_FIELD', ...inputs, '-o', 'no.jsonl'),
      /"(body|title)", "(body|title)"/,
    )
})

test('both sides and an index look at all of their files', async () => {
  shop.write('lang.jsonl', jsonLines(languages[0]))
  shop.write('texts.jsonl', jsonLines(...languages.slice(1)))
  shop.write('other.jsonl', jsonLines({ id: 'q', lang: 'en', text: a }))
  const sides = ['match', 'other.jsonl', '--against', 'lang.jsonl', 'texts.jsonl', '-o', 'm.csv', '--json']
  const { counts, againstFields } = JSON.parse((await shop.run(...sides)).out)
  assert.deepEqual([counts.matched, counts.pairs, againstFields], [1, 1, { text: ['text'] }])
  const { out } = await shop.run('index', 'add', 'ix', 'lang.jsonl', 'texts.jsonl')
  assert.deepEqual(
    out
      .trim()
      .split('\n')
      .map(line => JSON.parse(line).status),
    ['null', 'added', 'added', 'added'],
  )
  shop.write('bodies.jsonl', jsonLines({ id: 1 }, { id: 2, body: a }))
  const { err } = await shop.run(
    'index',
    'add',
    'ix',
    'lang.jsonl',
    'bodies.jsonl',
    '--collection',
    'other',
  )
  assert.match(err, /"lang", "body"/)
  const added = await shop.run('index', 'add', 'ix', 'bodies.jsonl', '--collection', 'other')
  assert.match(added.err, /\n {2}text: body\n/)
})

test('the error for a table without a text names the method that compares columns, where methods can be chosen', async () => {
  shop.write('people.csv', 'name,town\nann,ulm\nbob,bonn\n')
  const message = await shop.refused(2, 'TEXT_FIELD', 'people.csv', '-o', 'no.csv')
  assert.match(message, /To fix: compare all fields with `--method records`, or name .* `--text`/)
  const { err } = await shop.run('passages', 'people.csv', '-o', 'no.jsonl')
  assert.match(err, /To fix: name the field that holds the text with `--text`/)
})

test('a first record whose text is not a string is a bad record', async () => {
  shop.write(
    'in.jsonl',
    jsonLines({ id: 1, text: { a: 1 }, note: 'x' }, { id: 2, text: a }, { id: 3, text: a }),
  )
  const { counts, badRecords } = await shop.dedupe('in.jsonl', '-o', 'k.jsonl', '--max-bad', '0.5')
  assert.deepEqual([counts.bad, counts.exact, badRecords[0].code], [1, 1, 'TEXT_NOT_STRING'])
  assert.match(badRecords[0].message, /got an object, at in\.jsonl:1/)
})

test('--text joins fields and paths by one line feed and skips missing ones', async () => {
  const records = jsonLines(
    { id: 1, a: `${a}\n${b}` },
    { id: 2, a, b: { c: b } },
    { id: 3, b: { c: `${a}\n${b}` } },
    { id: 4, a: null, 'b.c': `${a}\n${b}` },
    { id: 5, a: b, b: { c: a } },
  )
  assert.deepEqual(await removed(records, '--text', 'a,b.c', '--near', 'off'), [
    [2, 1],
    [3, 1],
    [4, 1],
  ])
  assert.deepEqual(
    await removed(jsonLines({ id: 1, a, t: b }, { id: 2, t: `${a}\n${b}` }), '--text', 'a,t'),
    [[2, 1]],
  )
  shop.write('in.csv', `id,a,b.c\n1,"${a}\n${b}",\n2,${a},${b}\n`)
  const { counts } = await shop.dedupe('in.csv', '-o', 'k.csv', '--text', 'a,b.c,d')
  assert.equal(counts.normalised, 1)
})

test('ids keep their type: 0, "0", "", big integers, duplicates, and file:record without one', async () => {
  const records = jsonLines(
    '{"id":0,"text":"A b"}',
    '{"id":"0","text":"a B"}',
    '{"id":"","text":"a b"}',
    '{"id":12345678901234567890123,"text":"a b."}',
    '{"id":0,"text":"a b!"}',
    '{"id":-1.5e0,"text":"a b?"}',
    '{"text":"a b;"}',
    '{"id":null,"text":"a b:"}',
    '{"id":[1],"text":"(a b)"}',
  )
  shop.write('in.jsonl', records)
  await shop.dedupe('in.jsonl', '-o', 'k.jsonl', '--removed', 'r.jsonl')
  const ids = shop
    .read('r.jsonl')
    .trimEnd()
    .split('\n')
    .map(line => /^\{"id":(.*?),"at":"(.*?)","survivor":(.*?),"survivorAt":"(.*?)"/.exec(line)?.slice(1, 5))
  const at = (record: number) => `in.jsonl:${record}`
  assert.deepEqual(ids, [
    ['"0"', at(2), '0', at(1)],
    ['""', at(3), '0', at(1)],
    ['12345678901234567890123', at(4), '0', at(1)],
    ['0', at(5), '0', at(1)],
    ['-1.5', at(6), '0', at(1)],
    ['"in.jsonl:7"', at(7), '0', at(1)],
    ['"in.jsonl:8"', at(8), '0', at(1)],
    ['"in.jsonl:9"', at(9), '0', at(1)],
  ])
})

test('--id names another field or path', async () => {
  const records = jsonLines({ meta: { key: 'k1' }, text: a }, { meta: { key: 7 }, text: a })
  assert.deepEqual(await removed(records, '--id', 'meta.key'), [[7, 'k1']])
})

test('records are numbered from 1, bad ones included, blank lines not', async () => {
  const records = `\n${jsonLines({ text: a })}\n{broken\n\n${jsonLines({ text: a })}`
  assert.deepEqual(await removed(records, '--max-bad', '0.5'), [['in.jsonl:3', 'in.jsonl:1']])
})

test('--html compares the visible text', async () => {
  const page = `<p>${a.replace(/ /g, ' <i>')}</p><script>let x</script>`
  assert.deepEqual(await removed(jsonLines({ id: 1, text: page }, { id: 2, text: a }), '--html'), [[2, 1]])
  assert.deepEqual(await removed(jsonLines({ id: 1, text: page }, { id: 2, text: a })), [])
})

test('a long number beside deep nesting loses its last digits, but the run goes on', async () => {
  const deep = (levels: number) => `${'['.repeat(levels)}${']'.repeat(levels)}`
  shop.write(
    'deep.jsonl',
    `{"id":12345678901234567890,"x":${deep(20_000)},"text":"a b."}\n{"id":1,"text":"a b."}\n`,
  )
  await shop.dedupe('deep.jsonl', '-o', 'deep-kept.jsonl', '--removed', 'deep-removed.jsonl', '--force')
  const [removed] = shop.rows('deep-removed.jsonl')
  assert.deepEqual([removed.id, removed.survivor], [1, Number('12345678901234567890')])
  const record = Buffer.from(`{"id":12345678901234567890,"x":${deep(20_000)}}`)
  assert.throws(() => jsonFields(record, fromJson), {
    code: 'RECORD_NOT_OBJECT',
  })
})

test('a text may be much longer than its record, if --text names a field many times', async () => {
  const long = wordsOf(3, 20_000)
  const often = Array.from({ length: 200 }, () => 'text').join(',')
  const records = jsonLines(
    { id: 1, text: long, n: { a: b } },
    { id: 2, text: `${long} end` },
    { id: 3, n: { a } },
  )
  for (const options of [
    ['--text', often, '--max-bad', '1'],
    ['--text', `${often},n.a`],
  ]) {
    assert.deepEqual(await removed(records, ...options), [[2, 1]])
  }
  shop.write('in.csv', `id,text,rest\n1,${long},\n2,${long} end,\n3,,${wordsOf(4, 20_000)}\n`)
  const { counts } = await shop.dedupe('in.csv', '-o', 'k.csv', '--text', `${often},rest`)
  assert.deepEqual([counts.near, counts.kept], [1, 2])
})
