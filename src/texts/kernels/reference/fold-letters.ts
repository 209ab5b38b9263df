/**
 * `fold: letters`: canonical characters with one spelling where readers of a language see one, but keyboards and older
 * encodings give two. The definition of `kernels/assembly/canonical/fold-letters.ts`.
 *
 *     Persian, Urdu, Kurdish    ی ى ─▶ ي    ک ─▶ ك    ہ ە ─▶ ه    ۂ, هٔ ─▶ ۀ    ئ ─▶ ئ
 *     digits of Arabic          ۰ to ۹ ─▶ ٠ to ٩
 *     Bengali                   ত and virama ─▶ ৎ, khanda ta
 *     Malayalam                 ണ ന ര ല ള ക and virama ─▶ ൺ ൻ ർ ൽ ൾ ൿ, chillu letters
 *
 * Before Unicode 4.1 and 5.1, khanda ta and chillu were written as letter, virama and zero width joiner; Kurdish ە
 * still is written as ه and a non-joiner. The text rule drops both joiners, so the spelling without them counts as the
 * same, too.
 *
 * Source: The Unicode Standard, sections 9.2 (Arabic), 12.2 (Bengali), 12.9 (Malayalam); Apache Lucene 9,
 * `ArabicNormalizer`, `PersianNormalizer`, `SoraniNormalizer`.
 * Ours: the choice. Lucene's also fold hamza, teh marbuta and ے, which are other letters.
 */

const letters: ReadonlyMap<number, number> = new Map([
  [0x649, 0x64a],
  [0x6cc, 0x64a],
  [0x6a9, 0x643],
  [0x6c1, 0x647],
  [0x6d5, 0x647],
  [0x6c2, 0x6c0],
  ...Array.from({ length: 10 }, (_, digit): [number, number] => [0x6f0 + digit, 0x660 + digit]),
])

/** The letter of `first,second`. */
const pairs: ReadonlyMap<string, number> = new Map([
  [`${0x647},${0x654}`, 0x6c0],
  [`${0x64a},${0x654}`, 0x626],
  [`${0x9a4},${0x9cd}`, 0x9ce],
  [`${0xd23},${0xd4d}`, 0xd7a],
  [`${0xd28},${0xd4d}`, 0xd7b],
  [`${0xd30},${0xd4d}`, 0xd7c],
  [`${0xd32},${0xd4d}`, 0xd7d],
  [`${0xd33},${0xd4d}`, 0xd7e],
  [`${0xd15},${0xd4d}`, 0xd7f],
])

/** @param characters canonical, with 0x20 and 0x01 between tokens */
export function foldLetters(characters: readonly number[]): number[] {
  const folded: number[] = []
  for (const character of characters) {
    const letter = letters.get(character) ?? character
    const whole = pairs.get(`${folded.at(-1)},${letter}`)
    if (whole === undefined) folded.push(letter)
    else folded[folded.length - 1] = whole
  }
  return folded
}
