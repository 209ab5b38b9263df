/** The optional steps on token strings: stop words, stemming, segmenter. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { icuVersion, openSegmenter } from './segmenter.ts'
import { stemming, stemmingBy } from './stemming.ts'
import { type StopWordLanguage, stopWordLanguages, stopWords, withoutWords } from './stop-words.ts'

const load = () => import('snowball-stemmers')

test('fourteen languages have stop words: lower case, NFC, letters only', () => {
  assert.equal(stopWordLanguages.length, 14)
  const common = {
    de: 'und',
    en: 'and',
    es: 'y',
    fr: 'et',
    it: 'e',
    nl: 'en',
    pl: 'i',
    pt: 'e',
    ru: 'и',
    sv: 'och',
  }
  for (const [language, word] of Object.entries(common))
    assert.ok(stopWords(language as StopWordLanguage).has(word), language)
  for (const language of stopWordLanguages) {
    const words = stopWords(language)
    assert.ok(words.size >= 150, `${language}: ${words.size}`)
    for (const word of words) {
      assert.match(word, /^[\p{L}\p{M}]+$/u)
      assert.equal(word, word.normalize('NFC').toLowerCase())
    }
  }
})

test('refuses a language without stop words, also the names of object properties', () => {
  for (const language of ['xx', 'constructor', '']) {
    assert.throws(() => stopWords(language as StopWordLanguage), {
      code: 'OPTION_VALUE',
      message: `OPTION_VALUE: expected a language with stop words: da, de, en, es, fi, fr, it, nl, no, pl, pt, ru, sv, tr, got ${JSON.stringify(language)}. To fix: name one of these, or pass your own set to \`withoutWords\`.`,
    })
  }
})

test('dropping words keeps order and repeats of the others, and does not change its input', () => {
  const tokens = ['a', 'x', 'b', 'x', 'y']
  assert.deepEqual(withoutWords(new Set(['a', 'b']))(tokens), ['x', 'x', 'y'])
  assert.deepEqual(tokens, ['a', 'x', 'b', 'x', 'y'])
  assert.deepEqual(withoutWords(new Set(['a']))([]), [])
})

test('stems as published for English and German', async () => {
  const english = await stemming('english', load)
  // Porter, the English stemmer's page: its sample vocabulary.
  assert.deepEqual(english(['consign', 'consigned', 'consigning', 'consignment', 'knightly', 'knights']), [
    'consign',
    'consign',
    'consign',
    'consign',
    'knight',
    'knight',
  ])
  const german = await stemming('german', load)
  assert.deepEqual(german(['aufeinander', 'aufeinanderfolge', 'kategorien']), [
    'aufeinand',
    'aufeinanderfolg',
    'kategori',
  ])
})

test('stems a word once, until the cache is full', () => {
  const asked: string[] = []
  const step = stemmingBy({
    stem(word) {
      asked.push(word)
      return word.slice(0, 1)
    },
  })
  assert.deepEqual(step(['ab', 'ac', 'ab']), ['a', 'a', 'a'])
  assert.deepEqual(asked, ['ab', 'ac'])
  step(Array.from({ length: 100_000 }, (_, i) => `w${i}`))
  assert.deepEqual(step(['ab']), ['a'])
  assert.equal(asked.filter(word => word === 'ab').length, 2)
})

test('refuses a language without a stemmer', async () => {
  await assert.rejects(stemming('klingon', load), {
    code: 'OPTION_VALUE',
    message: /^OPTION_VALUE: expected a language with a stemmer: .*english.*, got "klingon"\./,
  })
})

test('names the package to install if it is missing', async () => {
  const cause = new Error('not found')
  await assert.rejects(
    stemming('english', () => Promise.reject(cause)),
    {
      code: 'PACKAGE_MISSING',
      message:
        'PACKAGE_MISSING: expected the package snowball-stemmers, got an error while loading it. ' +
        'To fix: run `npm install snowball-stemmers`, or do without stemming.',
      cause,
    },
  )
})

test('segments a script without spaces, and reports the version of ICU', () => {
  const segmenter = openSegmenter('ja')
  assert.deepEqual(segmenter.settings, { segmenter: 'intl-word', locale: 'ja', icu: icuVersion() })
  assert.match(icuVersion(), /^\d+\.\d+/)
  const words = segmenter.words('東京都に住んでいます。')
  assert.equal(words.join(''), '東京都に住んでいます')
  assert.ok(words.length < 10)
  assert.deepEqual(segmenter.step(['東京都', 'abc']), [...segmenter.words('東京都'), 'abc'])
  for (const locale of ['', 'not a locale', 5 as never, null as never]) {
    assert.throws(() => openSegmenter(locale), { code: 'OPTION_VALUE' })
  }
})

test('steps refuse wrong arguments at once', async () => {
  const refused = { code: 'OPTION_VALUE' }
  for (const language of [10n, ['en'], null, Symbol('s')])
    assert.throws(() => stopWords(language as never), refused)
  for (const words of [null, 5, 'the', {}, [5]]) assert.throws(() => withoutWords(words as never), refused)
  assert.deepEqual(withoutWords(['the'])(['the', 'bridge']), ['bridge'])
  for (const stemmer of [undefined, null, {}, 5]) assert.throws(() => stemmingBy(stemmer as never), refused)
  for (const wrong of [5, () => undefined, () => ({})])
    await assert.rejects(stemming('english', wrong as never), { code: 'PACKAGE_MISSING' })
  assert.throws(() => openSegmenter('en').words(Symbol('s') as never), { code: 'TEXT_NOT_STRING' })
  assert.throws(() => openSegmenter('en').step(undefined as never), refused)
})

test('steps refuse wrong tokens, and stems that are not texts', async () => {
  const steps = [withoutWords(['a']), stemmingBy({ stem: word => word }), openSegmenter('en').step]
  for (const step of steps) {
    for (const tokens of [undefined, null, 5, 'text', {}, new Set(['a'])])
      assert.throws(() => step(tokens as never), { code: 'OPTION_VALUE' })
    for (const token of [undefined, null, 5, {}, Symbol('s')])
      assert.throws(() => step(['word', token] as never), { code: 'TEXT_NOT_STRING' })
  }
  for (const stem of [undefined, null, 5, {}])
    assert.throws(() => stemmingBy({ stem: () => stem as never })(['a']), { code: 'TEXT_NOT_STRING' })
  for (const stemmer of [null, {}, { stem: 'x' }])
    assert.throws(() => stemmingBy(stemmer as never), { code: 'OPTION_VALUE' })
})

test('refuses a package without stemmers', async () => {
  const newStemmer = () => ({ stem: (word: string) => word })
  for (const algorithms of [undefined, null, 'english', ['english']]) {
    const given = () => Promise.resolve({ newStemmer, algorithms })
    await assert.rejects(stemming('english', given as never), { code: 'PACKAGE_MISSING' })
  }
  for (const languages of [undefined, null, 5, 'english', {}]) {
    const given = () => Promise.resolve({ newStemmer, algorithms: () => languages })
    await assert.rejects(stemming('english', given as never), { code: 'OPTION_VALUE' })
  }
})
