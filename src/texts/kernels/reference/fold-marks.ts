/**
 * `fold: marks`: canonical characters without the nonspacing marks (Mn) that follow a letter of Latin, Greek, Cyrillic,
 * Hebrew or Arabic, and without tatweel. The definition of `kernels/assembly/canonical/drop-marks.ts`.
 *
 * Marks of kana and of all other scripts stay: there they are vowels, or tell one consonant from another. So does й,
 * which is another letter than и.
 */

const tatweel = 0x640
const shortI = 0x439
const mark = 2
const droppableMark = 2 | 4
const droppable = 1 | 4

/**
 * @param characters canonical, with 0x20 and 0x01 between tokens
 * @param recordOf see `unicode-image.ts`
 * @param firstOf the first character of the canonical decomposition
 */
export function dropMarks(
  characters: readonly number[],
  recordOf: (character: number) => number,
  firstOf: (character: number) => number,
): number[] {
  const kept: number[] = []
  let separator = 0 // to be written before the next token
  let isOurs = false // whether the last base is a letter of these scripts
  for (const character of characters) {
    if (character === 0x20 || character === 0x01) {
      separator = Math.max(separator, character)
      isOurs = false
      continue
    }
    const own = recordOf(character) & 7
    const isMark = (own & 3) === mark
    // A mark whose base was tatweel has none.
    if (isMark && ((isOurs && own === droppableMark) || separator > 0 || kept.length === 0)) continue
    if (!isMark) isOurs = own === droppable || character === tatweel
    if (character === tatweel) continue
    if (separator > 0 && kept.length > 0) kept.push(separator)
    separator = 0
    kept.push(own === droppable && character !== shortI ? firstOf(character) : character)
  }
  return kept
}
