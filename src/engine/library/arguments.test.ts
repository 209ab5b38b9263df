/** Messages about wrong arguments of each kind, and arguments that change during a call. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import * as nearsame from '../../doors/index.ts'

// biome-ignore lint/suspicious/noExplicitAny: the test passes arguments of any type
const loose = nearsame as any

/** One call for each kind of argument; `test/conformance/arguments.test.ts` covers all arguments of all functions. */
const refused: readonly (readonly [call: () => unknown, message: string])[] = [
  [
    () => loose.jaccard('a'),
    'TEXT_NOT_STRING: expected b to be a text, got undefined. To fix: pass a string as `b`.',
  ],
  [
    () => loose.tokens('a', null),
    'OPTION_VALUE: expected options to be an object, got null. To fix: pass an object',
  ],
  [
    () => loose.findTwins([]),
    'OPTION_VALUE: expected documents to be a list or (async) iterable of documents',
  ],
  [() => loose.deduplicate([], { kernels: null }), 'OPTION_VALUE: expected kernels to be one of'],
  [
    () => loose.deduplicate([], { segment: 5 }),
    'OPTION_VALUE: expected segment to be an object with a function',
  ],
  [() => loose.deduplicate([], { steps: { s: 5 } }), 'OPTION_VALUE: expected the step s to be a function'],
  [
    () => loose.findPairs(['a'], { steps: { s: () => 5 } }),
    'OPTION_VALUE: expected the answer of the step s',
  ],
  [
    () => loose.bandKeys(),
    'OPTION_VALUE: expected signature to be a signature, which `minHash` gives, got undefined',
  ],
  [() => loose.signatureFromHex(5), 'SIGNATURE_FORMAT: expected pairs of hex digits, got 5'],
  [
    () => loose.clusterByKey(['x'], [[0, 1]]),
    'OPTION_VALUE: expected pairs to be pairs of whole numbers in [0, 1)',
  ],
  [
    () => loose.chooseBands(),
    'OPTION_VALUE: expected length to be a whole number from 1 to 4096, got undefined',
  ],
  [
    () => loose.candidateProbability({ bands: 2, rows: 2 }, 2),
    'OPTION_VALUE: expected jaccard to be a number in [0, 1]',
  ],
  [() => loose.bottomK([1], 2), 'OPTION_VALUE: expected hashes to be a BigUint64Array'],
  [() => loose.hammingDistance(-1n, 2n), 'OPTION_VALUE: expected a to be a bigint in [0, 2^64), got -1'],
  [
    () => loose.deduplicate([], { treshold: 0.5 }),
    'OPTION_UNKNOWN: expected the name of an option, got treshold',
  ],
]

test('a message names the wrong argument and what it must be', async () => {
  for (const [call, message] of refused) {
    await assert.rejects(
      async () => call(),
      (error: Error) => {
        assert.equal(error.message.slice(0, message.length), message)
        return true
      },
    )
  }
})

/** A document whose text can be read only once. */
function fleeting(text: string): nearsame.TextDocument {
  const texts = [text]
  return {
    get text() {
      return texts.pop() as string
    },
  }
}

for (const method of ['minhash', 'solr-md5', 'repeated-trials', 'records'] as const) {
  test(`reads a text once, because it may be a getter: ${method}`, async () => {
    const given = [fleeting('one two'), fleeting('three four')]
    const { counts } = await nearsame.deduplicate(given, { method })
    assert.deepEqual([counts.kept, counts.bytes], [2, 17])
  })
}

test('a call uses and reports the steps it had at its start', async () => {
  const steps: Record<string, nearsame.TokenStep> = { 'no a': list => list.filter(token => token !== 'a') }
  const opened = await nearsame.openSketcher({ steps })
  const found = nearsame.deduplicate(['a b', 'a c'], { steps })
  steps.none = () => ['same']
  assert.deepEqual(opened.tokens('a b'), ['b'])
  const { counts, options } = await found
  assert.deepEqual([counts.kept, options.steps], [2, ['no a']])
})
