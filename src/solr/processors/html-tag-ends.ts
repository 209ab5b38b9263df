/**
 * Ends of tags: where a tag ends whose name has ended at a position.
 *
 *     tail      = [ ( '=' | blank ) content ] [ blanks ] [ '/' ] '>'       the longest one counts
 *     content   = { character but < > | attribute | include }
 *     attribute = name [ blanks ] '=' [ blanks ] quoted
 *     include   = '<!--#' { character but quotes | quoted } '-->'
 *     quoted    = ' { \' | character but ' } ', the same with "
 *
 * All ways to read a position are followed at once, as a set of states, so a quote may or may not open a value.
 *
 * Source: observed on Lucene 9.12.
 * Cost: linear for one tag. A search that found nothing is remembered, so the next one can stop where it meets it.
 */

/** States, as bits. */
const content = 1
const attributeName = 4
const beforeEquals = 8
const afterEquals = 16
const singleQuoted = 32
const singleEscape = 64
const doubleQuoted = 128
const doubleEscape = 256
/** `<`, `<!`, `<!-`, `<!--` */
const opening = [512, 1024, 2048, 4096]
const include = 8192
/** `-`, `--` */
const closing = [16_384, 32_768]
const includeSingle = 65_536
const includeSingleEscape = 131_072
const includeDouble = 262_144
const includeDoubleEscape = 524_288

const blank = /[\t-\r \x85\p{Z}]/u
const nameStart = /[:_\p{ID_Start}]/u
const namePart = /[-.:_\p{ID_Continue}]/u

export class TagEnds {
  readonly #text: string
  /** States of the last search that found nothing, by position. */
  readonly #failed = new Map<number, number>()

  constructor(text: string) {
    this.#text = text
  }

  /**
   * The position behind the tag's `>`; -1 if it has none.
   *
   * @param isPlain the tag is a script or style, where neither `=` nor `/` may follow the name
   */
  after(from: number, isPlain = false): number {
    const text = this.#text
    if (text[from] === '>') return from + 1
    if (!isPlain && text.startsWith('/>', from)) return from + 2
    const isOpen = blank.test(text.charAt(from)) || (!isPlain && text[from] === '=')
    return isOpen ? this.#behind(from + 1) : -1
  }

  #behind(from: number): number {
    const text = this.#text
    let states = content
    let end = -1
    const seen: number[] = []
    for (let at = from; at < text.length && states !== 0; ) {
      if ((states & (this.#failed.get(at) ?? 0)) === states) break
      seen.push(at, states)
      const character = String.fromCodePoint(text.codePointAt(at) as number)
      at += character.length
      if (character === '>' && (states & content) !== 0) end = at
      states = next(states, character)
    }
    if (end < 0 && (states & (include | includeSingle | includeDouble)) !== 0) this.#remember(seen)
    return end
  }

  #remember(seen: readonly number[]): void {
    for (let i = 0; i < seen.length; i += 2) this.#failed.set(seen[i], seen[i + 1])
  }
}

function next(states: number, character: string): number {
  let found = 0
  if ((states & (content | attributeName | beforeEquals | afterEquals)) !== 0)
    found |= inTag(states, character)
  found |= quoted(states, character, [singleQuoted, singleEscape, "'", content])
  found |= quoted(states, character, [doubleQuoted, doubleEscape, '"', content])
  if (states >= opening[0]) found |= inInclude(states, character)
  return found
}

function inTag(states: number, character: string): number {
  let found = 0
  const isBlank = blank.test(character)
  if ((states & content) !== 0) {
    if (character === '<') found |= opening[0]
    else if (character !== '>') found |= content
    if (nameStart.test(character)) found |= attributeName
  }
  if ((states & attributeName) !== 0) {
    if (namePart.test(character)) found |= attributeName
    if (isBlank) found |= beforeEquals
  }
  if ((states & beforeEquals) !== 0 && isBlank) found |= beforeEquals
  if ((states & (attributeName | beforeEquals)) !== 0 && character === '=') found |= afterEquals
  if ((states & afterEquals) !== 0) {
    if (isBlank) found |= afterEquals
    if (character === "'") found |= singleQuoted
    if (character === '"') found |= doubleQuoted
  }
  return found
}

/** States inside a quoted value and behind its backslash, its quote, and the state behind it. */
type Quoting = readonly [inside: number, escaped: number, quote: string, outside: number]

function quoted(states: number, character: string, [inside, escaped, quote, outside]: Quoting): number {
  let found = 0
  if ((states & inside) !== 0) {
    found |= character === quote ? outside : inside
    if (character === '\\') found |= escaped
  }
  if ((states & escaped) !== 0 && character === quote) found |= inside
  return found
}

function inInclude(states: number, character: string): number {
  let found = 0
  for (const [at, wanted] of ['!', '-', '-'].entries())
    if ((states & opening[at]) !== 0 && character === wanted) found |= opening[at + 1]
  if ((states & opening[3]) !== 0 && character === '#') found |= include
  if ((states & include) !== 0) {
    if (character === "'") found |= includeSingle
    else if (character === '"') found |= includeDouble
    else found |= include
    if (character === '-') found |= closing[0]
  }
  if ((states & closing[0]) !== 0 && character === '-') found |= closing[1]
  if ((states & closing[1]) !== 0 && character === '>') found |= content
  found |= quoted(states, character, [includeSingle, includeSingleEscape, "'", include])
  return found | quoted(states, character, [includeDouble, includeDoubleEscape, '"', include])
}
