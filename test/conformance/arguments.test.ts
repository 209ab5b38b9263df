/**
 * What plain JavaScript may pass to the public functions: each argument gets values of every type. The functions accept
 * those that are named and refuse all others with a code; none ends in an error of the JavaScript engine.
 */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import * as nearsame from '../../src/doors/index.ts'
import * as restaurants from '../../src/doors/restaurants.ts'
import * as signatures from '../../src/doors/signatures.ts'

const kinds: Readonly<Record<string, unknown>> = {
  undefined: undefined,
  null: null,
  true: true,
  five: 5,
  fraction: 1.5,
  negative: -1,
  NaN: Number.NaN,
  bigint: 5n,
  text: 'abc',
  empty: [],
  numbers: [5],
  symbols: [Symbol('s')],
  object: {},
  bytes: new Uint8Array(4),
  words: new Uint32Array(4),
  hashes: new BigUint64Array(2),
  symbol: Symbol('s'),
  function: () => 5,
}
const all = Object.keys(kinds).join(' ')
const numbers = 'five fraction negative NaN'
const whole = 'five negative'

// biome-ignore lint/suspicious/noExplicitAny: the test passes arguments of any type
type Call = (value: any) => unknown
/** A call with the function's name, and the types that it accepts. */
type Case = readonly [name: string, call: Call, answered: string]

function check(module: string, exported: object, cases: readonly Case[]): void {
  for (const [name, call, answered] of cases) {
    test(`${module}: ${name} takes ${answered || 'nothing of a wrong kind'}`, async () => {
      const taken: string[] = []
      for (const [kind, value] of Object.entries(kinds)) {
        try {
          await call(value)
          taken.push(kind)
        } catch (error) {
          assert(nearsame.isNearsameError(error), `${kind}: ${error}`)
          assert(error.code !== 'BUG', `${kind}: ${error}`)
        }
      }
      assert.deepEqual(
        taken,
        Object.keys(kinds).filter(kind => answered.split(' ').includes(kind)),
      )
    })
  }
  test(`${module}: every function has its cases`, () => {
    const known = new Set(cases.map(([name]) => name.split(/[. ]/)[0]))
    const missing = Object.keys(exported).filter(name => !known.has(name))
    // Not functions with arguments to test.
    const others = ['NearsameError', 'version', 'isNearsameError', 'telephoneStarts']
    assert.deepEqual(
      missing.filter(name => !others.includes(name)),
      [],
    )
  })
}

const s = signatures
const packed = new Uint8Array(1)
const page = { url: 'u', content: null, text: 'a text' }
const tokens = s.whitespaceTokens('a b c')
const keys = new s.TrialKeys({ trials: 2, hashes: 2, seed: 1 })
const rule = { quantRate: 0.01, minTokenLen: 2, order: 'java' } as const
const conf = (quantRate: string | undefined) => ({
  'db.signature.class': 'org.apache.nutch.crawl.TextProfileSignature',
  'db.signature.text_profile.quant_rate': quantRate,
})

check('nearsame/signatures', signatures, [
  ['lookup3ycs text', v => s.lookup3ycs(v), 'text'],
  ['lookup3ycs seed', v => s.lookup3ycs('a', v), `undefined ${whole}`],
  ['lookup3ycs64 text', v => s.lookup3ycs64(v), 'text'],
  ['lookup3ycs64 seed', v => s.lookup3ycs64('a', v), 'undefined bigint'],
  ['Md5.update', v => new s.Md5().update(v).digest(), 'bytes'],
  ['md5', v => s.md5(v), 'bytes'],
  ['md5Hex', v => s.md5Hex(v), 'bytes'],
  ['murmur3Hash32 bytes', v => s.murmur3Hash32(v), 'bytes'],
  ['murmur3Hash32 seed', v => s.murmur3Hash32(new Uint8Array(1), v), `undefined ${whole}`],
  ['murmur3Hash128 bytes', v => s.murmur3Hash128(v), 'bytes'],
  ['murmur3Hash128 seed', v => s.murmur3Hash128(new Uint8Array(1), v), `undefined ${whole}`],
  ['murmur3Hex128', v => s.murmur3Hex128(v), 'words'],
  ['codecHash32 bytes', v => s.codecHash32(v), 'bytes'],
  ['codecHash32 seed', v => s.codecHash32(new Uint8Array(1), v), `undefined ${whole}`],
  ['codecHash128 bytes', v => s.codecHash128(v), 'bytes'],
  ['codecHash128 seed', v => s.codecHash128(new Uint8Array(1), v), `undefined ${whole}`],
  ['lowBits values', v => s.lowBits(v, 2), 'words'],
  ['lowBits bits', v => s.lowBits(new Uint32Array(4), v), ''],
  ['estimateJaccardOfBits a', v => s.estimateJaccardOfBits(v, new Uint8Array(4), 32, 1), 'bytes'],
  ['estimateJaccardOfBits b', v => s.estimateJaccardOfBits(new Uint8Array(4), v, 32, 1), 'bytes'],
  ['estimateJaccardOfBits length', v => s.estimateJaccardOfBits(packed, packed, v, 1), 'five'],
  ['estimateJaccardOfBits bits', v => s.estimateJaccardOfBits(packed, packed, 1, v), ''],
  ['isJavaException', v => s.isJavaException(v), all],
  ['textProfile text', v => s.textProfile(v, rule), 'text'],
  ['textProfile rule', v => s.textProfile('a', v), ''],
  ['textProfile quantRate', v => s.textProfile('a', { ...rule, quantRate: v }), `undefined ${numbers}`],
  ['textProfile minTokenLen', v => s.textProfile('a', { ...rule, minTokenLen: v }), `undefined ${whole}`],
  ['textProfile order', v => s.textProfile('a', { ...rule, order: v }), ''],
  ['agreedTrials a', v => s.agreedTrials(v, new Uint32Array(4)), 'words'],
  ['agreedTrials b', v => s.agreedTrials(new Uint32Array(4), v), 'words'],
  ['agreedTrials shorter b', v => s.agreedTrials(new Uint32Array(5), v), ''],
  ['luceneFingerprint tokens', v => s.luceneFingerprint(v), 'empty'],
  ['luceneFingerprint params', v => s.luceneFingerprint(['a'], v), 'undefined object'],
  [
    'luceneFingerprint maxOutputTokenSize',
    v => s.luceneFingerprint(['a'], { maxOutputTokenSize: v }),
    `undefined ${whole}`,
  ],
  ['luceneFingerprint separator', v => s.luceneFingerprint(['a'], { separator: v }), 'undefined'],
  ['luceneMinHash tokens', v => s.luceneMinHash(v), 'empty'],
  ['luceneMinHash params', v => s.luceneMinHash(['a'], v), 'undefined object'],
  ['luceneMinHash hashCount', v => s.luceneMinHash(['a'], { hashCount: v }), 'undefined five'],
  ['luceneMinHash bucketCount', v => s.luceneMinHash(['a'], { bucketCount: v }), 'undefined five'],
  ['luceneMinHash hashSetSize', v => s.luceneMinHash(['a'], { hashSetSize: v }), 'undefined five'],
  ['luceneMinHash withRotation', v => s.luceneMinHash(['a'], { withRotation: v }), 'undefined true'],
  ['minHashTermBytes', v => s.minHashTermBytes(v), 'words'],
  ['minHashTokenHex', v => s.minHashTokenHex(v), 'words'],
  ['minHashTokens', v => s.minHashTokens(v), 'words'],
  ['luceneShingles tokens', v => s.luceneShingles(v), ''],
  ['luceneShingles texts', v => s.luceneShingles({ ...tokens, texts: v }), ''],
  ['luceneShingles increments', v => s.luceneShingles({ ...tokens, increments: v }), ''],
  ['luceneShingles starts', v => s.luceneShingles({ ...tokens, starts: v }), ''],
  ['luceneShingles ends', v => s.luceneShingles({ ...tokens, ends: v }), ''],
  ['luceneShingles holesAfter', v => s.luceneShingles({ ...tokens, holesAfter: v }), 'undefined five'],
  ['luceneShingles params', v => s.luceneShingles(tokens, v), 'undefined object'],
  ['luceneShingles min', v => s.luceneShingles(tokens, { min: v, max: 9 }), 'five'],
  ['luceneShingles max', v => s.luceneShingles(tokens, { max: v }), 'five'],
  ['luceneShingles outputUnigrams', v => s.luceneShingles(tokens, { outputUnigrams: v }), 'true'],
  [
    'luceneShingles outputUnigramsIfNoShingles',
    v => s.luceneShingles(tokens, { outputUnigramsIfNoShingles: v }),
    'true',
  ],
  ['luceneShingles separator', v => s.luceneShingles(tokens, { separator: v }), 'text'],
  ['luceneShingles filler', v => s.luceneShingles(tokens, { filler: v }), 'text'],
  ['whitespaceTokens', v => s.whitespaceTokens(v), 'text'],
  ['nutchSignature page', v => s.nutchSignature(v, {}), 'text'],
  ['nutchSignature conf', v => s.nutchSignature(page, v), 'object'],
  [
    'nutchSignature quant_rate',
    v => s.nutchSignature(page, conf(v === 'abc' ? '.5' : v)),
    'undefined text',
  ],
  ['nutchMd5 page', v => s.nutchMd5(v), 'text'],
  ['nutchMd5 url', v => s.nutchMd5({ ...page, url: v, content: new Uint8Array(1) }), 'null text'],
  ['nutchMd5 content', v => s.nutchMd5({ ...page, content: v }), 'null bytes'],
  ['nutchMd5 options', v => s.nutchMd5(page, v), 'undefined object'],
  ['nutchMd5 emptyContent', v => s.nutchMd5(page, { emptyContent: v }), 'undefined'],
  ['nutchTextMd5 page', v => s.nutchTextMd5(v), 'text'],
  ['nutchTextMd5 options', v => s.nutchTextMd5(page, v), 'undefined object'],
  ['nutchTextProfile page', v => s.nutchTextProfile(v), 'text'],
  ['nutchTextProfile text', v => s.nutchTextProfile({ ...page, text: v }), 'undefined null text'],
  ['nutchTextProfile options', v => s.nutchTextProfile(page, v), 'undefined object'],
  ['nutchTextProfile secSortLex', v => s.nutchTextProfile(page, { secSortLex: v }), 'undefined true'],
  ['compareNutchSignatures a', v => s.compareNutchSignatures(v, '7f'), ''],
  ['compareNutchSignatures b', v => s.compareNutchSignatures('7f', v), ''],
  ['solrSignatures.MD5Signature', v => s.solrSignatures.MD5Signature({}).add(v), 'text'],
  ['solrSignatures.Lookup3Signature', v => s.solrSignatures.Lookup3Signature({}).add(v), 'text'],
  ['solrSignatures.TextProfileSignature', v => s.solrSignatures.TextProfileSignature({}).add(v), 'text'],
  ['solrSignatures params', v => s.solrSignatures.TextProfileSignature(v), 'object'],
  ['solrLookup3', v => s.solrLookup3(v), 'empty'],
  ['solrMd5', v => s.solrMd5(v), 'empty'],
  ['solrTextProfile texts', v => s.solrTextProfile(v), 'empty'],
  ['solrTextProfile options', v => s.solrTextProfile(['a'], v), 'undefined object'],
  ['solrTextProfile quantRate', v => s.solrTextProfile(['a'], { quantRate: v }), `undefined ${numbers}`],
  ['TrialKeys', v => new s.TrialKeys(v), ''],
  ['TrialKeys trials', v => new s.TrialKeys({ trials: v, hashes: 2, seed: 1 }), 'five'],
  ['TrialKeys hashes', v => new s.TrialKeys({ trials: 2, hashes: v, seed: 1 }), 'five'],
  ['TrialKeys seed', v => new s.TrialKeys({ trials: 2, hashes: 2, seed: v }), 'five'],
  ['TrialKeys.write shingles', v => keys.write(v, new Uint32Array(2)), 'words'],
  ['TrialKeys.write keys', v => keys.write(new Uint32Array(2), v), 'words'],
])

const n = nearsame
const signature = (await n.minHash('one two three')) as nearsame.Signature
const sketcher = await n.openSketcher()
const hashes = new BigUint64Array([1n, 2n])
const shape = { bands: 20, rows: 5, agree: 2 }
const trials = { trials: 6, agree: 2, hashes: 14 }
const goal = { jaccard: 0.8, recall: 0.9 }
const options = 'undefined object'
const segment = (words: Call): nearsame.EngineOptions => ({ segment: { settings: {}, words } as never })

check('nearsame', nearsame, [
  ['deduplicate documents', v => n.deduplicate(v), 'empty'],
  ['deduplicate document', v => n.deduplicate([v]), 'text'],
  ['deduplicate options', v => n.deduplicate(['a'], v), options],
  ['deduplicate kernels', v => n.deduplicate(['a'], { kernels: v }), 'undefined'],
  ['deduplicate threshold', v => n.deduplicate(['a'], { threshold: v }), 'undefined'],
  ['deduplicate keep', v => n.deduplicate(['a'], { keep: v }), 'undefined'],
  ['deduplicate method', v => n.deduplicate(['a'], { method: v }), 'undefined'],
  ['deduplicate params', v => n.deduplicate(['a'], { params: v }), options],
  ['deduplicate shingle', v => n.deduplicate(['a'], { shingle: v }), 'undefined'],
  ['deduplicate segment', v => n.deduplicate(['a'], { segment: v }), 'undefined'],
  [
    'deduplicate segment.words',
    v =>
      n.deduplicate(
        ['a'],
        segment(() => v),
      ),
    'empty',
  ],
  ['deduplicate steps', v => n.deduplicate(['a'], { steps: v }), options],
  ['deduplicate step', v => n.deduplicate(['a'], { steps: { s: () => v } }), 'empty'],
  ['explain a', v => n.explain(v, 'a'), 'text'],
  ['explain b', v => n.explain('a', v), 'text'],
  ['explain options', v => n.explain('a', 'b', v), options],
  ['findPairs documents', v => n.findPairs(v), 'empty'],
  ['findPairs options', v => n.findPairs(['a'], v), options],
  ['findPairs maxPairs', v => n.findPairs(['a'], { maxPairs: v }), 'undefined five'],
  ['findPassages documents', v => n.findPassages(v), 'empty'],
  ['findPassages options', v => n.findPassages(['a'], v), options],
  ['findPassagesAgainst documents', v => n.findPassagesAgainst(v, []), 'empty'],
  ['findPassagesAgainst against', v => n.findPassagesAgainst([], v), 'empty'],
  ['findPassagesAgainst options', v => n.findPassagesAgainst([], [], v), options],
  ['findTwins documents', v => n.findTwins(v, []), 'empty'],
  ['findTwins against', v => n.findTwins([], v), 'empty'],
  ['findTwins options', v => n.findTwins([], [], v), options],
  ...(['containment', 'jaccard'] as const).flatMap((name): Case[] => [
    [`${name} a`, v => n[name](v, 'a'), 'text'],
    [`${name} b`, v => n[name]('a', v), 'text'],
    [`${name} options`, v => n[name]('a', 'b', v), options],
    [`${name} kernels`, v => n[name]('a', 'b', { kernels: v }), 'undefined'],
  ]),
  ...(['minHash', 'shingleHashes', 'shingles', 'tokens'] as const).flatMap((name): Case[] => [
    [`${name} text`, v => n[name](v), 'text'],
    [`${name} options`, v => n[name]('a', v), options],
    [`${name} step`, v => n[name]('a', { steps: { s: () => v } }), 'empty'],
  ]),
  ['openSketcher', v => n.openSketcher(v), options],
  ['openSketcher.minHash', v => sketcher.minHash(v), 'text'],
  ['openSketcher.jaccard', v => sketcher.jaccard('a', v), 'text'],
  ['bandKeys signature', v => n.bandKeys(v, shape), ''],
  ['bandKeys shape', v => n.bandKeys(signature, v), ''],
  ['bandKeys bands', v => n.bandKeys(signature, { bands: v, rows: 1 }), 'five'],
  ['bandKeys rows', v => n.bandKeys(signature, { bands: 1, rows: v }), 'five'],
  ['isNearsameError', v => n.isNearsameError(v), all],
  ['agreeingProbability shape', v => n.agreeingProbability(v, 0.5), ''],
  ['agreeingProbability agree', v => n.agreeingProbability({ ...shape, agree: v }, 0.5), 'five'],
  ['agreeingProbability jaccard', v => n.agreeingProbability(shape, v), ''],
  ['chooseAgreeingBands length', v => n.chooseAgreeingBands(v, { jaccard: 0.9, recall: 0.5 }), 'five'],
  ['chooseAgreeingBands goal', v => n.chooseAgreeingBands(128, v), 'undefined'],
  ['candidateProbability shape', v => n.candidateProbability(v, 0.5), ''],
  ['candidateProbability rows', v => n.candidateProbability({ bands: 2, rows: v }, 0.5), 'five'],
  ['candidateProbability jaccard', v => n.candidateProbability(shape, v), ''],
  ['chooseBands length', v => n.chooseBands(v, { jaccard: 0.9, recall: 0.5 }), 'five'],
  ['chooseBands goal', v => n.chooseBands(128, v), 'undefined'],
  ['chooseBands recall', v => n.chooseBands(128, { ...goal, recall: v }), ''],
  ['clusterByKey keys', v => n.clusterByKey(v), 'empty numbers'],
  ['clusterByKey key', v => n.clusterByKey([v]), `undefined text ${numbers}`],
  ['clusterByKey pairs', v => n.clusterByKey(['x'], v), `undefined empty`],
  ['clusterByKey pair', v => n.clusterByKey(['x'], [v]), ''],
  ['collapse ranked', v => n.collapse(v, Object.is), 'empty numbers symbols'],
  ['collapse areDuplicates', v => n.collapse([1, 2], v), 'function'],
  ['collapse options', v => n.collapse([], Object.is, v), options],
  ['collapse against', v => n.collapse([], Object.is, { against: v }), 'undefined'],
  ['duplicateProbability shape', v => n.duplicateProbability(v, 0.5), ''],
  ['duplicateProbability trials', v => n.duplicateProbability({ ...trials, trials: v }, 0.5), 'five'],
  ['duplicateProbability similarity', v => n.duplicateProbability(trials, v), ''],
  ['resolveResultOptions', v => n.resolveResultOptions(v), options],
  ['wordEditDistance a', v => n.wordEditDistance(v, []), 'empty numbers symbols'],
  ['wordEditDistance b', v => n.wordEditDistance([], v), 'empty numbers symbols'],
  ['wordEditDistance limit', v => n.wordEditDistance([], [], v), 'undefined five'],
  ['bottomK hashes', v => n.bottomK(v, 2), 'hashes'],
  ['bottomK k', v => n.bottomK(hashes, v), 'five'],
  ['estimateJaccardOfBottomK a', v => n.estimateJaccardOfBottomK(v, hashes, 2), 'hashes'],
  ['estimateJaccardOfBottomK b', v => n.estimateJaccardOfBottomK(hashes, v, 2), 'hashes'],
  ['estimateJaccardOfBottomK k', v => n.estimateJaccardOfBottomK(hashes, hashes, v), 'five'],
  ['estimateJaccard a', v => n.estimateJaccard(v, signature), ''],
  ['estimateJaccard b', v => n.estimateJaccard(signature, v), ''],
  [
    'estimateJaccard seed',
    v => n.estimateJaccard({ ...signature, seed: v }, { ...signature, seed: 5 }),
    'five',
  ],
  ['signatureFromHex', v => n.signatureFromHex(v), ''],
  ['signatureToHex', v => n.signatureToHex(v), ''],
  ['signatureToHex unit', v => n.signatureToHex({ ...signature, unit: v }), ''],
  ['signatureToHex steps', v => n.signatureToHex({ ...signature, steps: v }), 'five'],
  ['hammingDistance a', v => n.hammingDistance(v, 1n), 'bigint'],
  ['hammingDistance b', v => n.hammingDistance(1n, v), 'bigint'],
  ['simHash hashes', v => n.simHash(v), 'hashes'],
  ['simHash weights', v => n.simHash(hashes, v), 'undefined'],
  ['simHash weight', v => n.simHash(hashes, [1, v]), 'five fraction negative'],
])

const r = restaurants
const guide = { lines: 'Ti Couz 415/252-7373', telephone: r.telephoneStarts.fodors }
const found = await r.searchRestaurants(['a b c', 'a b c'])
check('nearsame/restaurants', restaurants, [
  ['stripTelephone line', v => r.stripTelephone(v, guide.telephone), 'text'],
  ['stripTelephone telephone', v => r.stripTelephone('a', v), ''],
  ['guideAddresses', v => r.guideAddresses(v), 'empty'],
  ['guideAddresses guide', v => r.guideAddresses([v]), ''],
  ['guideAddresses lines', v => r.guideAddresses([{ ...guide, lines: v }]), 'text'],
  ['guideAddresses telephone', v => r.guideAddresses([{ ...guide, telephone: v }]), ''],
  ['numberedLines', v => r.numberedLines(v), 'empty'],
  ['searchRestaurants texts', v => r.searchRestaurants(v), 'empty'],
  ['searchRestaurants options', v => r.searchRestaurants([], v), options],
  ['searchRestaurants maxDistance', v => r.searchRestaurants([], { maxDistance: v }), 'undefined five'],
  ['searchRestaurants index', v => r.searchRestaurants([], {}, v), 'undefined'],
  ['searchRestaurants split', v => r.searchRestaurants([], {}, undefined, { split: v }), 'undefined'],
  ['restaurantReport found', v => r.restaurantReport(v), ''],
  ['restaurantReport idOf', v => r.restaurantReport(found, v), 'undefined function'],
  ['restaurantListing found', v => r.restaurantListing(v), ''],
  ['restaurantListing idOf', v => r.restaurantListing(found, v), 'undefined function'],
  ['restaurantSignature text', v => r.restaurantSignature(v), 'text'],
  ['restaurantSignature options', v => r.restaurantSignature('a', v), options],
  ['restaurantSignature size', v => r.restaurantSignature('a', { size: v }), 'undefined five'],
])
