/** Methods that decide by an equal signature, from the command line and the library. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { deduplicate, explain, findPairs } from '../../src/doors/index.ts'
import { Workshop } from './command.ts'
import { jsonLines } from './json-lines.ts'

const place = new Workshop()
const profile = ['--method', 'solr-text-profile', '--param', 'quantRate=.2'] as const
const options = { method: 'solr-text-profile', params: { quantRate: 0.2 } } as const

const texts = [
  'the fox ran up a hill',
  'apple apple apple pear pear plum and so on',
  'Apple, apple: APPLE! pear... pear fig',
  'apple apple apple pear pear plum and so on',
  '-',
  '...',
  'apple (apple) apple pear; pear plum and so on!',
]
const documents = texts.map((text, id) => ({ id, text }))
place.write('in.jsonl', jsonLines(...documents))
const run = async (...args: readonly string[]) => {
  const result = await place.run(...args, '--quiet')
  assert.deepEqual(result, { status: 0, out: '', err: '' })
}
const linesOf = (name: string) => place.rows(name)

const empty = 'd41d8cd98f00b204e9800998ecf8427e'
const fruit = 'c3bb1df5185ccb49b2c6da4979d98db2'

test('sign writes the signature of each text', async () => {
  await run('sign', 'in.jsonl', ...profile, '-o', 'profile.jsonl')
  assert.deepEqual(
    linesOf('profile.jsonl').map(line => line.signature),
    ['1c2962b30be67af89776768887c4e9d3', fruit, fruit, fruit, empty, empty, fruit],
  )
  await run('sign in.jsonl --method lucene-min-hash --param bucketCount=2 -o buckets.jsonl')
  assert.deepEqual(
    linesOf('buckets.jsonl').map(line => line.signature?.length ?? null),
    [2, 2, 2, 2, 2, 2, 2],
  )
})

const rows = [
  [1, 2, 1 / 6],
  [1, 3, 1],
  [1, 6, 1],
  [2, 3, 1 / 6],
  [2, 6, 1 / 6],
  [3, 6, 1],
  [4, 5, 0],
]

test('pairs of equal signature have the exact Jaccard beside them', async () => {
  await run('pairs', 'in.jsonl', ...profile, '-o', 'pairs.csv')
  const lines = rows.map(([left, right, jaccard]) => `${left},${right},signature,1,${jaccard}\n`)
  assert.equal(place.read('pairs.csv'), `id1,id2,measure,similarity,jaccard\n${lines.join('')}`)
  const { pairs } = await findPairs(documents, options)
  assert.deepEqual(
    pairs.map(({ left, right, measure, similarity, jaccard }) => [
      left,
      right,
      measure,
      similarity,
      jaccard,
    ]),
    rows.map(([left, right, jaccard]) => [left, right, 'signature', 1, jaccard]),
  )
})

test('dedupe keeps one document per signature, reports kind and Jaccard, and counts false merges', async () => {
  await run(
    'dedupe in.jsonl',
    ...profile,
    '-o',
    'kept.jsonl',
    '--removed',
    'removed.jsonl',
    '--report',
    'report.json',
  )
  assert.deepEqual(
    linesOf('kept.jsonl').map(({ id }) => id),
    [0, 1, 4],
  )
  assert.deepEqual(
    linesOf('removed.jsonl').map(({ id, survivor, kind, measure, jaccard }) => [
      id,
      survivor,
      kind,
      measure,
      jaccard,
    ]),
    [
      [2, 1, 'near', 'signature', 1 / 6],
      [3, 1, 'exact', 'signature', 1],
      [5, 4, 'near', 'signature', 0],
      [6, 1, 'normalised', 'signature', 1],
    ],
  )
  const report = JSON.parse(place.read('report.json'))
  assert.deepEqual(
    [report.counts.exact, report.counts.normalised, report.counts.near, report.belowThreshold],
    [1, 1, 2, 2],
  )
  const found = await deduplicate(documents, options)
  assert.equal(found.digest, report.digest)
  assert.deepEqual(
    found.removed.map(({ index, jaccard }) => [index, jaccard]),
    linesOf('removed.jsonl').map(({ id, jaccard }) => [id, jaccard]),
  )
})

test('keep rules decide the survivor; threads and kernels change no byte', async () => {
  for (const threads of ['1', '3']) {
    const output = ['-o', `kept-${threads}.jsonl`]
    await run('dedupe', 'in.jsonl', ...profile, '--keep', 'longest', '--threads', threads, ...output)
  }
  assert.equal(place.read('kept-1.jsonl'), place.read('kept-3.jsonl'))
  assert.deepEqual(
    linesOf('kept-1.jsonl').map(({ id }) => id),
    [0, 5, 6],
  )
})

test('clusters and measured pairs carry the Jaccard', async () => {
  await run(
    'dedupe in.jsonl',
    ...profile,
    '-o',
    'k.jsonl',
    '--clusters',
    'clusters.jsonl',
    '--pairs',
    'measured.jsonl',
  )
  assert.deepEqual(linesOf('clusters.jsonl')[1], {
    cluster: 2,
    survivor: 4,
    members: [
      { id: 4, similarity: 1, jaccard: 1 },
      { id: 5, similarity: 1, jaccard: 0 },
    ],
    diameter: 0,
  })
  assert.deepEqual(
    linesOf('measured.jsonl').map(({ id1, id2, jaccard }) => [id1, id2, jaccard]),
    [
      [1, 2, 1 / 6],
      [1, 3, 1],
      [1, 6, 1],
      [4, 5, 0],
    ],
  )
})

test('match finds twins of equal signature across two inputs', async () => {
  place.write('a.jsonl', jsonLines(documents[0], documents[2]))
  place.write('b.jsonl', jsonLines(documents[1], documents[4]))
  await run('match a.jsonl --against b.jsonl', ...profile, '-o', 'across.csv', '--kept', 'left.jsonl')
  assert.equal(place.read('across.csv'), `id1,id2,measure,similarity,jaccard\n2,1,signature,1,${1 / 6}\n`)
  assert.deepEqual(linesOf('left.jsonl'), [documents[0]])
})

test('explain shows both signatures and decides by them', async () => {
  const { status, out } = await place.run('explain', 'in.jsonl', '--ids', '1,2', ...profile, '--json')
  const explained = JSON.parse(out)
  assert.equal(status, 0)
  assert.equal(explained.matches, true)
  assert.deepEqual(explained.signatures, {
    method: 'solr-text-profile',
    a: fruit,
    b: fruit,
    areEqual: true,
  })
  const inMemory = await explain(texts[1], texts[2], options)
  assert.deepEqual(inMemory.signatures, explained.signatures)
  assert.equal(inMemory.measures.jaccard, explained.measures.jaccard)
})

test('texts that differ in a lone surrogate have different signatures on files, too', async () => {
  const apart = ['one \ud800 two', 'one \ud801 two', 'one \ud801 two']
  place.write('apart.jsonl', jsonLines(...apart.map((text, id) => ({ id, text }))))
  await run('pairs', 'apart.jsonl', '--method', 'lucene-fingerprint', '-o', 'apart.csv')
  assert.equal(place.read('apart.csv').split('\n').slice(1).join(), '1,2,signature,1,1,')
  const { pairs } = await findPairs(apart, { method: 'lucene-fingerprint' })
  assert.deepEqual(
    pairs.map(({ left, right }) => [left, right]),
    [[1, 2]],
  )
})

test('pairs have equal signatures, as sign writes them, also for short texts', async () => {
  const texts = ['.', ' .', '.', '-', 'a', 'a ', '\u00e9']
  place.write('short.jsonl', jsonLines(...texts.map((text, id) => ({ id, text }))))
  const all = [-1, 0, 2].flatMap(length => [
    `nutch-text-profile minTokenLen=${length}`,
    `solr-text-profile minTokenLen=${length}`,
  ])
  for (const choice of [...all, 'nutch-md5', 'nutch-text-md5', 'solr-md5', 'solr-lookup3']) {
    const [method, param] = choice.split(' ')
    const given = ['--method', method, ...(param ? ['--param', param] : []), '--force']
    await run('sign', 'short.jsonl', ...given, '-o', 'short-signed.jsonl')
    const signatures = linesOf('short-signed.jsonl').map(line => line.signature)
    const equal = texts.flatMap((_, right) =>
      [...signatures.keys()]
        .filter(left => left < right && signatures[left] === signatures[right])
        .map(left => `${left},${right}`),
    )
    await run('pairs', 'short.jsonl', ...given, '-o', 'short.csv')
    const rows = place.read('short.csv').trimEnd().split('\n').slice(1)
    assert.deepEqual(rows.map(row => row.split(',').slice(0, 2).join()).sort(), equal.sort(), choice)
    const params = param ? { minTokenLen: Number(param.split('=')[1]) } : {}
    const { pairs } = await findPairs(texts, { method, params } as Parameters<typeof findPairs>[1])
    assert.deepEqual(pairs.map(({ left, right }) => `${left},${right}`).sort(), equal, choice)
    if (choice === 'nutch-text-profile minTokenLen=-1') {
      assert.deepEqual(signatures.slice(0, 2), [
        '54cafa3a6d69c189cf2df3978fbdd435',
        '54cafa3a6d69c189cf2df3978fbdd435',
      ])
    }
  }
})
