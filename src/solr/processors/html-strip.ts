/**
 * HTML strip: the text of HTML as Lucene's HTMLStripCharFilter leaves it.
 *
 *     <b> </b> <?x?> <!x> <!-- x -->      nothing                (the elements of `inline`)
 *     <p> </p> <br> <script>…</script>    a line feed            (every other name)
 *     &eacute; &#233; &#xe9;              the character, with its semicolon or at the end of the text
 *     <![CDATA[ x ]]>                     x
 *
 * Anything else is text, `<` and `&` included. A tag goes up to the last `>` that quotes of attributes or a server-side
 * include allow. At the end of the text an open comment, script or style goes, and so does a `<name` without more.
 *
 * Source: observed on Lucene 9.12, on random texts.
 * Ours: names of elements follow Unicode as the engine has it, Lucene's that of Unicode 12.1.
 * Cost: linear, but for tags inside unfinished server-side includes.
 */
import { type Entities, entities } from '../../texts/text/html-entities.ts'
import { TagEnds } from './html-tag-ends.ts'

const inline = new Set(
  (
    'a b i q s u abbr acronym basefont bdo big cite code dfn em font img input kbd label samp select small span ' +
    'strike strong sub sup textarea tt var'
  ).split(' '),
)

/** What Lucene takes for a blank. */
const blank = '[\\t-\\r \\x85\\p{Z}]'
const name = '[:_\\p{ID_Start}][-.:_\\p{ID_Continue}]*'

const sticky = (source: string) => new RegExp(source, 'yu')
const patterns = {
  name: sticky(name),
  blanks: sticky(`${blank}*`),
  lineBreak: sticky(`${blank}*[bB][rR]`),
  script: sticky(`${blank}*[sS][cC][rR][iI][pP][tT]`),
  style: sticky(`${blank}*[sS][tT][yY][lL][eE]`),
  endOfTag: sticky(`${blank}*>`),
  endOfBreak: sticky(`[bB][rR]${blank}*>`),
  endOfScript: sticky(`</${blank}*[sS][cC][rR][iI][pP][tT]${blank}*>`),
  endOfStyle: sticky(`</${blank}*[sS][tT][yY][lL][eE]${blank}*>`),
  entityName: sticky('[A-Za-z][A-Za-z0-9]{0,7}'),
  number: sticky('#(?:[xX]([0-9A-Fa-f]+)|([0-9]+))'),
  // Halves of a pair, each hexadecimal or decimal.
  pair: sticky(
    '#([xX][dD][89aAbB][0-9a-fA-F]{2}|5[56]\\p{Nd}{3});&#([xX][dD][c-fC-F][0-9a-fA-F]{2}|5[67]\\p{Nd}{3});',
  ),
}

/** The text without its markup. @example stripHtml('a <b>b</b>&eacute;<br>3 < 4') // => 'a bé\n3 < 4' */
export function stripHtml(text: string): string {
  return /[<&]/.test(text) ? new Stripping(text).run() : text
}

/** Where the text goes on, and what stands for the part before. */
interface Found {
  readonly to: number
  readonly plain: string
}

class Stripping {
  readonly #text: string
  readonly #tagEnds: TagEnds
  readonly #lastBracket: number
  #at = 0
  #plain = ''

  constructor(text: string) {
    this.#text = text
    this.#tagEnds = new TagEnds(text)
    this.#lastBracket = text.lastIndexOf('>')
  }

  run(): string {
    const text = this.#text
    const special = /[<&]/g
    while (this.#at < text.length) {
      special.lastIndex = this.#at
      const found = special.exec(text)?.index ?? text.length
      this.#plain += text.slice(this.#at, found)
      this.#at = found + 1
      if (found === text.length) break
      const { to, plain } = text[found] === '&' ? this.#reference(found) : this.#markup(found)
      this.#plain += plain
      this.#at = to
    }
    return this.#plain
  }

  /** The match of a pattern at the position. */
  #match(pattern: RegExp, at = this.#at): RegExpExecArray | undefined {
    pattern.lastIndex = at
    return pattern.exec(this.#text) ?? undefined
  }

  /** Everything from `from` is text up to `to`. */
  #keep(from: number, to: number): Found {
    return { to, plain: this.#text.slice(from, to) }
  }

  #reference(from: number): Found {
    const pair = this.#match(patterns.pair)
    const character = pair && joinedPair(pair[1], pair[2])
    if (character !== undefined) return { to: patterns.pair.lastIndex, plain: character }
    if (this.#text[this.#at] === '#') return this.#numeric(from)
    const [written] = this.#match(patterns.entityName) ?? ['']
    const known = longestName(written, entities())
    if (known === '') return this.#keep(from, this.#at)
    return this.#tail(from, this.#at + known.length, entities().get(known) as string)
  }

  #numeric(from: number): Found {
    const found = this.#match(patterns.number)
    if (found === undefined) return this.#keep(from, this.#at + 1)
    const [whole, hexadecimal, decimal] = found
    const code = hexadecimal === undefined ? Number(decimal) : Number.parseInt(hexadecimal, 16)
    const isShort = hexadecimal === undefined ? decimal.length <= 7 : hexadecimal.length <= 5
    const to = this.#at + whole.length
    if (!isShort || code > 0x10ffff) return this.#keep(from, to)
    return this.#tail(from, to, code >= 0xd800 && code <= 0xdfff ? '\ufffd' : String.fromCodePoint(code))
  }

  /** A reference needs its semicolon, except at the end of the text. */
  #tail(from: number, to: number, character: string): Found {
    if (to === this.#text.length) return { to, plain: character }
    return this.#text[to] === ';' ? { to: to + 1, plain: character } : this.#keep(from, to)
  }

  #markup(from: number): Found {
    const text = this.#text
    const at = this.#at
    if (text[at] === '!') return this.#declaration(from)
    if (text[at] === '/') return this.#endTag(from)
    if (text[at] === '?' && this.#lastBracket > at) {
      const end = text.indexOf('>', at)
      if (end > at + 1 && '/?'.includes(text[end - 1])) return { to: end + 1, plain: '' }
    }
    for (const kind of ['lineBreak', 'script', 'style'] as const) {
      const end = this.#match(patterns[kind])
        ? this.#tagEnds.after(patterns[kind].lastIndex, kind !== 'lineBreak')
        : -1
      if (end < 0) continue
      return kind === 'lineBreak' ? { to: end, plain: '\n' } : this.#scriptEnd(end, kind)
    }
    this.#match(patterns.blanks)
    const start = patterns.blanks.lastIndex
    const [tag] = this.#match(patterns.name, start) ?? ['']
    if (tag === '') return this.#keep(from, start)
    const end = start + tag.length
    if (end === text.length) return { to: end, plain: '' }
    const tail = this.#tagEnds.after(end)
    return tail < 0 ? this.#keep(from, end) : { to: tail, plain: placeOf(tag) }
  }

  #endTag(from: number): Found {
    this.#match(patterns.blanks, this.#at + 1)
    const start = patterns.blanks.lastIndex
    if (this.#match(patterns.endOfBreak, start)) return { to: patterns.endOfBreak.lastIndex, plain: '\n' }
    const [tag] = this.#match(patterns.name, start) ?? ['']
    if (tag === '') return this.#keep(from, start)
    const end = start + tag.length
    if (end === this.#text.length) return { to: end, plain: '' }
    if (!this.#match(patterns.endOfTag, end)) return this.#keep(from, end)
    return { to: patterns.endOfTag.lastIndex, plain: placeOf(tag) }
  }

  #declaration(from: number): Found {
    const text = this.#text
    const at = this.#at + 1
    if (text.startsWith('--', at)) return { to: this.#commentEnd(at + 2, 'html'), plain: '' }
    if (text.startsWith('[CDATA[', at)) {
      const end = text.indexOf(']]>', at + 7)
      if (end < 0) return this.#keep(at + 7, text.length)
      return { to: end + 3, plain: text.slice(at + 7, end) }
    }
    const end = text.indexOf('>', at)
    return end < 0 ? this.#keep(from, text.length) : { to: end + 1, plain: '' }
  }

  /** The position behind the end of a comment; the end of the text without one. Only HTML's has no strings. */
  #commentEnd(from: number, kind: 'html' | 'script' | 'include'): number {
    const text = this.#text
    for (let at = from; at < text.length; at++) {
      if (text.startsWith('-->', at)) return at + 3
      if (kind !== 'include' && text.startsWith('<!--#', at)) at = this.#commentEnd(at + 5, 'include') - 1
      else if (kind !== 'html' && (text[at] === "'" || text[at] === '"')) at = this.#stringEnd(at)
    }
    return text.length
  }

  /** The position of the closing quote; the end of the text without one. */
  #stringEnd(from: number): number {
    const quote = this.#text[from]
    for (let at = from + 1; at < this.#text.length; at++) {
      if (this.#text[at] === '\\') at++
      else if (this.#text[at] === quote) return at
    }
    return this.#text.length
  }

  #scriptEnd(from: number, kind: 'script' | 'style'): Found {
    const end = kind === 'script' ? patterns.endOfScript : patterns.endOfStyle
    const text = this.#text
    let at = text.indexOf('<', from)
    while (at >= 0) {
      if (this.#match(end, at)) return { to: end.lastIndex, plain: '\n' }
      const next = text.startsWith('<!--', at) ? this.#commentEnd(at + 4, 'script') : at + 1
      at = text.indexOf('<', next)
    }
    return { to: text.length, plain: '' }
  }
}

/** What a tag leaves. */
function placeOf(tag: string): '' | '\n' {
  return inline.has(tag.replace(/[A-Z]/g, letter => letter.toLowerCase())) ? '' : '\n'
}

function longestName(written: string, known: Entities): string {
  for (let length = written.length; length > 0; length--)
    if (known.has(written.slice(0, length))) return written.slice(0, length)
  return ''
}

/** The character of two halves; undefined if they are none. */
function joinedPair(first: string, second: string): string | undefined {
  const [high, low] = [unitOf(first), unitOf(second)]
  const isPair = high >= 0xd800 && high <= 0xdbff && low >= 0xdc00 && low <= 0xdfff
  return isPair ? String.fromCharCode(high, low) : undefined
}

function unitOf(digits: string): number {
  return /^[xX]/.test(digits) ? Number.parseInt(digits.slice(1), 16) : Number(digits)
}
