import assert from 'node:assert/strict'
import { existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { test } from 'node:test'
import { gzipSync } from 'node:zlib'
import { Workshop } from './command.ts'
import { jsonLines } from './json-lines.ts'

const place = new Workshop()

const fox = 'the quick brown fox jumps over the lazy dog today'
const lines = [
  '{"id":1,"text":"only in the first of the two files"}\n',
  `{ "id":"x,y" , "text":"${fox}"}\n`,
  '{"text":"no id and no twin anywhere at all"}\n',
  `{"id":12345678901234567890,"text":"${fox}"}\n`,
  '{"text":"no id but a twin over there in B"}\n',
]
// The last record of A lacks its line end.
place.write('a.jsonl', `${lines.join('')}{"id":9,"text":"kept at the very end of it"}`)
place.write(
  'b.jsonl',
  jsonLines(
    { id: 'near', text: `${fox} now` },
    { id: 0, text: fox },
    { text: 'No id, but a twin over there in B.' },
    { id: 'near', text: `${fox} now` },
  ),
)

const kept = `${lines[0]}${lines[2]}{"id":9,"text":"kept at the very end of it"}`

test('writes pairs of A and B by position and A without the records that have a twin, byte for byte', async () => {
  const files = ['-o', 'pairs.csv', '--kept', 'kept.jsonl', '--report', 'report.json']
  const run = await place.run('match', 'a.jsonl', '--against', 'b.jsonl', ...files, '--json')
  assert.equal(run.status, 0, run.err)
  assert.equal(
    place.read('pairs.csv'),
    `id1,id2,measure,similarity
"x,y",near,jaccard,0.8571428571428571
"x,y",0,jaccard,1
"x,y",near,jaccard,0.8571428571428571
12345678901234567890,near,jaccard,0.8571428571428571
12345678901234567890,0,jaccard,1
12345678901234567890,near,jaccard,0.8571428571428571
a.jsonl:5,b.jsonl:3,jaccard,1
`,
  )
  assert.equal(place.read('kept.jsonl'), kept)
  const { counts, inputs } = JSON.parse(run.out)
  const bytes = place.bytes('a.jsonl').length + place.bytes('b.jsonl').length
  assert.deepEqual(counts, { read: 6, against: 4, bad: 0, matched: 3, pairs: 7, kept: 3, bytes })
  assert.deepEqual(
    inputs.map((input: { path: string; records: number }) => [input.path, input.records]),
    [
      ['a.jsonl', 6],
      ['b.jsonl', 4],
    ],
  )
  assert.deepEqual(JSON.parse(place.read('report.json')).counts, counts)
})

test('gives each record at most one twin with --one-to-one, the most similar pairs first', async () => {
  const files = ['-o', 'one.jsonl', '--kept', 'rest.jsonl']
  const run = await place.run('match a.jsonl --against b.jsonl', ...files, '--one-to-one', '--quiet')
  assert.equal(run.status, 0, run.err)
  assert.equal(
    place.read('one.jsonl'),
    `{"id1":"x,y","id2":0,"measure":"jaccard","similarity":1}
{"id1":12345678901234567890,"id2":"near","measure":"jaccard","similarity":0.8571428571428571}
{"id1":"a.jsonl:5","id2":"b.jsonl:3","measure":"jaccard","similarity":1}
`,
  )
  assert.equal(place.read('rest.jsonl'), kept)
  place.write('single.jsonl', jsonLines({ id: 'only', text: fox }))
  const single = [
    '--against',
    'single.jsonl',
    '-o',
    's.csv',
    '--kept',
    's.jsonl',
    '--one-to-one',
    '--quiet',
  ]
  assert.equal((await place.run('match', 'a.jsonl', ...single)).status, 0)
  assert.equal(place.read('s.csv'), 'id1,id2,measure,similarity\n"x,y",only,jaccard,1\n')
  assert.equal(place.read('s.jsonl'), `${lines[0]}${lines[2]}${lines[3]}${lines[4]}${kept.split('\n')[2]}`)
})

test('finds equal texts only with --near off, and reads compressed files on either side', async () => {
  place.write('b.jsonl.gz', gzipSync(place.bytes('b.jsonl')))
  const files = ['-o', 'exact.jsonl', '--kept', 'exact-kept.jsonl', '--near', 'off', '--quiet']
  assert.equal((await place.run('match', 'a.jsonl', '--against', 'b.jsonl.gz', ...files)).status, 0)
  assert.equal(
    place.read('exact.jsonl'),
    `{"id1":"x,y","id2":0,"measure":"jaccard","similarity":1}
{"id1":12345678901234567890,"id2":0,"measure":"jaccard","similarity":1}
`,
  )
  assert.equal(place.read('exact-kept.jsonl'), `${lines[0]}${lines[2]}${lines[4]}${kept.split('\n')[2]}`)
})

test('keeps the CSV header and the quotes of rows, and numbers the records of B by their own files', async () => {
  place.write(
    'a.csv',
    `\ufeffid,text,note\r\n"7",${fox},"a\r\nb"\r\n8,"not in B at all, never",""\r\n,${fox},\r\n`,
  )
  place.write('b1.csv', 'id,text,note\n1,something quite different,x\n')
  place.write('b2.csv', `id,text,note\n,"${fox}",y\n`)
  const files = ['-o', 'csv.csv', '--kept', 'kept.csv', '--quiet']
  const run = await place.run('match', 'a.csv', ...files, '--against', 'b1.csv', 'b2.csv', '--text', 'text')
  assert.equal(run.status, 0, run.err)
  assert.equal(place.read('csv.csv'), 'id1,id2,measure,similarity\n7,,jaccard,1\n,,jaccard,1\n')
  assert.equal(place.read('kept.csv'), '\ufeffid,text,note\r\n8,"not in B at all, never",""\r\n')
})

test('keeps the files of a directory whose text is not in another one', async () => {
  for (const [name, text] of Object.entries({ 'da/x/1': fox, 'da/2': 'only here', 'db/3': `${fox}.` })) {
    mkdirSync(join(place.path, name, '..'), { recursive: true })
    writeFileSync(join(place.path, name), text)
  }
  const run = await place.run('match', 'da', '--against', 'db', '-o', 'dir.csv', '--kept', 'dk', '--quiet')
  assert.equal(run.status, 0, run.err)
  assert.equal(place.read('dir.csv'), 'id1,id2,measure,similarity\nx/1,3,jaccard,1\n')
  assert.deepEqual(readdirSync(join(place.path, 'dk')), ['2'])
  assert.equal(readFileSync(join(place.path, 'dk/2'), 'utf8'), 'only here')
})

test('writes an empty result if a side has no records', async () => {
  place.write('none.jsonl', '')
  const files = ['-o', 'n.csv', '--kept', 'n.jsonl', '--quiet', '--force']
  assert.equal((await place.run('match', 'a.jsonl', '--against', 'none.jsonl', ...files)).status, 0)
  assert.equal(place.read('n.csv'), 'id1,id2,measure,similarity\n')
  assert.deepEqual(place.bytes('n.jsonl'), place.bytes('a.jsonl'))
  assert.equal((await place.run('match', 'none.jsonl', '--against', 'a.jsonl', ...files)).status, 0)
  assert.equal(place.read('n.csv'), 'id1,id2,measure,similarity\n')
  assert.equal(place.read('n.jsonl'), '')
})

test('refuses standard input on both sides, and outputs that are inputs', async () => {
  const refusal = async (...args: string[]) => {
    const { status, err } = await place.run('match', ...args, '-o', 'refused.csv')
    assert(!existsSync(join(place.path, 'refused.csv')))
    return `${status} ${err}`
  }
  assert.match(
    await refusal('-', '--against', '-', '--input-format', 'jsonl'),
    /^2 nearsame: OPTION_VALUE: .*one side/,
  )
  assert.match(
    await refusal('a.jsonl', '--against', 'b.jsonl', '--kept', 'b.jsonl', '--force'),
    /^2 nearsame: OUTPUT_IS_INPUT/,
  )
})

test('skipped records of both sides are a share of the records of both', async () => {
  place.write('good.jsonl', '{"id":1,"text":"one two three"}\n')
  place.write('some-bad.jsonl', `${'{"id":2,"text":"four five"}\n'.repeat(8)}{\n{\n`)
  const args = ['--against', 'some-bad.jsonl', '-o', 'few.csv', '--max-bad', '0.2']
  const { status, err } = await place.run('match', 'good.jsonl', ...args)
  assert.equal(status, 0)
  assert.match(err, /^ {2}bad +2 +18\.2 % {2}skipped$/m)
})

test('writes nothing in a dry run and reads nothing for a plan', async () => {
  const files = ['-o', 'dry.csv', '--kept', 'dry.jsonl', '--json']
  const dry = await place.run('match', 'a.jsonl', '--against', 'b.jsonl', ...files, '--dry-run')
  assert.deepEqual(JSON.parse(dry.out).counts.pairs, 7)
  const plan = await place.run('match', 'a.jsonl', '--against', 'b.jsonl', ...files, '--plan')
  assert.equal(JSON.parse(plan.out).counts.read, 0)
  assert(!existsSync(join(place.path, 'dry.csv')) && !existsSync(join(place.path, 'dry.jsonl')))
})

test('warns if there is no record on the other side', async () => {
  place.write('some.jsonl', '{"text":"a b c d e f"}\n')
  place.write('nothing.jsonl', '')
  const { status, err } = await place.run(
    'match',
    'some.jsonl',
    '--against',
    'nothing.jsonl',
    '-o',
    'none.csv',
  )
  assert.equal(status, 0)
  assert.match(
    err,
    /^nearsame: warning: INPUT_NONE: expected at least one record in B, got none\. To fix: check /,
  )
  const ofA = await place.run('match', 'nothing.jsonl', '--against', 'some.jsonl', '-o', 'empty.csv')
  assert.match(
    ofA.err,
    /^nearsame: warning: INPUT_NONE: expected at least one record in A, got none\. To fix/,
  )
})
