/** What counts as the same text: the text rule and the three kinds, through the command. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { nearly, Workshop, wordsOf } from './command.ts'
import { jsonLines } from './json-lines.ts'

const shop = new Workshop()

/** `record>survivor kind` of every removed record of these texts. */
async function decided(texts: readonly string[], ...options: string[]): Promise<string[]> {
  shop.write(
    'in.jsonl',
    jsonLines(...texts.map((text, i) => (text.startsWith('{') ? text : { id: i + 1, text }))),
  )
  await shop.dedupe('in.jsonl', '-o', 'k.jsonl', '--removed', 'r.jsonl', ...options)
  return shop.rows('r.jsonl').map(({ id, survivor, kind }) => `${id}>${survivor} ${kind}`)
}

test('exact: the raw decoded text, however escaped', async () => {
  const texts = [
    '{"id":1,"text":"caf\\u00e9 one"}',
    '{"id":2,"text":"café one"}',
    '{"id":3,"text":"caf\\u00E9 \\u006fne"}',
  ]
  assert.deepEqual(await decided(texts), ['2>1 exact', '3>1 exact'])
})

test('normalised: equal tokens after mapping and NFC, whatever separates them', async () => {
  const nfc = 'Ångström Straße'
  const texts = [nfc, nfc.normalize('NFD'), 'ångström   straße!', 'ÅNGSTRÖM, straẞe', 'Ångström Strasse']
  const all = ['2>1 normalised', '3>1 normalised', '4>1 normalised', '5>1 normalised']
  assert.deepEqual(await decided(texts), all)
  assert.deepEqual(await decided(['a1 b', 'A1-b', 'a 1 b']), ['2>1 normalised'])
})

test('normalised: what is not to be seen does not count, nor do width and fonts', async () => {
  const shown = 'the office was reopened in spring'
  const texts = [
    shown,
    'the of\u00adfice was re\u200bopened in spring',
    'the oﬃce was reopened\ufe0f in\u2060 spring\u200d',
    'ｔｈｅ　ｏｆｆｉｃｅ 𝐰𝐚𝐬 reopened in spring',
    '\u202ethe office\u202c was \ufeffreopened in spring \u{1f600}\ufe0f',
  ]
  assert.deepEqual(
    await decided(texts),
    [2, 3, 4, 5].map(document => `${document}>1 normalised`),
  )
  assert.deepEqual(await decided(['10² m', '102 m', 'Apple™', 'Appletm']), [])
})

test('selectors and marks alone are no words: texts of symbols are equal only byte for byte', async () => {
  assert.deepEqual(await decided(['☂️', '☁️', '☂', '☂️', '\u0301', '\u0302']), ['4>1 exact'])
})

test('--symbols keep: symbols decide, for words and characters', async () => {
  const texts = ['x = a + b', 'x = a - b', 'X=A+B', 'the phone 👍', 'the phone 👎', 'C++', 'C#']
  assert.deepEqual(await decided(texts), [
    '2>1 normalised',
    '3>1 normalised',
    '5>4 normalised',
    '7>6 normalised',
  ])
  for (const shingle of ['words:2', 'words:5'])
    assert.deepEqual(await decided(texts, '--symbols', 'keep', '--shingle', shingle), ['3>1 normalised'])
  const spaced = ['5 °C', '-5 °C', '5 ° c']
  assert.deepEqual(await decided(spaced, '--symbols', 'keep', '--shingle', 'chars:3'), [])
})

test('--fold marks: accents and points do not count, й and vowel signs do', async () => {
  const texts = ['Škoda größer', 'skoda grosser', 'שָׁלוֹם', 'שלום', 'йод', 'иод', 'की', 'का']
  assert.deepEqual(await decided(texts), [])
  assert.deepEqual(await decided(texts, '--fold', 'marks'), ['2>1 normalised', '4>3 normalised'])
})

test('--fold letters: one spelling of Persian letters, digits, khanda ta and chillu; both drops marks, too', async () => {
  const texts = [
    'کتاب فارسی ۱۲',
    'كتاب فارسي ١٢',
    'উৎসব',
    'উত্\u200dসব',
    'അവൻ',
    'അവന്\u200d',
    'كِتاب فارسي ١٢',
  ]
  assert.deepEqual(await decided(texts), [])
  const removed = ['2>1 normalised', '4>3 normalised', '6>5 normalised']
  assert.deepEqual(await decided(texts, '--fold', 'letters'), removed)
  assert.deepEqual(await decided(texts, '--fold', 'both'), [...removed, '7>1 normalised'])
})

test('near: at or above the threshold, with the exact measure', async () => {
  // 20 words have 16 shingles of 5; c changed words at the end remove c of them: (16 - c) / (16 + c).
  const texts = [wordsOf(1), nearly(1, 1), nearly(1, 2), nearly(1, 3)]
  assert.deepEqual(await decided(texts), ['2>1 near'])
  assert.equal(shop.rows('r.jsonl')[0].similarity, 15 / 17)
  assert.deepEqual(await decided(texts, '--threshold', String(14 / 18)), ['2>1 near', '3>1 near'])
  assert.equal(shop.rows('r.jsonl')[1].similarity, 14 / 18)
  assert.deepEqual(await decided(texts, '--threshold', '0.778'), ['2>1 near'])
})

test('--near off: exact duplicates only', async () => {
  const texts = [wordsOf(1), wordsOf(1).toUpperCase(), wordsOf(1), nearly(1, 1)]
  assert.deepEqual(await decided(texts, '--near', 'off'), ['3>1 exact'])
  assert.deepEqual(await decided(texts), ['2>1 normalised', '3>1 exact', '4>1 near'])
})

test('texts without tokens match only identical texts', async () => {
  assert.deepEqual(await decided(['...', '...', '!!!', '!!!', '???']), ['2>1 exact', '4>3 exact'])
  assert.deepEqual(await decided(['...', '...', '!!!', '!!!', '???'], '--near', 'off'), [
    '2>1 exact',
    '4>3 exact',
  ])
  for (const cluster of ['components', 'complete']) {
    assert.deepEqual(await decided(['...', '...', '!!!', '???', '!!!'], '--cluster', cluster), [
      '2>1 exact',
      '5>3 exact',
    ])
  }
})

test('a text shorter than a shingle is one shingle', async () => {
  assert.deepEqual(await decided(['one two', 'One, two', 'one two three', 'two one', 'one']), [
    '2>1 normalised',
  ])
  assert.deepEqual(await decided(['ab', 'AB', 'a b', 'abc'], '--shingle', 'chars:8'), ['2>1 normalised'])
})

test('shingles of characters and of stop words', async () => {
  const [x, y] = [
    'international business machines corporation',
    'international busines machines corporation',
  ]
  assert.deepEqual(await decided([x, y], '--shingle', 'chars:3'), ['2>1 near'])
  assert.deepEqual(await decided([x, y], '--shingle', 'words:2'), [])
  const text = 'the cat sat on the mat and a dog lay by the door'
  assert.deepEqual(
    await decided([text, `${text} outside`, text.replace('cat', 'cow')], '--shingle', 'stopword:2'),
    ['2>1 near'],
  )
})

test('containment: a part matches the whole', async () => {
  const part = wordsOf(1, 30).split(' ').slice(0, 24).join(' ')
  assert.deepEqual(await decided([wordsOf(1, 30), part], '--measure', 'jaccard'), [])
  assert.deepEqual(await decided([wordsOf(1, 30), part], '--measure', 'containment'), ['2>1 near'])
  assert.deepEqual(
    shop.rows('r.jsonl').map(row => [row.measure, row.similarity]),
    [['containment', 1]],
  )
})

test('lone surrogates differ from U+FFFD and from each other', async () => {
  const texts = ['\\ud800', '\\ufffd', '\ufffd', '\\ud800', '\\udfff', '\\ud83d\\ude00', '😀'].map(
    (text, i) => `{"id":${i + 1},"text":"word ${text} word"}`,
  )
  assert.deepEqual(await decided(texts, '--near', 'off'), ['3>2 exact', '4>1 exact', '7>6 exact'])
})

test('scripts without spaces: a character is a token', async () => {
  const chinese = '我们在北京的一个小咖啡馆里见面然后去公园散步直到太阳落山为止'
  const thai = 'วันนี้อากาศดีมากเราจึงไปเดินเล่นในสวนสาธารณะกับเพื่อนของเราทุกคน'
  const texts = [
    chinese,
    `${chinese}了`,
    thai,
    `${thai}ค่ะ`,
    '完全不同的内容没有任何相似之处可言真的',
    chinese.replace('在', '，在 '),
  ]
  assert.deepEqual(await decided(texts), ['2>1 near', '4>3 near', '6>1 normalised'])
})
