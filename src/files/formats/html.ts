/**
 * HTML to text: the words a reader would see, without tags and with entities decoded.
 *
 * A block-level tag (and `br`, `hr`) becomes one line feed, because it separates words;
 * an inline tag becomes nothing (`<b>w</b>ord` is one word). All comments, and the contents of script, style, template
 * and noscript, are dropped. Source: HTML Standard, section 15.3, for the elements that display as blocks.
 *
 * Cost: linear in the length, however deeply elements are nested.
 */
import type { Parser } from 'htmlparser2'
import { decodeText, encodeText } from '../../texts/text/text-bytes.ts'
import { nestFreely } from './html/open-elements.ts'

const blocks = new Set(
  (
    'address article aside blockquote body br button caption center dd details dialog dir div dl dt fieldset ' +
    'figcaption figure footer form frameset h1 h2 h3 h4 h5 h6 head header hgroup hr html iframe legend li ' +
    'main menu nav ol optgroup option p pre search section select summary table tbody td textarea tfoot th ' +
    'thead title tr ul'
  ).split(' '),
)
const dropped = new Set(['script', 'style', 'template', 'noscript'])

/** Loads the parser lazily and returns the conversion, which never throws: any string is HTML. */
export async function loadHtmlToText(): Promise<(html: string) => string> {
  const { Parser } = await import('htmlparser2')
  return html => {
    let text = ''
    let depthDropped = 0
    const mark = (name: string) => {
      if (depthDropped === 0 && blocks.has(name)) text += '\n'
    }
    const close = (name: string) => {
      if (dropped.has(name)) depthDropped--
      else mark(name)
    }
    const parser: Parser = new Parser(
      {
        onopentagname(name) {
          if (dropped.has(name)) depthDropped++
          else mark(name)
        },
        onclosetag: close,
        ontext(data) {
          if (depthDropped === 0) text += data
        },
      },
      { decodeEntities: true },
    )
    nestFreely(parser, close)
    parser.end(html)
    return text
  }
}

/** The same from WTF-8 to WTF-8, the encoding of texts between stages. A text without markup is returned itself. */
export async function loadHtmlFilter(): Promise<(text: Uint8Array) => Uint8Array> {
  const toText = await loadHtmlToText()
  return text => (hasMarkup(text) ? encodeText(toText(decodeText(text))) : text)
}

/** Whether there may be tags or entities. */
function hasMarkup(text: Uint8Array): boolean {
  return text.includes(0x3c) || text.includes(0x26)
}
