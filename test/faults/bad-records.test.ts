/** Bad records are skipped, counted and placed; too many of them stop the run before anything is written. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { Workshop, wordsOf } from '../cli/command.ts'
import { jsonLines } from '../cli/json-lines.ts'

const shop = new Workshop()
const a = wordsOf(1)
const good = jsonLines({ id: 1, text: a }, { id: 2, text: a }, { id: 3, text: wordsOf(2) })

/** Runs on good records with this one as record 4; returns its error message. */
async function bad(record: string | Uint8Array, name = 'in.jsonl', content = good): Promise<string> {
  shop.write(name, Buffer.concat([Buffer.from(content), Buffer.from(record), Buffer.from(`\n${content}`)]))
  const { counts, badRecords } = await shop.dedupe(
    name,
    '-o',
    `k-${name}`,
    '--max-bad',
    '0.2',
    '--null',
    'bad',
  )
  assert.deepEqual([counts.read, counts.bad, counts.kept], [7, 1, 2])
  assert.equal(badRecords[0].at, `${name}:4`)
  assert(shop.read(`k-${name}`).length < 2 * content.length)
  return badRecords[0].message.replace(/\. To fix: .*/, '')
}

test('each kind of bad record has its code, its value and its place', async () => {
  assert.equal(
    await bad('{"id":4,"text":"x",}'),
    'JSON_SYNTAX: expected one JSON object per line, got a syntax error at byte 20 of the record, near "{\\"id\\":4,\\"text\\":\\"x\\",}", at in.jsonl:4',
  )
  assert.match(await bad('{"id":4,"text":"x'), /^JSON_SYNTAX: .*got an unfinished value at byte/)
  assert.match(await bad('{"id":4,"text":"a\tb"}'), /^JSON_SYNTAX: .* at byte 18 /)
  assert.match(await bad('["id"]'), /^RECORD_NOT_OBJECT: .*got a list, at in\.jsonl:4$/)
  assert.match(await bad('null'), /^RECORD_NOT_OBJECT: .*got null/)
  assert.match(await bad('{"id":4,"body":"x"}'), /^TEXT_MISSING: .*got fields "id", "body"/)
  assert.match(await bad('{"id":4,"text":null}'), /^TEXT_MISSING: .*field "text", got null in "text", at/)
  assert.match(await bad('{"id":4,"text":7}'), /^TEXT_NOT_STRING: .*got a number/)
  assert.match(await bad('{"id":4,"text":["x"]}'), /^TEXT_NOT_STRING: .*got a list/)
  assert.match(await bad('{"id":4,"text":"\0"}'), /^NUL_BYTE: .*got byte 00 at byte 17 of the record/)
  const latin = Buffer.from('{"id":4,"text":"caf\xe9 x"}', 'latin1')
  assert.match(
    await bad(latin),
    /^UTF8_INVALID: .*got bytes e9 20 78 22 at byte 20 of the record, at in\.jsonl:4$/,
  )
  const surrogate = Buffer.from([...Buffer.from('{"text":"'), 0xed, 0xa0, 0x80, ...Buffer.from('"}')])
  assert.match(await bad(surrogate), /^UTF8_INVALID: .*got bytes ed a0 80 22 at byte 10/)
})

test('bad rows of CSV and bad lines of text', async () => {
  const rows = `1,${a}\n2,${a}\n3,${wordsOf(2)}\n`
  const csv = async (row: string) => {
    shop.write('in.csv', `id,text\n${rows}${row}\n${rows}`)
    const { counts, badRecords } = await shop.dedupe('in.csv', '-o', 'k.csv', '--max-bad', '0.2')
    assert.deepEqual([counts.bad, counts.kept, badRecords[0].at], [1, 2, 'in.csv:4'])
    return badRecords[0].message
  }
  assert.match(await csv('4,a,b'), /^CSV_COLUMNS: expected 2 fields, as in the header, got 3, at in\.csv:4/)
  assert.match(await csv('4'), /^CSV_COLUMNS: .*got 1/)
  assert.match(await csv('4,"a"b'), /^CSV_QUOTE: .*got "b" at byte 6 of the record/)
  assert.match(await csv('4,\0'), /^NUL_BYTE: /)
  assert.match(await bad('\0', 'in.txt', `${a}\n${a}\n${wordsOf(2)}\n`), /^NUL_BYTE: /)
})

test('an unclosed quote takes the rest of the file; its error says where it opens, and counts as many records', async () => {
  shop.write('open.csv', `id,text\n1,${a}\n2,"${a}\n3,${a}\n`)
  const args = ['open.csv', '-o', 'open-kept.csv', '--max-bad']
  const message = await shop.refused(3, 'TOO_MANY_BAD', ...args, '0.6')
  assert.match(message, /TOO_MANY_BAD: expected at most 60 % .* got 2 of 3; the first is CSV_QUOTE: /)
  const { counts, badRecords } = await shop.dedupe(...args, '0.7')
  assert.deepEqual([counts.read, counts.bad], [2, 1])
  assert.match(badRecords[0].message, /^CSV_QUOTE: expected a closing quote, .* at byte 3 of the record/)
})

test('neither the limit of a record nor its error message counts the line feed', async () => {
  const record = (length: number) =>
    JSON.stringify({ id: length, text: 'x'.repeat(length - 30) }).padEnd(length)
  for (const end of ['\n', '']) {
    for (const length of [101, 200_000]) {
      shop.write('limit.jsonl', `${record(100)}\n${record(length)}${end}`)
      const args = ['--max-bad', '1', '--max-record', '100']
      const { counts, badRecords } = await shop.dedupe('limit.jsonl', '-o', 'k-limit.jsonl', ...args)
      assert.deepEqual([counts.kept, counts.bad], [1, 1])
      assert.ok(
        badRecords[0].message.includes(` at most 100 bytes, got ${length} bytes,`),
        badRecords[0].message,
      )
      const { out } = await shop.run(
        'index add',
        `index-${length}${end.length}`,
        'limit.jsonl',
        ...args,
        '--quiet',
      )
      const [added, long] = out
        .trimEnd()
        .split('\n')
        .map(line => JSON.parse(line))
      assert.equal(added.status, 'added')
      assert.ok(long.error.message.includes(` at most 100 bytes, got ${length} bytes,`), long.error.message)
    }
  }
})

test('records past --max-record are skipped, counted and placed, in every format', async () => {
  const long = wordsOf(3, 2000)
  const at = async (name: string, content: string) => {
    shop.write(name, content)
    const report = await shop.dedupe(name, '-o', `k-${name}`, '--max-bad', '0.5', '--max-record', '4KB')
    const [{ code, at: place }] = report.badRecords
    assert.deepEqual([report.counts.bad, code], [1, 'RECORD_TOO_LONG'])
    return [place, report.counts.kept, shop.read(`k-${name}`)]
  }
  const [one, two] = [jsonLines({ id: 1, text: a }), jsonLines({ id: 2, text: wordsOf(2) })]
  const huge = jsonLines({ id: 9, text: long.repeat(100) })
  assert.deepEqual(await at('l.jsonl', one + huge + two), ['l.jsonl:2', 2, one + two])
  assert.deepEqual(await at('l.jsonl', huge + one + two), ['l.jsonl:1', 2, one + two])
  assert.deepEqual(await at('l.jsonl', one + two + huge.trimEnd()), ['l.jsonl:3', 2, one + two])
  const quoted = `"${long.repeat(100).replaceAll(' ', '\n""\n')}"`
  assert.deepEqual(await at('l.csv', `id,text\n1,${a}\n2,${quoted}\n3,"${wordsOf(2)}\n"\n`), [
    'l.csv:2',
    2,
    `id,text\n1,${a}\n3,"${wordsOf(2)}\n"\n`,
  ])
  assert.deepEqual(await at('l.txt', `${a}\n${long}\n`), ['l.txt:2', 1, `${a}\n`])
  shop.write('docs/a', a)
  shop.write('docs/b', long)
  const { counts } = await shop.dedupe('docs', '-o', 'k-docs', '--max-bad', '0.5', '--max-record', '4KB')
  assert.deepEqual([counts.bad, shop.names('k-docs')], [1, ['a']])
})

test('the limit applies to the record without its line feed', async () => {
  const record = '{"id":1,"text":"word"}'
  shop.write('fit.jsonl', `${record}\n${record}`)
  const limit = ['--max-record', String(record.length)]
  assert.equal((await shop.dedupe('fit.jsonl', '-o', 'k.jsonl', ...limit)).counts.bad, 0)
  await shop.refused(
    3,
    'TOO_MANY_BAD',
    'fit.jsonl',
    '-o',
    'no.jsonl',
    '--max-record',
    String(record.length - 1),
  )
})

test('more than --max-bad stops the run, and only the bad records are written', async () => {
  const before = shop.names()
  shop.write('in.jsonl', `${good}{\n`)
  const outputs = ['-o', 'no.jsonl', '--removed', 'no-r.jsonl', '--report', 'no.json']
  const message = await shop.refused(3, 'TOO_MANY_BAD', 'in.jsonl', ...outputs)
  assert.match(
    message,
    /at most 1 % of the records to be bad, got 1 of 4; the first is JSON_SYNTAX: [^\n]+ at in\.jsonl:4\. To fix: fix the input/,
  )
  assert.equal(message.split('To fix').length, 2)
  assert.deepEqual(shop.names(), [...new Set([...before, 'in.jsonl'])].sort())
  await shop.refused(3, 'TOO_MANY_BAD', 'in.jsonl', ...outputs, '--bad', 'bad.jsonl')
  assert.deepEqual(shop.names(), [...new Set([...before, 'in.jsonl', 'bad.jsonl'])].sort())
  const [bad, ...others] = shop.rows('bad.jsonl')
  assert.deepEqual([bad.at, bad.code, bad.record, others], ['in.jsonl:4', 'JSON_SYNTAX', '{\n', []])
  assert.equal((await shop.dedupe('in.jsonl', '-o', 'k.jsonl', '--max-bad', '0.25')).counts.bad, 1)
})

test('if every record is bad, the fix is that of the first one', async () => {
  shop.write('none.jsonl', '{"id":1,"body":"word"}\n{"id":2,"body":"word"}\n')
  const options = ['-o', 'no.jsonl', '--text', 'boddy', '--max-bad', '0.07', '--null', 'bad']
  assert.equal(
    await shop.refused(3, 'TOO_MANY_BAD', 'none.jsonl', ...options),
    'nearsame: TOO_MANY_BAD: expected at most 7 % of the records to be bad, got 2 of 2; the first is TEXT_MISSING: ' +
      'expected a text field "boddy", got fields "id", "body", at none.jsonl:1. To fix: choose the field that holds ' +
      'the text with `--text`.\n',
  )
})

test('every job on files writes the bad records even if there are too many', async () => {
  shop.write('in.jsonl', `${good}{\n`)
  for (const job of ['pairs', 'sign', 'tune', 'match']) {
    const against = job === 'match' ? ['--against', 'in.jsonl'] : []
    const output = job === 'tune' ? [] : ['-o', 'no.jsonl']
    const result = await shop.run(job, 'in.jsonl', ...against, ...output, '--bad', `bad-${job}.jsonl`)
    assert.deepEqual([result.status, result.out], [3, ''], result.err)
    assert.match(result.err, /^nearsame: TOO_MANY_BAD: /)
    assert.equal(shop.rows(`bad-${job}.jsonl`).length, job === 'match' ? 2 : 1)
    assert(!shop.names().includes('no.jsonl'), job)
  }
})

test('--on-error stop ends at the first bad record with its own code', async () => {
  shop.write('in.jsonl', `${good}{\n[]\n`)
  const options = ['-o', 'no.jsonl', '--on-error', 'stop', '--max-bad', '1']
  assert.match(await shop.refused(3, 'JSON_SYNTAX', 'in.jsonl', ...options), /, at in\.jsonl:4\. To fix/)
  assert(!shop.names().includes('no.jsonl'))
})

test('the summary names the first bad records', async () => {
  const { status, err } = await shop.run('dedupe', 'in.jsonl', '-o', 'said.jsonl', '--max-bad', '1')
  assert.equal(status, 0)
  assert.match(err, /bad +2 [\s\S]*in\.jsonl:4 +JSON_SYNTAX[^\n]*\n +in\.jsonl:5 +RECORD_NOT_OBJECT/)
})
