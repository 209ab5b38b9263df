/**
 * Markup: strips the HTML tags and entities of a text, for methods that need only its words.
 *
 * Takes any string. Every rule needs an end that exists; a beginning without an end is text.
 *
 * 1. A tag begins with `<`, perhaps `/`, and a letter, or with `<!` or `<?`. It ends at the next `>` that is not inside
 *    a quoted value (a quote after `=`, up to the same quote). `3 < 4` and `<3` are text.
 * 2. A comment is `<!--` up to `-->`.
 * 3. After a tag `<script>` or `<style>` everything up to its end tag is removed.
 * 4. Comments and tags of the inline elements below leave nothing (`<b>w</b>ord` is one word), every other tag leaves a
 *    blank, because it separates two words.
 * 5. Then entities: `&#233;`, `&#xe9;` and the names of HTML 4 for Latin and Greek letters (`&eacute;`) become their
 *    character; every other `&name;`, and a number that is no character, becomes a blank. Entities are decoded once, so
 *    `&lt;b&gt;` is not a tag. Without its semicolon an entity is text.
 *
 * Source: HTML 4.01, section 24 (names); the HTML Standard, section 13.2.5, for the ends of tags and values. Similar to
 * PHP's `strip_tags`, which keeps entities, joins words across blocks and loses the text after a lone `<`.
 * Cost: one pass for each kind, linear also for hostile input: the last `>` and the last quotes are found once.
 */
import { entities } from '../../texts/text/html-entities.ts'

const inline = new Set(
  (
    'a abbr acronym b bdi bdo big cite code data del dfn em font i ins kbd mark nobr q s samp small span strike ' +
    'strong sub sup time tt u var wbr'
  ).split(' '),
)

/** A letter of the Latin or Greek script: the other names of HTML 4 become blanks. */
const isLetter = /^(?=[\u00c0-\u03c9])[\p{Lu}\p{Ll}]$/u
const letters = new Map([...entities()].filter(([, character]) => isLetter.test(character)))

const entity = /&(?:#([0-9]{1,8})|#[xX]([0-9a-fA-F]{1,8})|([a-zA-Z][a-zA-Z0-9]{0,31}));/g
const tagName = /<\/?([a-zA-Z][a-zA-Z0-9]*)|<[!?]/y
const scriptEnd = /<\/(script|style)(?![a-zA-Z0-9])/gi

/**
 * The text without tags and entities.
 *
 * @example withoutMarkup('caf&eacute;<br>na<b>tu</b>rel &nbsp; 3 < 4') // => 'café naturel   3 < 4'
 */
export function withoutMarkup(text: string): string {
  const untagged = text.includes('<') ? withoutTags(text) : text
  return untagged.includes('&') ? withoutEntities(untagged) : untagged
}

function withoutEntities(text: string): string {
  return text.replace(entity, (_, decimal?: string, hexadecimal?: string, name?: string) => {
    if (name !== undefined) return letters.get(name) ?? ' '
    const codePoint = decimal === undefined ? Number.parseInt(hexadecimal as string, 16) : Number(decimal)
    const isCharacter = codePoint < 0x110000 && (codePoint < 0xd800 || codePoint > 0xdfff)
    return isCharacter ? String.fromCodePoint(codePoint) : ' '
  })
}

function withoutTags(text: string): string {
  const reader = new TagReader(text)
  let plain = ''
  let from = 0
  for (let at = text.indexOf('<'); at >= 0; at = text.indexOf('<', at)) {
    const tag = reader.read(at)
    if (tag === 'text') {
      at++
      continue
    }
    if (tag === 'endless') break
    plain += text.slice(from, at) + tag.leaves
    from = tag.to
    at = from
  }
  return plain + text.slice(from)
}

/** What a `<` begins: a tag or comment up to `to`, text, or an endless tag, after which all tags are endless. */
type Found = { readonly to: number; readonly leaves: '' | ' ' } | 'text' | 'endless'

class TagReader {
  readonly #text: string
  readonly #last: {
    readonly tag: number
    readonly comment: number
    readonly '"': number
    readonly "'": number
  }
  /** By name, script or style, the offset after which it has no end tag. */
  readonly #noEnd = new Map<string, number>()

  constructor(text: string) {
    this.#text = text
    this.#last = {
      tag: text.lastIndexOf('>'),
      comment: text.lastIndexOf('-->'),
      '"': text.lastIndexOf('"'),
      "'": text.lastIndexOf("'"),
    }
  }

  read(at: number): Found {
    const text = this.#text
    tagName.lastIndex = at
    const found = tagName.exec(text)
    if (found === null) return 'text'
    // `<!-->` is a comment as well.
    if (text.startsWith('<!--', at) && this.#last.comment >= at + 2) {
      return { to: text.indexOf('-->', at + 2) + 3, leaves: '' }
    }
    const end = this.#tagEnd(tagName.lastIndex)
    if (end < 0) return 'endless'
    const name = found[1]?.toLowerCase() ?? ''
    const isOpened = text[at + 1] !== '/'
    if (isOpened && (name === 'script' || name === 'style'))
      return { to: this.#scriptEnd(name, end), leaves: ' ' }
    return { to: end, leaves: inline.has(name) ? '' : ' ' }
  }

  /** The offset after the `>` of a tag, or -1. */
  #tagEnd(from: number): number {
    const text = this.#text
    let isValue = false // after an `=` and blanks only
    for (let at = from; at <= this.#last.tag; at++) {
      const unit = text.charCodeAt(at)
      if (unit === 0x3e) return at + 1
      const quote = unit === 0x22 ? '"' : unit === 0x27 ? "'" : undefined
      if (quote !== undefined && isValue && this.#last[quote] > at) at = text.indexOf(quote, at + 1)
      isValue = unit === 0x3d || (isValue && isBlank(unit))
    }
    return -1
  }

  /** The start of the end tag of a script or style; `from` if there is none. */
  #scriptEnd(name: string, from: number): number {
    if (from >= (this.#noEnd.get(name) ?? Number.POSITIVE_INFINITY)) return from
    scriptEnd.lastIndex = from
    for (let found = scriptEnd.exec(this.#text); found !== null; found = scriptEnd.exec(this.#text)) {
      if (found[1].toLowerCase() === name) return found.index
    }
    this.#noEnd.set(name, from)
    return from
  }
}

function isBlank(unit: number): boolean {
  return unit === 0x20 || (unit >= 0x09 && unit <= 0x0d)
}
