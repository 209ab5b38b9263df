/** Texts that are hard for the text rule: for property tests of `canonicalise`, in all kernels. */
import fc from 'fast-check'
import { runs } from '../ground/runs.ts'

/** Marks of many combining classes: some compose, some never do, some decompose, some are starters. */
export const marks =
  '\u0300\u0301\u0316\u0327\u0338\u0344\u0345\u0308\u030c\u05b0\u064b\u0654\u09cd\u0d4d\u093c\u094d\u09be\u0e48\u0f71\u0f72\u0f73' +
  '\u1037\u1039\u102e\u1161\u11a8\u17d2\u20dd\u3099\ufe0f\u{110ba}\u{1133e}\u{113c2}\u{113c5}\u{1611e}\u{16121}\u{1d165}'

/** Starters that fold, compose, decompose, stand alone, separate, or are excluded from composition. */
export const starters =
  'AajJ .=1\u0001\u007f\u00c9\u00e9\u00df\u0130\u0390\u0391\u03b1\u03c2\u0410\u0451\u0958\u09c7\u0e01\u0e2a\u1000\u1025' +
  '\u1100\u1780\u13a0\u1e9b\u1f82\u1f88\u212a\u212b\u24b6\u3002\u3042\u30ab\u30fc\u4dff\u4e00\u4e2d\u9fff\uab70\uac00' +
  '\uac01\uf900\ufb2c\uff0c\ufffd\ud800\udc00\u{10400}\u{11131}\u{1d15e}\u{1d160}\u{1f600}\u{20000}\u{2f800}' +
  '\u0647\u06c1\u06d5\u06cc\u0649\u06a9\u06f3\u09a4\u0d28\u0d15' +
  '\u00ad\u0640\u0439\u0451\u05d0\u0628\u0623\u200d\u3007\uff21\uff76\uff9e\u337f\ufdfa\ufb01\u00b2\u24d0\u{e0020}+'

const oneOf = (characters: string) => fc.constantFrom(...characters)
const between = (from: number, to: number) =>
  fc.integer({ min: from, max: to }).map(codePoint => String.fromCodePoint(codePoint))

const character = fc.oneof(
  { weight: 6, arbitrary: oneOf(starters) },
  { weight: 4, arbitrary: oneOf(marks) },
  { weight: 5, arbitrary: between(0x20, 0x7e) },
  { weight: 3, arbitrary: between(0x4e00, 0x9fff) },
  { weight: 1, arbitrary: between(0x400, 0x4ff) },
  { weight: 1, arbitrary: between(0, 0x2fff) },
  { weight: 1, arbitrary: between(0, 0x10ffff) },
)

const run = (arbitrary: fc.Arbitrary<string>, maxLength: number) =>
  fc.array(arbitrary, { maxLength, size: 'max' }).map(characters => characters.join(''))

/** Mixed characters, and runs of one kind as long as the blocks of the kernels. */
export const anyText = fc
  .array(
    fc.oneof(
      run(character, 40),
      run(between(0x20, 0x7e), 150),
      run(between(0x61, 0x7a), 40),
      run(between(0x4e00, 0x9fff), 20),
      run(oneOf(marks), 90),
    ),
    { maxLength: 5, size: 'max' },
  )
  .map(runs => runs.join(''))

/**
 * Every assigned character with `before` and `after` around it and spaces between, in texts of about 4,000; without
 * NEARSAME_RUNS=all every fifth one.
 */
export function* everyCharacter(before: string, after: string): Generator<string> {
  let text = ''
  for (let codePoint = 0; codePoint < 0x110000; codePoint++) {
    const each = String.fromCodePoint(codePoint)
    if (codePoint % 5 < runs(5) && !/[\p{Cn}\p{Co}]/u.test(each)) text += `${before}${each}${after} `
    if (codePoint % 4096 === 4095) {
      if (text !== '') yield text
      text = ''
    }
  }
}
