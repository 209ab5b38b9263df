/** Solr's update chain on files. test/vectors and src/solr test the effect of the chain on a document. */
import assert from 'node:assert/strict'
import { existsSync, readFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { test } from 'node:test'
import { gzipSync, zstdCompressSync } from 'node:zlib'
import { Workshop } from './command.ts'
import { jsonLines } from './json-lines.ts'
import { nearsame } from './recording-terminal.ts'

const place = new Workshop()

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
const documents = (name: string) => place.rows(name)

test('the last of equal signatures stays, deletions are applied, numbers keep their spelling', async () => {
  const { status, out, err } = await chain(
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

test('without overwriteDupes, only equal ids replace each other', async () => {
  await chain('--chain', 'keep', 'docs.jsonl', 'docs.jsonl', '-o', 'kept.jsonl')
  assert.deepEqual(
    documents('kept.jsonl').map(({ id }) => id),
    ['1', '2', '3'],
  )
})

test('archives, arrays, commands and standard formats give the same', async () => {
  const docs = place.bytes('docs.jsonl')
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
  await chain('--chain', 'over', 'docs.jsonl', '-o', 'plain.jsonl')
  for (const name of ['docs.jsonl.gz', 'docs.jsonl.zst', 'docs.json', 'commands.json']) {
    await chain('--chain', 'over', name, '-o', 'other.jsonl')
    assert.equal(place.read('other.jsonl'), place.read('plain.jsonl'), name)
  }
})

test('reports replaced, deleted and written documents, as JSON on request', async () => {
  const { out } = await chain('--chain', 'over', 'docs.jsonl', 'more.xml', '-o', 'out.jsonl', '--json')
  assert.deepEqual(JSON.parse(out), {
    chain: 'over',
    counts: { documents: 4, updates: 0, unstored: 0, refused: 0, replaced: 1, deleted: 1, written: 2 },
    notices: {},
  })
})

test('safe prevents the losses of documents in Solr, and counts them', async () => {
  const given = [{}, {}, { name: '' }, { name: '' }, { name: null }, { name: null }]
  const rows = given.map((row, i) => ({ id: String(i), ...row }))
  place.write('empty.jsonl', jsonLines(...rows))
  await chain('--chain', 'over', 'empty.jsonl', '-o', 'solr.jsonl')
  const left = documents('solr.jsonl').map(({ id, sig }) => [id, sig])
  assert.deepEqual(left[0], ['1', '0000000000000000'])
  assert.deepEqual(
    left.map(([id]) => id),
    ['1', '3', '5'],
  )
  const { out } = await chain(
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

test('an update that Solr refuses ends the run with its message, or goes to a file', async () => {
  const stopped = await chain('--chain', 'bad', 'docs.jsonl', '-o', 'never.jsonl')
  assert.equal(stopped.status, 3)
  assert.match(stopped.err, /SOLR_UPDATE: .*For input string: "abc", at docs\.jsonl:1\. To fix/)
  assert.ok(!existsSync(join(place.path, 'never.jsonl')))
  await chain('--chain', 'bad', 'docs.jsonl', '-o', 'none.jsonl', '--refused', 'refused.jsonl')
  assert.equal(place.read('none.jsonl'), '')
  const answer = { code: 'SOLR_UPDATE', status: 400, message: 'For input string: "abc"' }
  const given = documents('docs.jsonl')
  assert.deepEqual(
    documents('refused.jsonl'),
    given.map((document, i) => ({ update: i + 1, at: `docs.jsonl:${i + 1}`, ...answer, document })),
  )
  assert.match(
    place.read('refused.jsonl'),
    /"document":\{"id":"3","name":"Lamp","body":"red lamp","n":1\.50\}\}/,
  )
})

test('docs/formats shows refused updates exactly as written', async () => {
  const page = readFileSync(resolve(import.meta.dirname, '../../docs/formats/files.md'), 'utf8')
  const shown = /\n## Refused updates\n.*?```jsonl\n(.*?)```/s.exec(page)?.[1]
  const signing = processor(fields.replace('name,body', 'title'))
  place.write(
    'title.xml',
    `<config><updateRequestProcessorChain>${signing}</updateRequestProcessorChain></config>`,
  )
  place.write(
    'in.jsonl',
    jsonLines({ id: '1', title: 'p' }, { title: 'q' }, { id: '1', title: { set: 'r' } }),
  )
  await chain('--config', 'title.xml', 'in.jsonl', '-o', 'x.jsonl', '--refused', 'refused.jsonl')
  assert.equal(place.read('refused.jsonl'), shown)
})

test('a refused update has the place in its file, and no status if only an index could tell it', async () => {
  place.write(
    'three.json',
    '{"add":{"doc":{"id":"1"}},"delete":{"query":"a b"},"add":{"doc":{"name":{"set":1}}}}',
  )
  place.write('gap.jsonl', '\n{"id":"2"}\n{"n":1}\n')
  await chain('--chain', 'over', 'gap.jsonl', 'three.json', '-o', 'x.jsonl', '--refused', 'refused.jsonl')
  const [gap, query, update] = documents('refused.jsonl')
  assert.deepEqual(
    [gap, query, update].map(({ update, at, status }) => [update, at, status]),
    [
      [2, 'gap.jsonl:3', 400],
      [4, 'three.json:2', null],
      [5, 'three.json:3', 500],
    ],
  )
  assert.equal(gap.message, 'Document is missing mandatory uniqueKey field: id')
  assert.match(query.message, /outcome is known without an index.*got the query a b/)
  assert.deepEqual([query.document, query.command], [undefined, { delete: { query: 'a b' } }])
  const { err } = await chain('--chain', 'over', 'gap.jsonl', '-o', 'x.jsonl')
  assert.match(err, /mandatory uniqueKey field: id, at gap\.jsonl:3\./)
})

test('a document comes before its atomic updates, and is deleted with them', async () => {
  const update = { id: '1', n: { set: 7 } }
  const nothing = { sig: '0000000000000000' }
  place.write('update.jsonl', jsonLines({ id: '1', ...lamp }, { id: '2', name: 'q' }, update, update))
  const run = async (name: string, ...flags: readonly string[]) => {
    const { out } = await chain(
      '--chain',
      'over',
      'update.jsonl',
      name,
      '-o',
      'out.jsonl',
      '--json',
      ...flags,
    )
    return [JSON.parse(out).counts, documents('out.jsonl')]
  }
  const none = { unstored: 0, refused: 0, replaced: 0, deleted: 0 }
  place.write('no.jsonl', '')
  const [counts, [base, other, ...updates]] = await run('no.jsonl')
  assert.deepEqual(counts, { ...none, documents: 4, updates: 2, written: 4 })
  assert.deepEqual([base.name, other.id], ['Lamp', '2'])
  assert.deepEqual(updates, [
    { ...update, ...nothing },
    { ...update, ...nothing },
  ])
  const [, [, , ...unsigned]] = await run('no.jsonl', '--compatibility', 'safe')
  assert.deepEqual(unsigned, [update, update])
  // All three share the signature of nothing, so one replaces them; the document's own signature does not.
  place.write('late.jsonl', jsonLines({ id: '3', ...lamp }, { id: '4', x: 1 }))
  const [replaced, left] = await run('late.jsonl')
  assert.deepEqual(replaced, { ...none, documents: 6, updates: 2, replaced: 1, written: 3 })
  assert.deepEqual(
    left.map(({ id }: { id: string }) => id),
    ['2', '3', '4'],
  )
  place.write('gone.jsonl', '{"delete":{"id":"1"}}\n')
  assert.deepEqual((await run('gone.jsonl'))[0], {
    ...none,
    documents: 4,
    updates: 2,
    deleted: 1,
    written: 1,
  })
})

test('a chain without a processor that runs updates writes nothing, and says why', async () => {
  const signing = processor(fields).replace(/<processor class="solr.Run.*/, '')
  place.write(
    'norun.xml',
    `<config><updateRequestProcessorChain>${signing}</updateRequestProcessorChain></config>`,
  )
  const { status, err } = await chain('--config', 'norun.xml', 'docs.jsonl', '-o', 'nothing.jsonl')
  assert.deepEqual([status, place.read('nothing.jsonl')], [0, ''])
  assert.match(err, /unstored +3 +because the chain has no solr\.RunUpdateProcessorFactory\n +written +0/)
  const flags = ['--config', 'norun.xml', '--compatibility', 'safe']
  assert.match(
    (await chain(...flags, 'docs.jsonl', '-o', 'x.jsonl')).err,
    /SOLR_UNSAFE: expected a chain that stores/,
  )
})

test('wrong usage is status 2, a broken line names its place', async () => {
  assert.equal((await chain('--chain', 'over', 'docs.txt', '-o', 'x.jsonl')).status, 2)
  assert.equal((await chain('--listen', '0', '-o', 'x.jsonl')).status, 2)
  for (const port of ['', ' 1', '0x10', '1e3', '65536']) {
    assert.match(
      (await chain('--listen', port, '--forward', 'http://localhost')).err,
      /OPTION_VALUE: expected --listen/,
    )
  }
  const none = await chain('--chain', 'over', 'docs.jsonl')
  assert.deepEqual([none.status, none.err.split(', got ')[1]], [2, 'none. To fix: add `-o NAME`.\n'])
  const nope = await chain('--chain', 'nope', 'docs.jsonl', '-o', 'x.jsonl')
  assert.equal(nope.status, 2)
  assert.equal(
    nope.err,
    'nearsame: OPTION_VALUE: expected `--chain` to be one of "over", "keep", "bad", got "nope", at solrconfig.xml. ' +
      'To fix: take a chain of the configuration.\n',
  )
  place.write('broken.xml', '<config>\n<a>\n<')
  for (const flags of [
    ['--config', 'broken.xml'],
    ['--schema', 'broken.xml'],
  ]) {
    const { status, err } = await chain('--chain', 'over', ...flags, 'docs.jsonl', '-o', 'x.jsonl')
    assert.equal(status, 3)
    assert.match(err, /SOLR_CONFIG: .*, at broken\.xml, line 3, column \d\./)
  }
  place.write('broken.jsonl', '{"id":"1"}\n{"id":\n')
  const { status, err } = await chain('--chain', 'over', 'broken.jsonl', '-o', 'x.jsonl')
  assert.equal(status, 3)
  assert.match(err, /broken\.jsonl, line 2/)
})

const clone = `<processor class="solr.CloneFieldUpdateProcessorFactory"><str name="source">title</str>
  <str name="dest">key</str></processor><processor class="solr.TrimFieldUpdateProcessorFactory"/>`
const keySignature = processor(fields.replace('name,body', 'key'))

test('processors before the signature are run, and change what is written', async () => {
  place.write(
    'clone.xml',
    `<config><updateRequestProcessorChain default="true">${clone}${keySignature}</updateRequestProcessorChain></config>`,
  )
  const rows = ['Harbour', 'Lighthouse', ' Harbour'].map((title, i) => ({ id: `${i}`, title }))
  place.write('titles.jsonl', jsonLines(...rows))
  const { status, err } = await chain('--config', 'clone.xml', 'titles.jsonl', '-o', 'cloned.jsonl')
  assert.equal(status, 0)
  assert.match(err, /^nearsame chain \(without a name\): 3 documents/)
  assert.deepEqual(
    documents('cloned.jsonl').map(({ id, title, key }) => [id, title, key]),
    [
      ['1', 'Lighthouse', 'Lighthouse'],
      ['2', 'Harbour', 'Harbour'],
    ],
  )
})

test('a chain that cannot give the answer of Solr is refused by name', async () => {
  const named = (name: string, content: string) =>
    `<updateRequestProcessorChain name="${name}">${content}</updateRequestProcessorChain>`
  const run = '<processor class="solr.RunUpdateProcessorFactory"/>'
  const stamp =
    '<processor class="solr.TimestampUpdateProcessorFactory"><str name="fieldName">t</str></processor>'
  const refusals: readonly [config: string, flags: readonly string[], message: RegExp][] = [
    [
      named('c', stamp + keySignature),
      [],
      /got solr\.TimestampUpdateProcessorFactory, at odd\.xml, updateRequest/,
    ],
    [named('c', keySignature.replace(run, stamp + run)), [], /got solr\.TimestampUpdateProcessorFactory/],
    [named('logs', `<processor class="solr.LogUpdateProcessorFactory"/>${run}`), [], /do not sign: "logs"/],
    [
      named('p', keySignature) + named('q', keySignature),
      [],
      /chains that sign: "p", "q", got none chosen/,
    ],
    [
      named('p', keySignature) + named('q', run),
      ['--chain', 'q'],
      /sign: "p", got "q", which does not sign/,
    ],
    ['', [], /got no chain/],
  ]
  for (const [config, flags, message] of refusals) {
    place.write('odd.xml', `<config>${config}</config>`)
    const { status, err } = await chain('--config', 'odd.xml', ...flags, 'docs.jsonl', '-o', 'x.jsonl')
    assert.equal(status, 2, err)
    assert.match(err, /^nearsame: SOLR_CHAIN: /)
    assert.match(err, message)
  }
  const swapped = await chain('--config', 'more.xml', 'docs.jsonl', '-o', 'x.jsonl')
  assert.match(
    swapped.err,
    /SOLR_CONFIG: expected a solrconfig\.xml, whose first element is <config>, got <update>/,
  )
})

test('XML has the encoding it declares, and is refused where content is elsewhere', async () => {
  const message = (encoding: string, ...names: readonly string[]) =>
    `<?xml version="1.0" encoding="${encoding}"?><add>${names
      .map((name, i) => `<doc><field name="id">${i}</field><field name="name">${name}</field></doc>`)
      .join('')}</add>`
  const written = async (bytes: Uint8Array) => {
    place.write('names.xml', bytes)
    const { err } = await chain('--chain', 'over', 'names.xml', '-o', 'names.jsonl', '--quiet')
    assert.equal(err, '')
    return documents('names.jsonl').map(({ name }) => name)
  }
  const names = ['S\u00f8rensen', 'S\u00e6rensen']
  assert.deepEqual(await written(Buffer.from(message('ISO-8859-1', ...names), 'latin1')), names)
  assert.deepEqual(await written(Buffer.from(message('windows-1252', 'a\u0080'), 'latin1')), ['a\u20ac'])
  assert.deepEqual(await written(Buffer.from(message('UTF-16', ...names), 'utf16le')), names)
  assert.deepEqual(
    await written(Buffer.from(`\ufeff${message('UTF-16', ...names)}`, 'utf16le').swap16()),
    names,
  )
  place.write('latin.xml', Buffer.from(message('UTF-8', names[0]), 'latin1'))
  const broken = await chain('--chain', 'over', 'latin.xml', '-o', 'x.jsonl')
  assert.match(broken.err, /SOLR_UPDATE: .*got Invalid UTF-8 in the XML text, at latin\.xml/)
  for (const elsewhere of [
    '<!DOCTYPE config [<!ENTITY e "x">]><config/>',
    '<config><xi:include href="c.xml"/></config>',
  ]) {
    place.write('elsewhere.xml', elsewhere)
    const { status, err } = await chain('--config', 'elsewhere.xml', 'docs.jsonl', '-o', 'x.jsonl')
    assert.equal(status, 3)
    assert.match(
      err,
      /SOLR_CONFIG: .*elsewhere\.xml.*`xmllint --noent --xinclude --dropdtd IN\.xml > OUT\.xml`/,
    )
  }
})

test('properties come from flags and from the files beside the configuration', async () => {
  const signed = fields.replace('name,body', '$' + '{signed.fields}')
  const whole = `<config><updateRequestProcessorChain default="true">${processor(signed)}</updateRequestProcessorChain></config>`
  place.write('core/conf/solrconfig.xml', whole)
  place.write('two.jsonl', jsonLines({ id: '1', name: 'p', n: 1 }, { id: '2', name: 'p', n: 2 }))
  const left = async (...flags: readonly string[]) => {
    const args = [
      '--config',
      'core/conf/solrconfig.xml',
      ...flags,
      'two.jsonl',
      '-o',
      'left.jsonl',
      '--quiet',
    ]
    const { err } = await chain(...args)
    return err === '' ? documents('left.jsonl').map(({ id }) => id) : err
  }
  assert.match(
    String(await left()),
    /No system property or default value specified for signed\.fields.* To fix: give its value in `--property`, signed\.fields=VALUE/,
  )
  assert.deepEqual(await left('--property', 'signed.fields=name'), ['2'])
  assert.deepEqual(await left('--property', 'signed.fields=n', '--property', 'x=y'), ['1', '2'])
  assert.match(
    String(await left('--property', 'signed.fields')),
    /OPTION_VALUE: expected --property to be NAME=VALUE/,
  )
  place.write('core/core.properties', '# of the core\nname=c\nsigned.fields = na\\\n  me\n')
  assert.deepEqual(await left(), ['2'])
  assert.match(
    String(await left('--property', 'signed.fields=n')),
    /OPTION_VALUE: .*comes first in Solr: "name"/,
  )
  place.write('core/conf/solrcore.properties', 'signed.fields:n')
  assert.deepEqual(await left(), ['1', '2'])
  place.write('core/conf/params.json', '{"params":{"_UPDATE":{"update.chain":"gone"}}}')
  assert.match(String(await left()), /unknown UpdateRequestProcessorChain: gone/)
  place.write('core/conf/params.json', '{}')
  place.write('core/conf/configoverlay.json', '{"updateProcessor":{"stamp":{}}}')
  assert.match(String(await left()), /SOLR_CHAIN: .*got updateProcessor, at .*configoverlay\.json/)
  place.write('core/conf/configoverlay.json', '{"userProps":{"signed.fields":"name"}}')
  assert.deepEqual(await left(), ['2'])
})

test('configuration and schema are inputs: nothing overwrites them, not even --force', async () => {
  place.write(
    'managed-schema',
    '<schema><field name="sig" type="s"/><fieldType name="s" class="solr.StrField"/></schema>',
  )
  const config = place.read('solrconfig.xml')
  const schema = place.read('managed-schema')
  for (const [flag, name, code] of [
    ['-o', 'solrconfig.xml', 'OUTPUT_FORMAT'],
    ['-o', 'managed-schema', 'OUTPUT_IS_INPUT'],
    ['--refused', 'managed-schema', 'OUTPUT_IS_INPUT'],
  ]) {
    const others = flag === '-o' ? [] : ['-o', 'x.jsonl']
    const args = ['--chain', 'over', '--schema', 'managed-schema', 'docs.jsonl', flag, name, ...others]
    const { status, err } = await chain(...args, '--force')
    assert.deepEqual([status, err.split(':')[1].trim()], [2, code])
  }
  assert.deepEqual([place.read('solrconfig.xml'), place.read('managed-schema')], [config, schema])
})

test('a killed run leaves nothing, and the next one gives the same result', async () => {
  const many = Array.from({ length: 30_000 }, (_, i) => ({ id: `${i}`, name: `n${(i * 7919) % 20_000}` }))
  place.write('many.jsonl', jsonLines(...many))
  await chain('--chain', 'over', 'many.jsonl', '-o', 'whole.jsonl')
  const args = ['chain', '--config', 'solrconfig.xml', '--chain', 'over', 'many.jsonl', '-o', 'again.jsonl']
  const { child, ended } = place.start(...args)
  while (!place.names().some(name => name.includes('nearsame-')) && child.exitCode === null) {
    await new Promise(done => setTimeout(done, 5))
  }
  child.kill('SIGKILL')
  await ended
  assert.ok(!existsSync(join(place.path, 'again.jsonl')))
  // Beside the temporary files of the killed run.
  assert.equal((await nearsame(...args)).status, 0)
  assert.ok(place.bytes('again.jsonl').equals(place.bytes('whole.jsonl')))
})

test('--removed names each document that is gone, and the one that replaced it', async () => {
  const { status, err } = await chain(
    '--chain',
    'over',
    'docs.jsonl',
    'more.xml',
    '-o',
    'x.jsonl',
    '--removed',
    'removed.jsonl',
  )
  assert.equal(status, 0, err)
  assert.deepEqual(place.rows('removed.jsonl'), [
    { id: '1', at: 'docs.jsonl:1', reason: 'signature', by: '3', byAt: 'docs.jsonl:3' },
    { id: '2', at: 'docs.jsonl:2', reason: 'deleted' },
  ])
  place.write('again.jsonl', jsonLines({ id: 7, name: 'a' }, { id: 7, name: 'b' }))
  await chain('--chain', 'over', 'again.jsonl', '-o', 'x.jsonl', '--removed', 'removed.jsonl')
  assert.deepEqual(place.rows('removed.jsonl'), [
    { id: '7', at: 'again.jsonl:1', reason: 'id', by: '7', byAt: 'again.jsonl:2' },
  ])
})

test('--keep first keeps the first of equal signatures, --exclude-fields leaves fields out of them', async () => {
  const args = ['--chain', 'over', 'docs.jsonl', '-o', 'first.jsonl', '--removed', 'removed.jsonl']
  assert.equal((await chain(...args, '--keep', 'first')).status, 0)
  assert.deepEqual(
    documents('first.jsonl').map(({ id }) => id),
    ['1', '2'],
  )
  assert.deepEqual(place.rows('removed.jsonl'), [
    { id: '3', at: 'docs.jsonl:3', reason: 'signature', by: '1', byAt: 'docs.jsonl:1' },
  ])
  place.write('bodies.jsonl', jsonLines({ id: 1, name: 'a', body: 'x' }, { id: 2, name: 'a', body: 'y' }))
  await chain('--chain', 'over', 'bodies.jsonl', '-o', 'left.jsonl', '--exclude-fields', 'bo*,other')
  assert.deepEqual(
    documents('left.jsonl').map(({ id }) => id),
    [2],
  )
  const listening = await place.run(
    'chain',
    ...[
      '--config',
      'solrconfig.xml',
      '--listen',
      '0',
      '--forward',
      'http://127.0.0.1:9/solr/a',
      '--keep',
      'first',
    ],
  )
  assert.equal(listening.status, 2)
  assert.match(listening.err, /expected --keep first and --removed with files, got --listen/)
})

test('flags of the proxy beside files, and those of files beside --listen, are refused', async () => {
  const beside = { '--host': '0.0.0.0', '--also': 'http://127.0.0.1:9/solr/b', '--forward-chain': 'later' }
  for (const [flag, value] of Object.entries(beside)) {
    const { status, err } = await chain('docs.jsonl', '-o', 'x.jsonl', flag, value)
    assert.equal(status, 2)
    assert.equal(
      err,
      `nearsame: OPTION_VALUE: expected ${flag} only with --listen, got files. To fix: leave it out, or run a proxy with \`--listen PORT --forward URL\`.\n`,
    )
  }
  const proxy = ['--listen', '0', '--forward', 'http://127.0.0.1:9/solr/a']
  const forFiles = { '--output': 'x', '--refused': 'x', '--input-format': 'json', '--temp': '.' }
  for (const [flag, value] of Object.entries(forFiles)) {
    const { status, err } = await chain(...proxy, flag, value)
    assert.equal(status, 2)
    assert.match(
      err,
      RegExp(`expected ${flag} only with files, got --listen\\. To fix: leave it out: a proxy`),
    )
  }
})
