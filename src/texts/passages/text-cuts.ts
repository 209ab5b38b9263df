/**
 * Text cuts: what a text loses when runs of its places are cut out.
 *
 * Of tokens, whole words: characters whose tokens are not all cut stay, and so do all tokens that share one with them.
 * If the words around a cut would become one, a blank takes its place. A line or paragraph goes with its own line end,
 * and nothing else: blank lines stay.
 */
import { tokenSpans } from '../text/token-spans.ts'
import type { PlacedText } from './placed-text.ts'
import { type TextSpan, TokenText } from './placed-text.ts'
import { lineEndAfter, unitsBefore } from './text-units.ts'

/** Bytes [from, to) of a text, replaced by a blank or by nothing. */
export interface TextCut {
  readonly fromByte: number
  readonly toByte: number
  readonly isBlank: boolean
}

/** @param runs of places: from, to, from, to, ...; ascending and apart */
export function textCuts(text: Uint8Array, placed: PlacedText, runs: Uint32Array, rule: number): TextCut[] {
  const cuts: TextCut[] = []
  for (let i = 0; i < runs.length; i += 2) {
    const [from, to] = [runs[i], runs[i + 1]]
    const own =
      placed instanceof TokenText
        ? wordCuts(text, placed, from, to, rule)
        : unitCuts(text, placed, from, to)
    for (const cut of own) cuts.push(cut)
  }
  return cuts
}

function wordCuts(text: Uint8Array, placed: TokenText, from: number, to: number, rule: number): TextCut[] {
  const { count } = placed
  const spanOf = (token: number) => placed.spanOf(token, 1)
  let [first, end] = [from, to]
  const sharesCharacter = (token: number) =>
    token > 0 && token < count && spanOf(token).fromByte < spanOf(token - 1).toByte
  while (first < end && sharesCharacter(first)) first++
  while (end > first && sharesCharacter(end)) end--
  if (first >= end) return []
  const { fromByte, toByte } = placed.spanOf(first, end - first)
  if (first === 0 || end === count) return [{ fromByte, toByte, isBlank: false }]
  const [left, right] = [spanOf(first - 1), spanOf(end)]
  const touches = left.toByte === fromByte && right.fromByte === toByte
  return [{ fromByte, toByte, isBlank: touches && areJoined(text, left, right, rule) }]
}

/** Whether two tokens would be one if they stood side by side. */
function areJoined(text: Uint8Array, left: TextSpan, right: TextSpan, rule: number): boolean {
  const parts = [left, right].map(({ fromByte, toByte }) => text.subarray(fromByte, toByte))
  const both = new Uint8Array(parts[0].length + parts[1].length)
  both.set(parts[0])
  both.set(parts[1], parts[0].length)
  const apart = parts.reduce((sum, part) => sum + tokenSpans(part, rule).count, 0)
  return tokenSpans(both, rule).count < apart
}

/** Each line or paragraph with its own end; what stands between two of them stays. */
function unitCuts(text: Uint8Array, placed: PlacedText, from: number, to: number): TextCut[] {
  const cuts: TextCut[] = []
  for (let place = from; place < to; place++) {
    const { fromByte, toByte } = placed.spanOf(place, 1)
    const end = lineEndAfter(text, toByte)
    const before = cuts.at(-1)
    if (before?.toByte === fromByte) cuts[cuts.length - 1] = { ...before, toByte: end }
    else cuts.push({ fromByte, toByte: end, isBlank: false })
  }
  return cuts
}

/** The text that is left. */
export function withoutCuts(text: Uint8Array, cuts: readonly TextCut[]): Uint8Array {
  const left = new Uint8Array(text.length + cuts.length)
  let end = 0
  let at = 0
  for (const { fromByte, toByte, isBlank } of cuts) {
    left.set(text.subarray(at, fromByte), end)
    end += fromByte - at
    if (isBlank) left[end++] = 0x20
    at = toByte
  }
  left.set(text.subarray(at), end)
  return left.subarray(0, end + text.length - at)
}

/** UTF-16 units of the ends of cuts: from, to, from, to, ... */
export function cutUnits(text: Uint8Array, cuts: readonly TextCut[]): Uint32Array {
  return unitsBefore(
    text,
    cuts.flatMap(({ fromByte, toByte }) => [fromByte, toByte]),
  )
}
