/** What plain JavaScript may pass to the public functions, and what each says of it. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import * as nearsame from '../../doors/index.ts'

const text = 'one two three four five six'
const signature = await nearsame.minHash(text)
const sketcher = await nearsame.openSketcher()
const hashes = await nearsame.shingleHashes(text)
const shape = { bands: 20, rows: 13 }

/** The functions as they are without types. */
// biome-ignore lint/suspicious/noExplicitAny: that any argument can be passed is what is tested
const loose = { ...nearsame, sketcher } as any

/** Each call with the code and the beginning of what is said. */
const refused: readonly (readonly [call: string, code: string, says: string])[] = [
  [
    "jaccard('a')",
    'TEXT_NOT_STRING',
    'expected b to be a text, got undefined. To fix: pass a string as `b`.',
  ],
  ['jaccard(1, 2)', 'TEXT_NOT_STRING', 'expected a to be a text, got 1'],
  ["containment('a', null)", 'TEXT_NOT_STRING', 'expected b to be a text, got null'],
  ['tokens(5)', 'TEXT_NOT_STRING', 'expected text to be a text, got 5'],
  ['shingles(5)', 'TEXT_NOT_STRING', 'expected text to be a text, got 5'],
  ['shingleHashes()', 'TEXT_NOT_STRING', 'expected text to be a text, got undefined'],
  ['minHash()', 'TEXT_NOT_STRING', 'expected text to be a text, got undefined'],
  ["explain('a')", 'TEXT_NOT_STRING', 'expected b to be a text, got undefined'],
  ['sketcher.tokens(5)', 'TEXT_NOT_STRING', 'expected text to be a text, got 5'],
  ['sketcher.jaccard(text)', 'TEXT_NOT_STRING', 'expected b to be a text, got undefined'],
  ["tokens('a', null)", 'OPTION_VALUE', 'expected options to be an object, got null'],
  ['deduplicate([], null)', 'OPTION_VALUE', 'expected options to be an object, got null'],
  ['deduplicate([], 5)', 'OPTION_VALUE', 'expected options to be an object, got 5'],
  ['deduplicate([], [0.8])', 'OPTION_VALUE', 'expected options to be an object, got '],
  ['deduplicate([], { kernels: null })', 'OPTION_VALUE', 'expected kernels to be one of'],
  ['deduplicate([], { segment: 5 })', 'OPTION_VALUE', 'expected segment to be an object with a function'],
  ['deduplicate([], { steps: { stems: 5 } })', 'OPTION_VALUE', 'expected the step stems to be a function'],
  ['findPairs([], null)', 'OPTION_VALUE', 'expected options to be an object, got null'],
  ['findTwins([], [], 5)', 'OPTION_VALUE', 'expected options to be an object, got 5'],
  ['findTwins([])', 'OPTION_VALUE', 'expected documents to be a list of documents'],
  ['openSketcher(5)', 'OPTION_VALUE', 'expected options to be an object, got 5'],
  ['resolveResultOptions(null)', 'OPTION_VALUE', 'expected options to be an object, got null'],
  [
    'bandKeys(undefined, shape)',
    'OPTION_VALUE',
    'expected signature to be a signature, which `minHash` gives, got undefined',
  ],
  [
    'bandKeys(signature)',
    'BAND_SHAPE',
    'expected whole numbers with 1 <= bands * rows <= 128, got bands undefined',
  ],
  ['estimateJaccard()', 'OPTION_VALUE', 'expected a to be a signature'],
  ['estimateJaccard(signature, {})', 'OPTION_VALUE', 'expected b to be a signature'],
  ['signatureToHex()', 'OPTION_VALUE', 'expected signature to be a signature'],
  ['signatureFromHex(5)', 'SIGNATURE_FORMAT', 'expected pairs of hex digits, got 5'],
  ["wordEditDistance('art', 'arts')", 'OPTION_VALUE', 'expected a to be a list of words, got "art"'],
  ['wordEditDistance([])', 'OPTION_VALUE', 'expected b to be a list of words, got undefined'],
  ['wordEditDistance([], [], -1)', 'OPTION_VALUE', 'expected limit to be a whole number'],
  ['collapse()', 'OPTION_VALUE', 'expected ranked to be a list of results, got undefined'],
  ['collapse([])', 'OPTION_VALUE', 'expected areDuplicates to be a function'],
  ['collapse([], Object.is, null)', 'OPTION_VALUE', 'expected options to be an object'],
  ["collapse([], Object.is, { against: 'some' })", 'OPTION_VALUE', 'expected against to be all or kept'],
  ['clusterByKey()', 'OPTION_VALUE', 'expected keys to be a list'],
  ["clusterByKey(['x'], 5)", 'OPTION_VALUE', 'expected pairs to be a list of pairs'],
  [
    "clusterByKey(['x'], [[0, 1]])",
    'OPTION_VALUE',
    'expected pairs to be pairs of whole numbers in [0, 1), got [0,1]',
  ],
  ['chooseBands()', 'OPTION_VALUE', 'expected length to be a whole number from 1 to 4096, got undefined'],
  [
    'chooseBands(128, { jaccard: 2, recall: 0.9 })',
    'OPTION_VALUE',
    'expected jaccard to be a number in [0, 1], got 2',
  ],
  [
    'chooseAgreeingBands(128, {})',
    'OPTION_VALUE',
    'expected jaccard to be a number in [0, 1], got undefined',
  ],
  ['candidateProbability(shape, 2)', 'OPTION_VALUE', 'expected jaccard to be a number in [0, 1], got 2'],
  ['candidateProbability()', 'OPTION_VALUE', 'expected shape to be an object, got undefined'],
  [
    'agreeingProbability(shape, 0.5)',
    'OPTION_VALUE',
    'expected agree to be a whole number of at least 0, got undefined',
  ],
  [
    'duplicateProbability({ trials: 6, agree: 2, hashes: 14 })',
    'OPTION_VALUE',
    'expected similarity to be a number',
  ],
  ['bottomK([1], 2)', 'OPTION_VALUE', 'expected hashes to be a BigUint64Array'],
  ['bottomK(hashes)', 'OPTION_VALUE', 'expected k to be a whole number'],
  ['estimateJaccardOfBottomK(hashes)', 'OPTION_VALUE', 'expected b to be a BigUint64Array'],
  ['simHash()', 'OPTION_VALUE', 'expected hashes to be a BigUint64Array'],
  [
    "findPairs(['a'], { steps: { stems: () => 5 } })",
    'OPTION_VALUE',
    'expected the answer of the step stems',
  ],
  [
    "tokens('a', { segment: { settings: {}, words: () => [5] } })",
    'TEXT_NOT_STRING',
    'expected the answer of segment[0]',
  ],
  [
    'minHash(text, { segment: { settings: { version: 1n }, words: () => [] } })',
    'OPTION_VALUE',
    'expected segment.settings to be an object that can be written as JSON, got {"version":1}',
  ],
  [
    'deduplicate([], { segment: { words: () => [] } })',
    'OPTION_VALUE',
    'expected segment.settings to be an object, got undefined',
  ],
  [
    'simHash(hashes, [1])',
    'OPTION_VALUE',
    'expected weights to be a list with a finite number for each hash',
  ],
  ['hammingDistance(1n, 2)', 'OPTION_VALUE', 'expected b to be a bigint'],
  ['hammingDistance(-1n, 2n)', 'OPTION_VALUE', 'expected a to be a bigint in [0, 2^64), got -1'],
]

for (const [call, code, says] of refused) {
  test(`refuses ${call}`, async () => {
    const names = { ...loose, text, signature, hashes, shape }
    const run = new Function(...Object.keys(names), `return ${call}`)
    await assert.rejects(
      async () => run(...Object.values(names)),
      (error: unknown) => {
        assert(nearsame.isNearsameError(error), String(error))
        assert.equal(error.message.slice(0, code.length + 2 + says.length), `${code}: ${says}`)
        return true
      },
    )
  })
}

/** A document whose text is there once. */
function fleeting(text: string): nearsame.TextDocument {
  const texts = [text]
  return {
    get text() {
      return texts.pop() as string
    },
  }
}

for (const method of ['minhash', 'solr-md5', 'repeated-trials', 'records'] as const) {
  test(`reads a text once, which a getter may have to make: ${method}`, async () => {
    const given = [fleeting('one two'), fleeting('three four')]
    const { counts } = await nearsame.deduplicate(given, { method })
    assert.deepEqual([counts.kept, counts.bytes], [2, 17])
  })
}

test('the steps are those at the time of the call, as reported', async () => {
  const steps: Record<string, nearsame.TokenStep> = { 'no a': list => list.filter(token => token !== 'a') }
  const opened = await nearsame.openSketcher({ steps })
  const found = nearsame.deduplicate(['a b', 'a c'], { steps })
  steps.none = () => ['same']
  assert.deepEqual(opened.tokens('a b'), ['b'])
  const { counts, options } = await found
  assert.deepEqual([counts.kept, options.steps], [2, ['no a']])
})
