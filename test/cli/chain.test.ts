/** Solr's update chain on files. What the chain does to a document is held by test/vectors and src/solr. */
import assert from 'node:assert/strict'
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, readdirSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { test } from 'node:test'
import { gzipSync, zstdCompressSync } from 'node:zlib'
import { jsonLines, workplace } from './child-process.ts'

const place = workplace()

const processor = (settings: string) =>
  `<processor class="solr.SignatureUpdateProcessorFactory">${settings}</processor>
   <processor class="solr.RunUpdateProcessorFactory"/>`
const fields = '<str name="signatureField">sig</str><str name="fields">name,body</str>'
place.write(
  'solrconfig.xml',
  `<config>
     <updateRequestProcessorChain name="over">${processor(fields)}</updateRequestProcessorChain>
     <updateRequestProcessorChain name="keep">
       ${processor(`${fields}<bool name="overwriteDupes">false</bool>`)}
     </updateRequestProcessorChain>
     <updateRequestProcessorChain name="bad">
       ${processor(`${fields}<str name="signatureClass">solr.TextProfileSignature</str><str name="quantRate">abc</str>`)}
     </updateRequestProcessorChain>
   </config>`,
)

const lamp = { name: 'Lamp', body: 'red lamp' }
place.write(
  'docs.jsonl',
  jsonLines(
    { id: '1', ...lamp, n: 1 },
    { id: '2', name: 'Table' },
    '{"id":"3","name":"Lamp","body":"red lamp","n":1.50}',
  ),
)
place.write(
  'more.xml',
  `<update><add><doc><field name="id">4</field><field name="name">A &amp; B</field></doc></add>
   <delete><id>2</id></delete></update>`,
)

const chain = (...args: readonly string[]) =>
  place.run('chain', '--config', 'solrconfig.xml', ...args, '--force')
const documents = (name: string) =>
  place
    .read(name)
    .trimEnd()
    .split('\n')
    .map(line => JSON.parse(line))

test('the last of equal signatures stays, deletions count, numbers stay as written', () => {
  const { status, out, err } = chain(
    '--chain',
    'over',
    'docs.jsonl',
    'more.xml',
    '-o',
    'out.jsonl',
    '--quiet',
  )
  assert.deepEqual([status, out, err], [0, '', ''])
  const lines = place.read('out.jsonl').split('\n')
  assert.match(lines[0], /^\{"id":"3","name":"Lamp","body":"red lamp","n":1\.50,"sig":"[0-9a-f]{16}"\}$/)
  assert.match(lines[1], /^\{"id":"4","name":"A & B","sig":"[0-9a-f]{16}"\}$/)
  assert.equal(lines.length, 3)
})

test('without overwriteDupes only equal ids replace each other', () => {
  chain('--chain', 'keep', 'docs.jsonl', 'docs.jsonl', '-o', 'kept.jsonl')
  assert.deepEqual(
    documents('kept.jsonl').map(({ id }) => id),
    ['1', '2', '3'],
  )
})

test('archives, arrays, commands and standard formats give the same', () => {
  const docs = place.readBytes('docs.jsonl')
  place.write('docs.jsonl.gz', gzipSync(docs))
  place.write('docs.jsonl.zst', zstdCompressSync(docs))
  place.write('docs.json', `[${docs.toString().trim().split('\n').join(',')}]`)
  place.write(
    'commands.json',
    `{${docs
      .toString()
      .trim()
      .split('\n')
      .map(doc => `"add":{"doc":${doc}}`)
      .join(',')},"commit":{}}`,
  )
  chain('--chain', 'over', 'docs.jsonl', '-o', 'plain.jsonl')
  for (const name of ['docs.jsonl.gz', 'docs.jsonl.zst', 'docs.json', 'commands.json']) {
    chain('--chain', 'over', name, '-o', 'other.jsonl')
    assert.equal(place.read('other.jsonl'), place.read('plain.jsonl'), name)
  }
})

test('says what was replaced, deleted and written, as JSON on request', () => {
  const { out } = chain('--chain', 'over', 'docs.jsonl', 'more.xml', '-o', 'out.jsonl', '--json')
  assert.deepEqual(JSON.parse(out), {
    chain: 'over',
    counts: { documents: 4, refused: 0, replaced: 1, deleted: 1, written: 2 },
    notices: {},
  })
})

test('safe mends what loses documents in Solr, and counts it', () => {
  const given = [{}, {}, { name: '' }, { name: '' }, { name: null }, { name: null }]
  const rows = given.map((row, i) => ({ id: String(i), ...row }))
  place.write('empty.jsonl', jsonLines(...rows))
  chain('--chain', 'over', 'empty.jsonl', '-o', 'solr.jsonl')
  const left = documents('solr.jsonl').map(({ id, sig }) => [id, sig])
  assert.deepEqual(left[0], ['1', '0000000000000000'])
  assert.deepEqual(
    left.map(([id]) => id),
    ['1', '3', '5'],
  )
  const { out } = chain(
    '--chain',
    'over',
    '--compatibility',
    'safe',
    'empty.jsonl',
    '-o',
    'safe.jsonl',
    '--json',
  )
  assert.deepEqual(documents('safe.jsonl'), rows)
  assert.deepEqual(JSON.parse(out).notices, { 'nothing-to-compare': 6 })
})

test('what Solr refuses ends the run with its words, or is written apart', () => {
  const stopped = chain('--chain', 'bad', 'docs.jsonl', '-o', 'never.jsonl')
  assert.equal(stopped.status, 3)
  assert.match(stopped.err, /SOLR_UPDATE: .*For input string: "abc"/)
  assert.ok(!existsSync(join(place.path, 'never.jsonl')))
  chain('--chain', 'bad', 'docs.jsonl', '-o', 'none.jsonl', '--refused', 'refused.jsonl')
  assert.equal(place.read('none.jsonl'), '')
  assert.deepEqual(
    documents('refused.jsonl').map(({ update, code }) => [update, code]),
    [
      [1, 'SOLR_UPDATE'],
      [2, 'SOLR_UPDATE'],
      [3, 'SOLR_UPDATE'],
    ],
  )
})

test('wrong usage is status 2, a broken line names its place', () => {
  assert.equal(chain('--chain', 'over', 'docs.txt', '-o', 'x.jsonl').status, 2)
  assert.equal(chain('--listen', '0', '-o', 'x.jsonl').status, 2)
  const none = chain('--chain', 'over', 'docs.jsonl')
  assert.deepEqual([none.status, none.err.split(', got ')[1]], [2, 'none. To fix: add `-o NAME`.\n'])
  const nope = chain('--chain', 'nope', 'docs.jsonl', '-o', 'x.jsonl')
  assert.equal(nope.status, 2)
  assert.equal(
    nope.err,
    'nearsame: OPTION_VALUE: expected `--chain` to be one of "over", "keep", "bad", got "nope". ' +
      'To fix: take a chain of the configuration.\n',
  )
  place.write('broken.xml', '<config>\n<a>\n<')
  for (const flags of [
    ['--config', 'broken.xml'],
    ['--schema', 'broken.xml'],
  ]) {
    const { status, err } = chain('--chain', 'over', ...flags, 'docs.jsonl', '-o', 'x.jsonl')
    assert.equal(status, 3)
    assert.match(err, /SOLR_CONFIG: .*, at broken\.xml, line 3, column \d\./)
  }
  place.write('broken.jsonl', '{"id":"1"}\n{"id":\n')
  const { status, err } = chain('--chain', 'over', 'broken.jsonl', '-o', 'x.jsonl')
  assert.equal(status, 3)
  assert.match(err, /broken\.jsonl, line 2/)
})

test('configuration and schema are inputs: nothing overwrites them, also not with --force', () => {
  place.write(
    'schema.xml',
    '<schema><field name="sig" type="s"/><fieldType name="s" class="solr.StrField"/></schema>',
  )
  const config = place.read('solrconfig.xml')
  const schema = place.read('schema.xml')
  for (const [flag, name] of [
    ['-o', 'solrconfig.xml'],
    ['-o', 'schema.xml'],
    ['--refused', 'schema.xml'],
  ]) {
    const others = flag === '-o' ? [] : ['-o', 'x.jsonl']
    const args = ['--chain', 'over', '--schema', 'schema.xml', 'docs.jsonl', flag, name, ...others]
    const { status, err } = chain(...args)
    assert.deepEqual([status, err.slice(0, 26)], [2, 'nearsame: OUTPUT_IS_INPUT:'])
  }
  assert.deepEqual([place.read('solrconfig.xml'), place.read('schema.xml')], [config, schema])
})

test('a run that is killed leaves nothing, and the next one gives the same', async () => {
  const many = Array.from({ length: 60_000 }, (_, i) => ({ id: `${i}`, name: `n${(i * 7919) % 40_000}` }))
  place.write('many.jsonl', jsonLines(...many))
  chain('--chain', 'over', 'many.jsonl', '-o', 'whole.jsonl')
  const main = resolve(import.meta.dirname, '../../src/cli/main.ts')
  const args = ['chain', '--config', 'solrconfig.xml', '--chain', 'over', 'many.jsonl', '-o', 'again.jsonl']
  const child = spawn(process.execPath, [main, ...args], { cwd: place.path, stdio: 'ignore' })
  const exit = once(child, 'exit')
  while (!readdirSync(place.path).some(name => name.includes('nearsame-')) && child.exitCode === null) {
    await new Promise(done => setTimeout(done, 5))
  }
  child.kill('SIGKILL')
  await exit
  assert.ok(!existsSync(join(place.path, 'again.jsonl')))
  chain('--chain', 'over', 'many.jsonl', '-o', 'again.jsonl')
  assert.ok(place.readBytes('again.jsonl').equals(place.readBytes('whole.jsonl')))
})
