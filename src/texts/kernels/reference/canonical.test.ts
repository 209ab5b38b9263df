import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import fc from 'fast-check'
import { casesOf, runs } from '../../../../test/ground/runs.ts'
import { naiveCanonical, skipNaive, wtf8 } from '../../../../test/kernels/naive-canonical.ts'
import { anyText, everyCharacter } from '../../../../test/kernels/text-samples.ts'
import { canonicalRoom } from '../layout/memory-layout.ts'
import { canonicalise } from './canonical.ts'
import { validUtf8 } from './utf8.ts'

function canonicalBytes(text: string, rule = 0): Buffer {
  const source = wtf8(text)
  const memory = new Uint8Array(source.length + canonicalRoom(source.length))
  memory.set(source)
  const end = canonicalise(memory, 0, source.length, source.length, rule)
  assert.ok(end <= 12 * source.length)
  return Buffer.from(memory.subarray(source.length, end))
}

/** The canonical text with `|` for 0x01. */
const canonical = (text: string, rule = 0): string =>
  canonicalBytes(text, rule).toString('utf8').replaceAll('\u0001', '|')

describe('canonical text', () => {
  const cases: [string, string, string][] = [
    ['lowers ASCII letters and keeps digits', 'Hello, World 42!', 'hello world 42'],
    ['has one space between tokens and none at the ends', ' \t a -- b\n', 'a b'],
    ['is empty for a text of separators', '... \u{1f600} \ufffd', ''],
    ['composes (UAX #15, table 2)', 'e\u0301 o\u0302\u0323 q\u0307\u0323', 'é ộ q\u0323\u0307'],
    ['replaces canonical singletons (UAX #15, figure 3)', '\u212b \u2126', 'å ω'],
    ['decomposes compatibility characters (UAX #15, figure 6)', 'ﬁ \u017f', 'fi s'],
    ['keeps superscripts, subscripts, circles and fractions', 'm² 10⁵ H₂O x½y ⓐ⒜ ㎡', 'm 10 h o x y a m'],
    [
      'does not compose characters excluded from composition',
      '\u0958 \ufb2c',
      '\u0915\u093c \u05e9\u05bc\u05c1',
    ],
    ['treats the Kelvin sign and the Greek question mark as ASCII', '5\u212a\u037ea', '5k a'],
    ['composes characters that only folding makes composable', 'J\u030c', 'ǰ'],
    ['turns a remaining ypogegrammeni into an iota', '\u0345 x\u0345', 'ι xι'],
    ['lets a mark change a separator', 'a=\u0338b \u2260', 'a b'],
    ['folds ß and ẞ to ss', 'Straße STRAẞE STRASSE', 'strasse strasse strasse'],
    ['folds İ to i with a dot, keeps ı', 'İ I ı', 'i\u0307 i ı'],
    ['folds width and fonts', 'Ｆｕｌｌ　ｶﾞｷﾞ 𝔘𝔫𝔦 ㍿', 'full ガ|ギ uni 株|式|会|社'],
    ['drops invisible characters', 'won\u00adder\u200bful \ufeffx\ufe0f\u200d \u{e0041}y', 'wonderful x y'],
    ['composes across what vanishes', 'e\u00ad\u0301 \u1100\u115f\u1161', 'é 가'],
    ['makes up to 18 characters of one', '\ufdfa', 'صلى الله عليه وسلم'],
    ['folds all sigmas to one', 'ΟΔΟΣ Οδος', 'οδοσ οδοσ'],
    ['folds Cherokee to capitals and Georgian capitals to small letters', '\uab70 \u1c90', '\u13a0 \u10d0'],
    ['composes Hangul', '\u1112\u1161\u11ab\u1100\u1173\u11af 한\u11ab', '한글 한\u11ab'],
    ['keeps a Hangul word together', '한국어 text', '한국어 text'],
    ['makes a token of each Han character', '中文ABC漢字 1日', '中|文|abc|漢|字 1|日'],
    ['makes tokens of kana, including the prolonged sound mark', 'ラーメン、は\u3099', 'ラ|ー|メ|ン ば'],
    ['keeps Thai vowels and tones with their consonant', 'สวัสดี กี่', 'ส|วั|ส|ดี กี่'],
    ['keeps Lao, Khmer and Myanmar marks with their base', 'ດີ ភាសា က္ကမ္', 'ດີ ភា|សា က္|က|မ္'],
    [
      'keeps Javanese, Balinese and Tai marks with their base',
      '\ua9b2\ua9a4\ua9b8\ua982 \u1b05\u1b35\u1b13\u1b44 \u1a20\u1a63\u1a22 \u1980\u19b0\u1982 \u1950\u1951 \uaa80\uaab4\uaa82',
      '\ua9b2|\ua9a4\ua9b8\ua982 \u1b06|\u1b13\u1b44 \u1a20\u1a63|\u1a22 \u1980|\u19b0|\u1982 \u1950|\u1951 \uaa80\uaab4|\uaa82',
    ],
    ['makes a token of each Yi syllable', '\ua188\ua320\ua071 \ua015', '\ua188|\ua320|\ua071 \ua015'],
    [
      'makes tokens of the digits of these scripts',
      '\u0e51\u0e52 12 \u0661\u0662',
      '\u0e51|\u0e52 12 \u0661\u0662',
    ],
    [
      'keeps letters, marks and digits of other scripts in one token',
      'हिन्दी तमिழ் x\u0308\u20dd1',
      'हिन्दी तमिழ் ẍ\u20dd1',
    ],
    ['makes no token of a mark without a base', '\u0301a \u{1f600}\u20e3 -\u0301b ´ c', 'a b c'],
    ['separates at number letters and other numbers but 〇', '二〇二 a²b 〡', '二|〇|二 a b'],
    [
      'orders marks by combining class, also many',
      `a${'\u0301\u0316'.repeat(99)}`,
      `á${'\u0316'.repeat(99)}${'\u0301'.repeat(98)}`,
    ],
  ]
  for (const [name, text, expected] of cases) {
    it(name, () => assert.equal(canonical(text), expected))
  }

  const marks: [string, string, string][] = [
    [
      'drops accents of Latin, Greek and Cyrillic',
      'Café ÉCOLE ộ άλφα ᾳ ёлка їжак',
      'cafe ecole o αλφα αι елка іжак',
    ],
    ['keeps й, as one letter, without further marks', 'Йод и\u0306 и\u0323\u0306 й\u0301', 'йод й й й'],
    ['drops points of Hebrew, marks of Arabic, and tatweel', 'שָׁלוֹם مُحَـمَّد أُمّ ـ ـَب', 'שלום محمد ام ب'],
    ['keeps vowel signs and viramas', 'हिन्दी தமிழ் ภาษา က္က', 'हिन्दी தமிழ் ภ|า|ษ|า က္|က'],
    ['keeps marks of kana', 'がぱ ガ は\u3099', 'が|ぱ ガ ば'],
    ['keeps enclosing marks and letters that do not decompose', 'a\u20dd\u0301 øłđ', 'a\u20dd øłđ'],
  ]
  for (const [name, text, expected] of marks) {
    it(`fold: marks ${name}`, () => assert.equal(canonical(text, 1), expected))
  }

  const letters: [string, string, string][] = [
    [
      'gives yeh, kaf, heh and digits of Persian, Urdu and Kurdish one spelling',
      '\u06cc\u06a9\u06cc \u064a\u0643\u0649 \u06c1\u06d5\u06f1\u06f9',
      '\u064a\u0643\u064a \u064a\u0643\u064a \u0647\u0647\u0661\u0669',
    ],
    [
      'joins a hamza above, whatever the letter was',
      '\u0647\u0654 \u06c1\u0654 \u06d5\u0654 \u06cc\u0654 \u0626',
      '\u06c0 \u06c0 \u06c0 \u0626 \u0626',
    ],
    [
      'makes khanda ta and chillu of letter, virama and joiner',
      '\u09a4\u09cd\u200d\u09b8 \u0d05\u0d35\u0d28\u0d4d\u200d \u0d15\u0d4d\u200d\u0d32\u0d4d\u200d',
      '\u09ce\u09b8 \u0d05\u0d35\u0d7b \u0d7f\u0d7d',
    ],
    [
      'keeps other letters',
      '\u0629\u0623\u06d2\u06be\u06af \u0995\u09cd 12',
      '\u0629\u0623\u06d2\u06be\u06af \u0995\u09cd 12',
    ],
  ]
  for (const [name, text, expected] of letters) {
    it(`fold: letters ${name}`, () => assert.equal(canonical(text, 4), expected))
  }
  it('fold: both drops marks first', () => {
    assert.equal(canonical('é\u06c0 \u0647\u0654 \u06c2 \u0626\u0650', 5), 'e\u0647 \u0647 \u0647 \u064a')
  })

  const symbols: [string, string, string][] = [
    ['makes a token of each ASCII symbol', 'a+b - C++ [x]_{y}', 'a|+|b - c|+|+ [|x|]|_|{|y|}'],
    ['distinguishes look-alikes', '-5 – 5 × 5', '-|5 – 5 × 5'],
    [
      'makes a token of each emoji, without joiners and selectors',
      '👍🏽 👩\u200d💻 ❤\ufe0f',
      '👍|🏽 👩|💻 ❤',
    ],
    ['keeps a mark with its symbol', '👍\u20dd -\u0301x \u0301', '👍\u20dd -\u0301|x'],
    [
      'makes tokens of number letters, other numbers and private characters',
      '½Ⅳ〡² \ue000〇',
      '½|iv|〡|² \ue000|〇',
    ],
    ['maps symbols first', '…＋（㈱）', '.|.|.|+|(|(|株|)|)'],
    ['separates at blanks and controls', 'a\u0007b\u00a0c', 'a b c'],
  ]
  for (const [name, text, expected] of symbols) {
    it(`symbols: keep ${name}`, () => assert.equal(canonical(text, 2), expected))
  }

  it('makes a token of a lone surrogate, other than U+FFFD', () => {
    assert.deepEqual(canonicalBytes('a\ud800\u0301b\ufffdc'), Buffer.from('6101eda080cc8101622063', 'hex'))
  })

  it('equals the naive rule on every assigned character, alone and with neighbours', {
    skip: skipNaive,
  }, () => {
    for (const [before, after] of [
      ['', ''],
      ['Ā', '\u0323'],
      ['中', 'x'],
    ]) {
      for (const text of everyCharacter(before, after)) {
        for (const rule of casesOf([0, 3, 7]))
          assert.ok(canonicalBytes(text, rule).equals(wtf8(naiveCanonical(text, rule))), text.slice(0, 9))
      }
    }
  })

  it('equals the naive rule on any text', { skip: skipNaive }, () => {
    fc.assert(
      fc.property(anyText, fc.nat(7), (text, rule) => {
        assert.deepEqual(canonicalBytes(text, rule), Buffer.from(wtf8(naiveCanonical(text, rule))))
      }),
      { numRuns: runs(1000) },
    )
  })

  it('is idempotent', () => {
    fc.assert(
      fc.property(anyText, text => {
        const once = canonicalBytes(text.toWellFormed()).toString('utf8').replaceAll('\u0001', ' ')
        assert.equal(canonicalBytes(once).toString('utf8').replaceAll('\u0001', ' '), once)
      }),
    )
  })
})

describe('valid UTF-8', () => {
  const fault = (hex: string): number => {
    const bytes = Buffer.from(hex, 'hex')
    return validUtf8(bytes, 0, bytes.length)
  }

  it('finds the first ill-formed sequence (Unicode 17.0, tables 3-8 to 3-11)', () => {
    assert.equal(fault('c0af'), 0)
    assert.equal(fault('41e080bf'), 1)
    assert.equal(fault('4142eda080'), 2)
    assert.equal(fault('f4918080'), 0)
    assert.equal(fault('e4b8adf0908041'), 3)
    assert.equal(fault('e1'), 0)
    assert.equal(fault('41c3'), 1)
    assert.equal(fault('f48fbfbfefbfbfedd09f'), 7)
    assert.equal(fault('f48fbfbfefbfbfed9fbf'), 10)
  })

  it('agrees with a strict decoder', () => {
    const piece = fc.oneof(
      fc.uint8Array({ maxLength: 4 }),
      fc.string({ unit: 'binary', maxLength: 4 }).map(wtf8),
    )
    fc.assert(
      fc.property(fc.array(piece, { maxLength: 8 }), pieces => {
        const bytes = Buffer.concat(pieces)
        const end = validUtf8(bytes, 0, bytes.length)
        const decoder = new TextDecoder('utf-8', { fatal: true })
        assert.doesNotThrow(() => decoder.decode(bytes.subarray(0, end)))
        if (end === bytes.length) return
        for (let length = 1; length <= 4 && end + length <= bytes.length; length++) {
          assert.throws(() => decoder.decode(bytes.subarray(end, end + length)))
        }
      }),
      { numRuns: runs(1000) },
    )
  })
})
