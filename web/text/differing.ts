/**
 * Differing: the part of a value in which it differs from another: what is left between the common beginning and end,
 * in whole characters.
 *
 * @example differing('Fluß', 'Fluss') // => ['Flu', 'ß', '']
 */
export function differing(
  value: string,
  other: string,
): readonly [start: string, middle: string, end: string] {
  const [a, b] = [charactersOf(value), charactersOf(other)]
  const shorter = Math.min(a.length, b.length)
  let start = 0
  while (start < shorter && a[start] === b[start]) start++
  let end = 0
  while (end < shorter - start && a[a.length - 1 - end] === b[b.length - 1 - end]) end++
  const cut = a.length - end
  return [a.slice(0, start).join(''), a.slice(start, cut).join(''), a.slice(cut).join('')]
}

const segments = new Intl.Segmenter('en', { granularity: 'grapheme' })
const charactersOf = (text: string) => Array.from(segments.segment(text), ({ segment }) => segment)
