/**
 * Words of a text, as they stand in it: where the text rule sees tokens, but before folding, for a reader.
 *
 * The rule of the kernels (`reference/canonical.ts`) is repeated here as a pattern, with the engine's own Unicode
 * version: for a few characters the two may differ, which moves the ends of a word shown and no figure.
 */

// Scripts written without spaces: a base character with its marks is a word.
const spaceless = String.raw`\p{scx=Han}\p{scx=Hira}\p{scx=Kana}\p{scx=Thai}\p{scx=Laoo}\p{scx=Khmr}\p{scx=Mymr}`
const base = String.raw`[[\p{L}\p{Nd}]&&[${spaceless}]]`
const word = new RegExp(String.raw`[${base}\p{Cs}]\p{M}*|[[\p{L}\p{M}\p{Nd}]--${base}]+`, 'gv')

/** @example wordsIn('The café – 中文ab') // => ['The', 'café', '中', '文', 'ab'] */
export function wordsIn(text: string): string[] {
  return text.match(word) ?? []
}
