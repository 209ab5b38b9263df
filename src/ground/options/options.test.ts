import assert from 'node:assert/strict'
import { test } from 'node:test'
import { type GivenResultOptions, resolveResultOptions } from '../../methods/options/result-options.ts'
import { isNearsameError } from '../errors/nearsame-error.ts'
import { parseByteSize, printByteSize } from './byte-size.ts'
import { resolveInputOptions } from './input-options.ts'
import { parseKeepRules, printKeepRule } from './keep-rule.ts'
import { nearestName } from './nearest-name.ts'
import { kebab, shown } from './resolve.ts'
import { resolveRunningOptions } from './running-options.ts'
import { printShingle } from './shingle-option.ts'
import { resolveSpeedOptions, threadsFor } from './speed-options.ts'

function messageOf(run: () => unknown): string {
  try {
    run()
  } catch (error) {
    assert(isNearsameError(error), String(error))
    return error.message
  }
  return 'nothing was thrown'
}

test('gives every result option its default', () => {
  assert.deepEqual(resolveResultOptions(), {
    threshold: 0.8,
    measure: 'jaccard',
    shingle: { unit: 'words', size: 5 },
    fold: 'none',
    symbols: 'drop',
    recall: 0.99,
    cluster: 'star',
    keep: [{ rule: 'first' }],
    within: '',
    near: true,
    seed: 1,
    signatureLength: 128,
    method: 'minhash',
    params: {},
  })
})

test('returns deeply frozen objects', () => {
  const given = resolveResultOptions({ shingle: { unit: 'chars', size: 8 }, keep: ['max:score'] })
  for (const part of [given, given.shingle, given.keep, given.keep[0], given.params]) {
    assert(Object.isFrozen(part))
  }
  const defaults = resolveResultOptions()
  for (const part of [defaults.shingle, defaults.keep, defaults.keep[0], defaults.params]) {
    assert(Object.isFrozen(part))
  }
})

test('an undefined field counts as not given', () => {
  assert.equal(resolveResultOptions({ threshold: undefined }).threshold, 0.8)
})

test("refuses an unknown name and suggests the nearest known one in the caller's notation", () => {
  const mistyped = { treshold: 0.5 } as GivenResultOptions
  assert.equal(
    messageOf(() => resolveResultOptions(mistyped)),
    'OPTION_UNKNOWN: expected the name of an option, got treshold. To fix: write threshold, if that was meant.',
  )
  assert.match(
    messageOf(() => resolveRunningOptions({ maxbed: '1' } as object, 'cli')),
    /--maxbed.*--max-bad/,
  )
  assert.match(
    messageOf(() => resolveRunningOptions({ zzzzz: 1 } as object, 'http')),
    /take one of `plan`, `dryRun`/,
  )
})

test('refuses thresholds outside (0, 1] and texts in the library', () => {
  const tooHigh = messageOf(() => resolveResultOptions({ threshold: 1.01 }))
  assert.equal(
    tooHigh,
    'OPTION_VALUE: expected threshold to be a number in (0, 1], got 1.01. To fix: change threshold, or leave it out for its default.',
  )
  for (const threshold of [0, -0.1, Number.NaN, Infinity, '0.8', null, [0.8]]) {
    assert.match(
      messageOf(() => resolveResultOptions({ threshold } as object)),
      /^OPTION_VALUE/,
    )
  }
  assert.equal(resolveResultOptions({ threshold: 1 }).threshold, 1)
})

test('reads only decimal numbers from the command line', () => {
  const threshold = (text: string) => resolveResultOptions({ threshold: text } as object, 'cli').threshold
  assert.equal(threshold('.75'), 0.75)
  assert.equal(threshold('8e-1'), 0.8)
  for (const text of ['', ' ', '0x1', '0,8', '1_0', 'Infinity', '80%', '0.8 ']) {
    assert.match(
      messageOf(() => threshold(text)),
      /OPTION_VALUE: expected --threshold to be/,
    )
  }
})

test('takes exact recall, and refuses others outside (0, 1)', () => {
  for (const recall of [0, 1, 1.5]) {
    assert.match(
      messageOf(() => resolveResultOptions({ recall })),
      /recall to be a number in \(0, 1\), or `exact`/,
    )
  }
  for (const voice of ['cli', 'library'] as const)
    assert.equal(resolveResultOptions({ recall: 'exact' }, voice).recall, 'exact')
})

test('reads shingles of three units and sizes 1 to 64', () => {
  const shingle = (text: string) => resolveResultOptions({ shingle: text }).shingle
  for (const text of ['words:1', 'words:64', 'chars:8', 'stopword:3', 'stopword:3:2', 'stopword:1:64']) {
    assert.equal(printShingle(shingle(text)), text)
  }
  assert.equal(printShingle(shingle('stopword:3:1')), 'stopword:3')
  const sizes = ['words:0', 'words:65', 'words:2.5', 'words:-1', 'words:', 'bytes:4', 'words:5x']
  for (const text of [
    ...sizes,
    'words:5:2',
    'stopword:3:0',
    'stopword:3:65',
    'stopword:3:',
    'stopword:3:2:2',
  ]) {
    assert.match(
      messageOf(() => shingle(text)),
      /expected shingle to be `words:K`/,
    )
  }
  assert.match(
    messageOf(() => shingle('words')),
    /add a size, for example `words:5`/,
  )
})

test('reads keep rules in order, from commas, repeats or objects', () => {
  const texts = ['prefer:city=Paris, Texas,max:score', 'shortest']
  const rules = [
    { rule: 'prefer', field: 'city', value: 'Paris, Texas' },
    { rule: 'max', field: 'score' },
    { rule: 'shortest' },
  ] as const
  assert.deepEqual(parseKeepRules(texts), rules)
  assert.deepEqual(resolveResultOptions({ keep: rules }).keep, rules)
  assert.deepEqual(rules.map(printKeepRule).join(','), texts.join(','))
  assert.deepEqual(parseKeepRules('prefer:a='), [{ rule: 'prefer', field: 'a', value: '' }])
})

test('refuses keep rules that are unknown or lack their field', () => {
  for (const keep of ['', 'newest', 'first,', 'max:', 'prefer:source', [], [{ rule: 'max' }], [3]]) {
    assert.match(
      messageOf(() => resolveResultOptions({ keep } as object)),
      /expected keep to be a list/,
    )
  }
  assert.match(
    messageOf(() => resolveResultOptions({ keep: ['max'] } as object)),
    /name the field/,
  )
})

test('reads `near` as on or off on the command line and as a boolean in the library', () => {
  assert.equal(resolveResultOptions({ near: 'off' } as object, 'cli').near, false)
  assert.equal(resolveResultOptions({ near: false }).near, false)
  assert.match(
    messageOf(() => resolveResultOptions({ near: 'no' } as object, 'cli')),
    /--near to be on or off/,
  )
  assert.match(
    messageOf(() => resolveResultOptions({ near: 'off' } as object)),
    /near to be true or false/,
  )
})

test('refuses unknown methods and parameters the method does not have', () => {
  assert.match(
    messageOf(() => resolveResultOptions({ method: 'simhash' } as object, 'cli')),
    /--method to be/,
  )
  assert.match(
    messageOf(() => resolveResultOptions({ params: ['x=1'] } as object, 'cli')),
    /OPTION_UNKNOWN: expected a parameter of the method minhash, got x/,
  )
  for (const name of ['__proto__', 'constructor'])
    assert.match(
      messageOf(() => resolveResultOptions({ params: JSON.parse(`{"${name}":1}`) })),
      /OPTION_UNKNOWN: expected a parameter of the method minhash, got/,
    )
  assert.match(
    messageOf(() => resolveResultOptions({ params: ['x'] } as object, 'cli')),
    /--param to be parameters as `name=value`/,
  )
})

test('keeps seeds to 32 bits', () => {
  assert.equal(resolveResultOptions({ seed: 2 ** 32 - 1 }).seed, 2 ** 32 - 1)
  for (const seed of [2 ** 32, -1, 1.5]) {
    assert.match(
      messageOf(() => resolveResultOptions({ seed })),
      /seed to be a whole number/,
    )
  }
})

test('uses up to all processors, depending on the size of the input, and refuses 0 threads', () => {
  const processors = Math.min(256, navigator.hardwareConcurrency)
  const atOnce = (bytes: number) => {
    const { threads, atOnce } = threadsFor(resolveSpeedOptions(), bytes)
    assert.equal(threads, processors)
    return atOnce
  }
  assert.deepEqual([0, 1, 32 * 2 ** 20].map(atOnce), [1, 1, 1])
  assert.equal(atOnce(32 * 2 ** 20 + 1), Math.min(2, processors))
  assert.equal(atOnce(Number.POSITIVE_INFINITY), processors)
  assert.deepEqual(threadsFor(resolveSpeedOptions({ threads: 3 }), 1), { threads: 3, atOnce: 3 })
  assert.match(
    messageOf(() => resolveSpeedOptions({ threads: 0 })),
    /threads to be a whole number in \[1, 256\]/,
  )
})

test('reads input options from texts', () => {
  assert.deepEqual(
    resolveInputOptions({ text: 'title, body.main', maxRecord: '1.5MB', inputFormat: 'jsonl' }),
    {
      text: ['title', 'body.main'],
      id: 'id',
      inputFormat: 'jsonl',
      delimiter: '',
      quote: '',
      sheet: '',
      encoding: '',
      null: 'keep',
      nullText: [],
      html: false,
      maxRecord: 1_500_000,
    },
  )
  assert.equal(resolveInputOptions({ inputFormat: 'ndjson' } as object, 'cli').inputFormat, 'jsonl')
  assert.equal(resolveInputOptions().text, undefined)
})

test('refuses records above 256 MiB, empty field names and unknown formats', () => {
  assert.equal(resolveInputOptions({ maxRecord: '256MiB' }).maxRecord, 2 ** 28)
  for (const maxRecord of ['257MiB', '269MB', '1M', '0', '-1', 'big', 2 ** 28 + 1, 1.5]) {
    assert.match(
      messageOf(() => resolveInputOptions({ maxRecord })),
      /maxRecord to be a size/,
    )
  }
  assert.match(
    messageOf(() => resolveInputOptions({ text: 'a,,b' })),
    /text to be field names/,
  )
  assert.match(
    messageOf(() => resolveInputOptions({ inputFormat: 'toString' } as object)),
    /one of jsonl, /,
  )
})

test('reads and prints byte sizes', () => {
  const sizes = {
    ...{ '4096': 4096, '7B': 7, '64MB': 64e6, '2 gb': 2e9, '1.001KB': 1001, '1.001GB': 1_001_000_000 },
    ...{ '1KiB': 1024, '64MiB': 2 ** 26, '1.5 mib': 1.5 * 2 ** 20, '3TiB': 3 * 2 ** 40 },
  }
  for (const [text, bytes] of Object.entries(sizes)) assert.equal(parseByteSize(text), bytes)
  // A letter alone is read both ways elsewhere.
  for (const text of ['', 'MB', '10k', '1M', '1iB', '1.0001B', '1.0001KB', '1e3', '5 XB', '-5'])
    assert.equal(parseByteSize(text), undefined)
  assert.deepEqual([0, 999, 1016, 1023 * 1024, 2 ** 20 - 1].map(printByteSize), [
    '0 B',
    '999 B',
    '1016 B',
    '1023 KiB',
    '1 MiB',
  ])
  assert.deepEqual([1024, 1536, 2 ** 26, 5 * 2 ** 30].map(printByteSize), [
    '1 KiB',
    '1.5 KiB',
    '64 MiB',
    '5 GiB',
  ])
})

test('finds the nearest name by differing or transposed letters and prefixes, or none', () => {
  const names = ['threshold', 'recall', 'maxBad', 'removed', 'report', 'seed', 'limit']
  const nearest = ['threshhold', 'recal', 'max-bad', 'reomved', 'thresh', 'xyzzy', 'a'].map(name =>
    nearestName(name, names),
  )
  assert.deepEqual(nearest, ['threshold', 'recall', 'maxBad', 'removed', 'threshold', undefined, undefined])
  // One letter of a short name may differ; two transposed letters count as one.
  const short = ['esed', 'sede', 'limti', 'lmiit', 'deed', 'desd', 'mitil']
  assert.deepEqual(
    short.map(name => nearestName(name, names)),
    ['seed', 'seed', 'limit', 'limit', 'seed', undefined, undefined],
  )
})

test('writes option names as flags and values in one short line', () => {
  assert.equal(kebab('signatureLength'), 'signature-length')
  assert.equal(shown('x'.repeat(200)).length, 78)
  assert.equal(shown([1]), '[1]')
  const cycle: unknown[] = [1, 2]
  cycle.push(cycle)
  assert.equal(shown(cycle), '[object Array]')
  assert.equal(shown(10n), '10')
})

test('shows values without JSON by their type', () => {
  const silent = Object.assign(Object.create(null), { toJSON: () => undefined })
  assert.equal(shown(silent), '[object Object]')
  assert.equal(shown(new Map([[1, 2]])), '[object Map]')
  assert.equal(shown(new (class Threshold {})()), '[object Threshold]')
  assert.deepEqual([undefined, Symbol('s'), null, Number.NaN].map(shown), [
    'undefined',
    'Symbol(s)',
    'null',
    'NaN',
  ])
})

test('options are objects with own properties', () => {
  class Getters {
    get threshold() {
      return 0.1
    }
  }
  class Fields {
    threshold = 0.1
  }
  const wrong: readonly unknown[] = [
    Promise.resolve({ threshold: 0.1 }),
    // biome-ignore lint/suspicious/noThenProperty: that it is refused is what is tested
    { threshold: 0.1, then: () => 5 },
    new Map([['threshold', 0.1]]),
    new Set(['threshold']),
    [0.1],
    new Float64Array(1),
    () => ({ threshold: 0.1 }),
    new Getters(),
    Object.create({ threshold: 0.1 }),
    new Date(),
  ]
  for (const given of wrong) {
    assert.throws(() => resolveResultOptions(given as object), { code: 'OPTION_VALUE' })
    assert.throws(() => resolveInputOptions(given as object), { code: 'OPTION_VALUE' })
  }
  const bare = Object.assign(Object.create(null), { threshold: 0.1 })
  for (const given of [bare, Object.freeze({ threshold: 0.1 }), new Fields()])
    assert.equal(resolveResultOptions(given).threshold, 0.1)
  for (const given of [{}, Object.create(null)]) assert.equal(resolveResultOptions(given).threshold, 0.8)
  assert.match(
    messageOf(() => resolveResultOptions(wrong[0] as object)),
    /expected options to be an object, got \[object Promise\]\. To fix: await what is passed as `options`/,
  )
})

test('ignores inherited properties, also those added to Object.prototype', () => {
  const everywhere = { threshold: 0.3, quantRate: 0.5 }
  Object.assign(Object.prototype, everywhere)
  try {
    assert.equal(resolveResultOptions({}).threshold, 0.8)
    const { params } = resolveResultOptions({ method: 'solr-text-profile' })
    assert.deepEqual({ ...params }, { quantRate: Math.fround(0.01), minTokenLen: 2 })
  } finally {
    for (const name of Object.keys(everywhere)) Reflect.deleteProperty(Object.prototype, name)
  }
  const given = Object.assign(Object.create({ threshold: 0.3 }), { seed: 2 })
  assert.equal(resolveResultOptions(given).threshold, 0.8)
})
