import assert from 'node:assert/strict'
import { test } from 'node:test'
import { findPassagesAgainst } from '../../src/engine/passages/find-against.ts'
import { findPassages } from '../../src/engine/passages/find-passages.ts'
import { Workshop } from './command.ts'
import { jsonLines } from './json-lines.ts'

const place = new Workshop()

/** Numbers in [0, below), always the same. */
function randomOf(seed: number): (below: number) => number {
  let state = seed
  return below => {
    state = (Math.imul(state, 1664525) + 1013904223) >>> 0
    return Math.floor((state / 2 ** 32) * below)
  }
}

const random = randomOf(7)
const words = (count: number, vocabulary: number) =>
  Array.from({ length: count }, () => `w${random(vocabulary).toString(36)}`)

/** Documents that share cuts of a few texts, some with quotes, escapes and other scripts. */
const sources = [
  words(300, 4000),
  words(200, 9),
  Array.from('春眠不觉晓处处闻啼鸟夜来风雨声花落知多少'.repeat(2)),
]
const documents = Array.from({ length: 60 }, (_, id) => {
  const parts = Array.from({ length: 1 + random(4) }, () => {
    const source = sources[random(3)]
    const from = random(source.length)
    return [...source.slice(from, from + random(80)), 'é"x\\', ...words(random(20), 4000)].join(' ')
  })
  if (id % 3 === 0) parts.unshift('Home, news, sport, about us and contact', '')
  return { id, text: parts.join('\n'), tag: '\u00e9' }
})
place.write('all.jsonl', jsonLines(...documents))

async function passagesOf(...args: string[]) {
  const run = await place.run('passages', ...args, '-o', 'out.jsonl', '--json', '--force')
  assert.equal(run.status, 0, run.err)
  return { rows: place.rows('out.jsonl'), report: JSON.parse(run.out), text: place.read('out.jsonl') }
}

test('finds what the library finds, with any threads, files and order of kernels', async () => {
  for (const unit of ['tokens', 'lines', 'paragraphs'] as const) {
    const { passages } = await findPassages(documents, { least: 6, unit })
    const args = ['--least', '6', '--unit', unit]
    const { rows, report, text } = await passagesOf('all.jsonl', ...args)
    assert.ok(rows.length > 5, unit)
    const plain = (at: Record<string, unknown>) => [at.id, at.from, at.to, at.fromByte, at.toByte]
    assert.deepEqual(
      rows.map(row => [...plain(row), row.tokens, ...plain(row.first), row.places]),
      passages.map(each => [...plain({ ...each }), each.tokens, ...plain({ ...each.first }), each.places]),
    )
    for (const row of rows) {
      const own = documents[row.id].text
      assert.equal(
        Buffer.from(own).subarray(row.fromByte, row.toByte).toString(),
        own.slice(row.from, row.to),
      )
    }
    const eight = await passagesOf('all.jsonl', ...args, '--threads', '8')
    assert.equal(eight.text, text)
    place.write('part-1.jsonl', jsonLines(...documents.slice(0, 7)))
    place.write('part-2.jsonl', jsonLines(...documents.slice(7)))
    const divided = await passagesOf('part-1.jsonl', 'part-2.jsonl', ...args)
    assert.equal(divided.report.digest, report.digest)
  }
})

test('finds what stands in another side as the library does, and says how much of each item', async () => {
  const items = Array.from({ length: 30 }, (_, id) => {
    const source = sources[random(3)]
    const from = random(source.length)
    return { id: `q${id}`, question: source.slice(from, from + random(40)).join(' ') }
  })
  place.write('items.jsonl', jsonLines(...items))
  const found = await findPassagesAgainst(
    documents,
    items.map(({ id, question }) => ({ id, text: question })),
    { least: 10, maxPlaces: 3 },
  )
  const { rows, report } = await passagesOf(
    ...['all.jsonl', '--against', 'items.jsonl', '--against-text', 'question'],
    ...['--least', '10', '--max-places', '3'],
  )
  assert.ok(rows.length > 5)
  assert.deepEqual(
    rows.map(({ id, from, to, first, places }) => [id, from, to, first.id, first.from, places]),
    found.passages.map(({ id, from, to, first, places }) => [id, from, to, first.id, first.from, places]),
  )
  assert.deepEqual(
    report.covered.map((item: Record<string, unknown>) => [item.id, item.share, item.by]),
    found.covered.map(({ id, covered, tokens, by }) => [id, covered / tokens, by]),
  )
  assert.equal(report.counts.notLookedFor, found.counts.notLookedFor)
})

const boilerplate = 'All rights reserved by the makers of this page'

test('cuts later copies out of records, and writes the others byte for byte', async () => {
  const untouched = [
    '{ "id" : 1, "text":"First. All rights reserved by the makers of this page" }\r\n',
    '{"id":3,"text":"nothing \\u0041 repeated here"}\n',
  ]
  const second =
    '{"text":"\\"Second\\" \\ud83d\\ude00 ALL rights reserved, by the makers of this p\\u0061ge! \\u00e9nd",' +
    '"id":2,"more":[1, 2]}\n'
  place.write('cut.jsonl', `${untouched[0]}${second}${untouched[1]}{"id":4,"text":"${boilerplate}"}`)
  const files = ['--kept', 'kept.jsonl', '--removed', 'removed.jsonl']
  const { report } = await passagesOf('cut.jsonl', '--least', '5', ...files)
  assert.equal(
    place.read('kept.jsonl'),
    `${untouched[0]}{"text":"\\"Second\\" \\ud83d\\ude00 ! \\u00e9nd","id":2,"more":[1, 2]}\n${untouched[1]}`,
  )
  assert.deepEqual(place.rows('removed.jsonl'), [
    {
      ...{ id: 2, at: 'cut.jsonl:2', from: 12, to: 59, fromByte: 14, toByte: 61 },
      text: 'ALL rights reserved, by the makers of this page',
    },
    { id: 4, at: 'cut.jsonl:4', dropped: true },
  ])
  assert.deepEqual([report.counts.kept, report.counts.dropped], [3, 1])
  const all = ['--cut', 'all', '--min-left', '0']
  await passagesOf('cut.jsonl', '--least', '5', '--kept', 'kept.jsonl', ...all)
  assert.deepEqual(
    place.rows('kept.jsonl').map(({ text }) => text),
    ['First. ', '"Second" \u{1f600} ! énd', 'nothing A repeated here', ''],
  )
  const none = ['--cut', 'none', '--min-left', '3']
  await passagesOf('cut.jsonl', '--least', '5', '--kept', 'kept.jsonl', ...none)
  assert.deepEqual(
    place.rows('kept.jsonl').map(({ id }) => id),
    [1, 3],
  )
})

test('many records are cut by all threads alike', async () => {
  const own = (id: number) => Array.from({ length: 40 }, (_, i) => `own${id}x${i}`).join(' ')
  const many = Array.from({ length: 4000 }, (_, id) => ({ id, text: `${own(id)} ${boilerplate} ${id}` }))
  place.write('many.jsonl', jsonLines(...many))
  const written: string[][] = []
  for (const threads of ['1', '2']) {
    const files = ['--kept', 'kept.jsonl', '--removed', 'removed.jsonl']
    await passagesOf('many.jsonl', '--least', '5', ...files, '--threads', threads)
    written.push(['kept.jsonl', 'removed.jsonl'].map(name => place.read(name)))
  }
  assert.deepEqual(written[1], written[0])
  assert.equal(place.rows('removed.jsonl').length, many.length - 1)
})

test('cuts whole characters and words, and never joins two', async () => {
  place.write(
    'words.jsonl',
    jsonLines(
      { id: 1, text: '东西南北 one two 三' },
      { id: 2, text: 'ab东西南北cd ef' },
      { id: 3, text: 'x㍿' },
      { id: 4, text: '株式 会社 株' },
      { id: 5, text: '式会y ㍿' },
    ),
  )
  await passagesOf('words.jsonl', '--least', '2', '--kept', 'kept.jsonl', '--min-left', '0')
  assert.deepEqual(
    place.rows('kept.jsonl').map(({ text }) => text),
    ['东西南北 one two 三', 'ab cd ef', 'x㍿', ' 株', 'y '],
  )
})

test('cuts rows of CSV, lines of text, shards, arrays of JSON and files', async () => {
  const cut = ['--least', '5', '--kept']
  place.write(
    'a.csv',
    `id,text\n1,"Say ""hi"": ${boilerplate}"\n2,"Say ""ho"": ${boilerplate}, ""bye"""\n3,${boilerplate}"x\n`,
  )
  await passagesOf('a.csv', ...cut, 'kept.csv')
  assert.equal(
    place.read('kept.csv'),
    `id,text\n1,"Say ""hi"": ${boilerplate}"\n2,"Say ""ho"": , ""bye"""\n3, "x\n`,
  )
  place.write('a.txt', `one ${boilerplate}\ntwo ${boilerplate}`)
  await passagesOf('a.txt', ...cut, 'kept.txt')
  assert.equal(place.read('kept.txt'), `one ${boilerplate}\ntwo `)
  place.write('in/a.json', `[{"text": "one ${boilerplate}"},\n {\n"text": "two ${boilerplate}"}]`)
  await passagesOf('in/a.json', ...cut, 'kept.json')
  assert.deepEqual(
    JSON.parse(place.read('kept.json')).map((row: { text: string }) => row.text),
    [`one ${boilerplate}`, 'two '],
  )
  await passagesOf('in/a.json', ...cut, 'shards/')
  assert.equal(JSON.parse(place.read('shards/a.json')).length, 2)
  place.write('docs/a.md', `# One\n${boilerplate}\n`)
  place.write('docs/b.md', `# Two\r\n${boilerplate}\r\nend\n`)
  await passagesOf('docs', '--unit', 'lines', '--kept', 'clean')
  assert.equal(place.read('clean/b.md'), '# Two\r\nend\n')
  assert.equal(place.read('clean/a.md'), `# One\n${boilerplate}\n`)
})

test('drops the documents that hold a contaminated item, or cuts it out', async () => {
  place.write(
    'train.jsonl',
    jsonLines(
      { id: 1, text: 'Quiz. Which river flows through the old town of Bern? The Aare.' },
      { id: 2, text: 'A river flows through the old town.' },
      { id: 3, text: 'Nothing of it.' },
    ),
  )
  place.write('eval.jsonl', jsonLines({ id: 'q', text: 'which river flows through the old town of bern' }))
  const args = ['train.jsonl', '--against', 'eval.jsonl', '--least', '5', '--kept', 'kept.jsonl']
  const { report } = await passagesOf(...args)
  assert.deepEqual(
    place.rows('kept.jsonl').map(({ id }) => id),
    [3],
  )
  assert.deepEqual(
    report.covered.map(({ id, share, isContaminated, by }: Record<string, unknown>) => [
      id,
      share,
      isContaminated,
      by,
    ]),
    [['q', 1, true, [1, 2]]],
  )
  await passagesOf(...args, '--cut', 'later')
  assert.deepEqual(
    place.rows('kept.jsonl').map(({ text }) => text),
    ['Quiz. ? The Aare.', 'A .', 'Nothing of it.'],
  )
})

test('says what a run would do, and refuses what it cannot write', async () => {
  const plan = await place.run('passages', 'all.jsonl', '--least', '13', '--plan')
  assert.match(plan.out, /a passage +a run of 13 tokens or more\n +fingerprints +about [\d,]+\n/)
  const html = await place.run('passages', 'all.jsonl', '--html', '--kept', 'no.jsonl')
  assert.equal(html.status, 2)
  assert.match(html.err, /OUTPUT_FORMAT: expected records whose text can be cut in place/)
  const wrong = await place.run('passages', 'all.jsonl', '-o', 'x.jsonl', '--least', '0')
  assert.match(wrong.err, /--least to be a whole number in \[1, 1048576\]/)
})

test('50 of 50 items planted in long documents are found', async () => {
  const items = Array.from({ length: 200 }, (_, id) => ({
    id,
    text: words(25 + random(36), 30_000).join(' '),
  }))
  for (const length of [600, 6000]) {
    const train = items.slice(0, 50).map(({ text }, id) => {
      const own = words(length, 30_000)
      const at = random(length)
      return { id, text: [...own.slice(0, at), text, ...own.slice(at)].join(' ') }
    })
    place.write('planted.jsonl', jsonLines(...train))
    place.write('eval.jsonl', jsonLines(...items))
    const { report } = await passagesOf('planted.jsonl', '--against', 'eval.jsonl', '--least', '13')
    assert.deepEqual(
      report.covered.map(({ id, share, by }: Record<string, unknown>) => [id, share, by]),
      items.slice(0, 50).map(({ id }) => [id, 1, [id]]),
    )
  }
})

test('of items with one other word all runs that are long enough are found', async () => {
  const items = Array.from({ length: 50 }, (_, id) => ({ id, words: words(25 + random(36), 30_000) }))
  const changed = items.map(({ words: own }) => random(own.length))
  const train = items.map(({ id, words: own }, i) => ({
    id,
    text: [...words(600, 30_000), ...own.with(changed[i], 'another'), ...words(9, 30_000)].join(' '),
  }))
  place.write('planted.jsonl', jsonLines(...train))
  place.write('eval.jsonl', jsonLines(...items.map(({ id, words: own }) => ({ id, text: own.join(' ') }))))
  const { report } = await passagesOf('planted.jsonl', '--against', 'eval.jsonl', '--least', '13')
  const shares = new Map(report.covered.map(({ id, share }: { id: number; share: number }) => [id, share]))
  for (const [i, { id, words: own }] of items.entries()) {
    const runs = [changed[i], own.length - changed[i] - 1].filter(length => length >= 13)
    assert.equal(shares.get(id) ?? 0, runs.reduce((sum, length) => sum + length, 0) / own.length)
  }
})
