import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { test } from 'node:test'
import { minHashValues } from '../../texts/kernels/reference/signature.ts'
import { kernelNames, kernelsNamed } from '../../texts/kernels/select.ts'
import { estimateJaccard } from '../../texts/sketch/min-hash.ts'
import { checkComparable, signatureToHex } from '../../texts/sketch/signature-format.ts'
import { openSegmenter } from '../../texts/text/segmenter.ts'
import { stemmingBy } from '../../texts/text/stemming.ts'
import { stopWords, withoutWords } from '../../texts/text/stop-words.ts'
import { deduplicate } from './deduplicate.ts'
import { findPairs } from './find-pairs.ts'
import { sharedKernels } from './settings.ts'
import { containment, jaccard, minHash, shingleHashes, shingles, tokens } from './single-texts.ts'
import { bandKeys, openSketcher } from './sketcher.ts'

const text = 'The café in Paris: to be or not to be, 東京 の café. '.repeat(5)

test('the signature is the one the definition gives for the shingles, with any kernels', async () => {
  const texts = [
    text,
    'a',
    'Straße STRASSE 東京都',
    'lone \ud800 surrogate',
    'x '.repeat(5000),
    'é'.repeat(300),
  ]
  for (const shingle of ['words:3', 'chars:8']) {
    const options = { shingle, signatureLength: 96, seed: 7 }
    const reference = await openSketcher({ ...options, kernels: 'reference' })
    for (const kernels of kernelNames) {
      const sketcher = await openSketcher({ ...options, kernels })
      for (const given of texts) {
        const values = minHashValues(new Set(reference.shingleHashes(given)), 96, 7)
        const expected = {
          unit: shingle.slice(0, 5),
          size: Number(shingle.slice(6)),
          steps: 0,
          seed: 7,
          values,
        }
        assert.deepEqual(sketcher.minHash(given), expected, given.slice(0, 20))
      }
    }
  }
})

test('has the vectors of docs/formats/signature.md', async () => {
  const page = readFileSync(new URL('../../../docs/formats/signature.md', import.meta.url), 'utf8')
  const vectors = page.match(/(?<=^ {4})4e536967[0-9a-f]+$/gm)
  const signed = await minHash('The quick brown fox jumps over the lazy dog', { signatureLength: 4 })
  assert.ok(signed)
  const ofOne = { ...signed, values: minHashValues(new Set([0x385b2e1728c29ec1n]), 4, 1) }
  assert.deepEqual([ofOne, signed].map(signatureToHex), vectors)
})

test('characters that the text rule drops do not count', async () => {
  const fox = await minHash('The quick brown fox jumps over the lazy dog')
  assert.deepEqual(await minHash('  the QUICK, brown -- fox jumps over... the lazy dog!'), fox)
})

test('a text without tokens has no signature', async () => {
  for (const given of ['', ' ', '… — !', '\n\t', ' …']) assert.equal(await minHash(given), undefined)
})

test('reports insufficient memory', async () => {
  const small = { ...(await kernelsNamed('reference')), reserve: () => false }
  await assert.rejects(minHash('the old bridge', { kernels: small }), {
    code: 'MEMORY_EXHAUSTED',
    message:
      /^MEMORY_EXHAUSTED: expected at most 4 GiB of kernel memory, got a need of \d+ bytes\. To fix: cut the text/,
  })
})

test('shingles and their hashes are equal in number, each once', async () => {
  for (const shingle of [
    'words:1',
    'words:5',
    'words:64',
    'chars:3',
    'chars:64',
    'stopword:2',
    'stopword:4',
    'stopword:2:2',
    'stopword:1:3',
    'stopword:3:64',
  ]) {
    for (const given of [text, 'a', 'bridge', '', 'to', 'old stone bridge, the']) {
      const [words, hashes] = [await shingles(given, { shingle }), await shingleHashes(given, { shingle })]
      assert.equal(words.length, hashes.length, `${shingle} of ${given}`)
      assert.equal(new Set(words).size, words.length)
      assert.deepEqual(hashes, BigUint64Array.from(new Set(hashes)).sort())
    }
  }
})

test('shingles begin with a stop word, or consist of the whole text', async () => {
  const shingle = 'stopword:2'
  assert.deepEqual(await shingles('Stones of the granite bridge and', { shingle }), [
    'of the',
    'the granite',
  ])
  assert.deepEqual(await shingles('Granite bridge', { shingle }), ['granite bridge'])
})

test('sequences of shingles that begin with a stop word are shingles of such shingles', async () => {
  const given = 'Stones of the granite bridge and a gate of the red town'
  const items = await shingles(given, { shingle: 'stopword:2' })
  assert.deepEqual(items, ['of the', 'the granite', 'and a', 'a gate', 'the red'])
  // 'of the' comes twice: as an item of the sequence it counts again.
  assert.deepEqual(await shingles(given, { shingle: 'stopword:2:3' }), [
    'of the | the granite | and a',
    'the granite | and a | a gate',
    'and a | a gate | of the',
    'a gate | of the | the red',
  ])
  assert.deepEqual(await shingles('the granite bridge', { shingle: 'stopword:2:3' }), ['the granite'])
  assert.deepEqual(await shingles('Granite bridge', { shingle: 'stopword:2:3' }), ['granite bridge'])
  const hashes = async (text: string, shingle: string) => [...(await shingleHashes(text, { shingle }))]
  assert.notDeepEqual(
    await hashes('the granite', 'stopword:2:2'),
    await hashes('the granite', 'stopword:2'),
  )
  assert.equal((await minHash(given, { shingle: 'stopword:2:3' }))?.sequence, 3)
  assert.equal((await minHash(given, { shingle: 'stopword:2:1' }))?.sequence, undefined)
})

test('concurrent calls do not affect each other', async () => {
  const sizes = Array.from({ length: 40 }, (_, i) => 1 + (i % 5))
  const found = await Promise.all(sizes.map(size => shingles('a b c d e f', { shingle: `words:${size}` })))
  assert.deepEqual(
    found.map(list => list.length),
    sizes.map(size => 7 - size),
  )
})

test('measures are those of the sets', async () => {
  const sketcher = await openSketcher({ shingle: 'words:2' })
  const [a, b] = [text, text.replaceAll('not', 'never')]
  const [left, right] = [a, b].map(side => new Set(sketcher.shingleHashes(side)))
  const shared = left.intersection(right).size
  assert.equal(sketcher.jaccard(a, b), shared / left.union(right).size)
  assert.equal(sketcher.containment(a, b), shared / Math.min(left.size, right.size))
  assert.deepEqual([sketcher.jaccard('…', '?'), sketcher.containment('a', '')], [0, 0])
  assert.equal(await jaccard(a, a), 1)
})

test('a text without a token has similarity 1 with its equals, as in deduplicate, and 0 with all others', async () => {
  for (const wordless of ['!', '', '…\ud800']) {
    assert.deepEqual([await jaccard(wordless, wordless), await containment(wordless, wordless)], [1, 1])
    const { removed } = await deduplicate([wordless, wordless])
    assert.deepEqual(
      removed.map(({ similarity }) => similarity),
      wordless === '' ? [] : [1],
    )
    for (const other of ['?', '! ', '…\ufffd', 'a'])
      assert.deepEqual([await jaccard(wordless, other), await containment(other, wordless)], [0, 0])
  }
})

test('texts that agree in a band share its key', async () => {
  const sketcher = await openSketcher()
  const [a, b] = [sketcher.minHash(text), sketcher.minHash(`${text} and more`)]
  assert(a && b)
  const shape = { bands: 32, rows: 4 }
  const [keysA, keysB] = [bandKeys(a, shape), bandKeys(b, shape)]
  for (let band = 0; band < 32; band++) {
    const isEqual: boolean = [0, 1, 2, 3].every(
      row => a.values[4 * band + row] === b.values[4 * band + row],
    )
    assert.equal(keysA[band] === keysB[band], isEqual)
  }
  assert(estimateJaccard(a, b) > 0.5)
  assert.throws(() => bandKeys(a, { bands: 33, rows: 4 }), { code: 'BAND_SHAPE' })
})

test('a token rule decides the tokens, is reported, and keeps signatures apart', async () => {
  const stem = stemmingBy({ stem: word => word.replace(/(?:ed|s)$/, '') })
  const steps = { 'without: en': withoutWords(stopWords('en')), 'stems: mine': stem }
  assert.deepEqual(await tokens('The BRIDGES of the river are crossed.', { steps }), [
    'bridge',
    'river',
    'cross',
  ])
  const texts = ['The bridges of the river', 'A bridge, the rivers!', 'The boat']
  const { removed, options } = await deduplicate(texts, { steps })
  assert.deepEqual([removed.length, removed[0].kind], [1, 'normalised'])
  assert.deepEqual(options.steps, ['without: en', 'stems: mine'])
  const [plain, stemmed] = [await minHash('bridge'), await minHash('bridge', { steps })]
  assert(plain && stemmed)
  assert.throws(() => checkComparable(plain, stemmed), { code: 'SIGNATURE_MISMATCH' })
})

test('a segmenter gives words instead of characters, and its version is reported', async () => {
  const segment = openSegmenter('ja')
  const words = segment.words('東京都に住んでいます。')
  assert.deepEqual(await tokens('東京都に住んでいます。', { segment }), words)
  assert((await tokens('東京都に住んでいます。')).length > words.length)
  const { options } = await deduplicate(['東京都', '京都'], { segment })
  assert.deepEqual(options.segment, segment.settings)
})

test('a step that keeps every token changes no decision', async () => {
  const texts = [
    text,
    text.toUpperCase(),
    `${text} also`,
    'a b c',
    '…',
    'A, b; c',
    '\ud800 a b',
    '\udc00 a b',
    'a b',
  ]
  for (const shingle of ['words:3', 'stopword:2']) {
    const plain = await deduplicate(texts, { shingle })
    const stepped = await deduplicate(texts, { shingle, steps: { none: list => list } })
    assert.deepEqual(stepped.removed, plain.removed)
    assert.equal(stepped.digest, plain.digest)
  }
})

test('single texts need no bands, for any threshold and signature length', async () => {
  const low = { threshold: 0.01 }
  assert.equal((await minHash('one two', { signatureLength: 1 }))?.values.length, 1)
  assert.deepEqual(await tokens('one two', low), ['one', 'two'])
  assert.equal(await jaccard('one two three', 'one two four', { ...low, shingle: 'words:1' }), 0.5)
  assert.deepEqual((await openSketcher(low)).tokens('one'), ['one'])
  await assert.rejects(deduplicate([], low), { code: 'BANDS_UNREACHABLE' })
})

test('a step may call the sketcher that it belongs to', async () => {
  let isAsking = false
  const sketcher = await openSketcher({
    shingle: 'words:1',
    steps: {
      asking: words => {
        if (isAsking) return words
        isAsking = true
        sketcher.tokens('quite other words '.repeat(100))
        isAsking = false
        return words
      },
    },
  })
  assert.equal(sketcher.jaccard('a b c d', 'a b c e'), 0.6)
})

test('kernels whose memory a large text has grown are no longer shared', async () => {
  const kernels = { before: await sharedKernels(undefined), large: 'lorem ipsum dolor '.repeat(800_000) }
  assert.equal(await jaccard('a b', 'a b c'), 0)
  assert.equal(await sharedKernels(undefined), kernels.before)
  assert.equal(await jaccard(kernels.large, `${kernels.large}x`, { shingle: 'words:1' }), 0.75)
  const { memory } = await sharedKernels(undefined)
  assert(memory.buffer.byteLength < kernels.before.memory.buffer.byteLength)
})

test('a misspelt option gets the nearest name as a suggestion', async () => {
  for (const [given, meant] of [
    [{ kernel: 'wasm' }, 'kernels'],
    [{ step: {} }, 'steps'],
    [{ segmenter: {} }, 'segment'],
  ] as const)
    await assert.rejects(jaccard('a', 'b', given as never), {
      message: new RegExp(`^OPTION_UNKNOWN: .* To fix: write ${meant}, if that was meant\\.$`),
    })
  await assert.rejects(findPairs([], { maxpair: 3 } as never), {
    message: /write maxPairs, if that was meant/,
  })
})
