/**
 * Term analysis: whether a signature, stored in a field, is indexed as one unchanged term.
 *
 *     16 or 32 digits 0-9 a-f ─▶ char filters ─▶ tokenizer ─▶ filters ─▶ the same digits, one term
 *
 * Solr searches duplicates by the digits themselves, so with any other term every document removes itself. Only the
 * effect of an analysis on such digits counts. The parts listed here by name are known to keep them: they change
 * nothing but blanks, capitals, apostrophes, markup and letters beyond a to f.
 *
 * Source: observed on Solr 9.10 with each of the parts, and with parts that lose every document.
 * Ours: unknown parts count as changing the term. Lists of stop words are not read: none contains signatures.
 */
import type { XmlNode } from '../xml/xml-tree.ts'

/** Lengths of a Lookup3 signature and of the others. */
const digits = { fewest: 16, most: 32 }

/** Like `keyword`, they keep a signature whole, up to their maximum length. */
const wordTokenizers = words('whitespace standard classic uax29UrlEmail')
const charFilters = words('htmlStrip')
const filters = words(`
  apostrophe arabicNormalization asciiFolding cjkWidth classic decimalDigit elision englishMinimalStem
  englishPossessive flattenGraph greekLowercase hindiNormalization hyphenatedWords indicNormalization irishLowercase
  keywordMarker keywordRepeat limitTokenCount lowercase persianNormalization removeDuplicates serbianNormalization
  soraniNormalization stop trim turkishLowercase`)
const analyzers = words(`
  KeywordAnalyzer WhitespaceAnalyzer UnicodeWhitespaceAnalyzer StandardAnalyzer ClassicAnalyzer`)

function words(text: string): ReadonlySet<string> {
  return new Set(text.toLowerCase().trim().split(/\s+/))
}

/** @param type a `fieldType` with the class `className` */
export function leavesSignatures(className: string, type: XmlNode): boolean {
  const name = className.split('.').at(-1)
  if (name === 'StrField') return true
  if (name !== 'TextField' && name !== 'SortableTextField') return false
  const analyzer = indexAnalyzer(type)
  // Without an analyser the text is the term.
  if (analyzer === undefined) return true
  const ready = analyzer.attribute('class')?.split('.').at(-1)
  if (ready !== undefined) return analyzers.has(ready.toLowerCase())
  return analyzer.children.some(({ name }) => name === 'tokenizer') && analyzer.children.every(leavesDigits)
}

/** The last analyser for the index or for both, else the query analyser. */
function indexAnalyzer(type: XmlNode): XmlNode | undefined {
  const all = type.children.filter(({ name }) => name === 'analyzer')
  const ofIndex = (node: XmlNode) => (node.attribute('type') ?? 'index') === 'index'
  return all.findLast(ofIndex) ?? all.findLast(node => node.attribute('type') === 'query')
}

function leavesDigits(step: XmlNode): boolean {
  const name = nameOf(step)
  const limit = (attribute: string, otherwise: number) => Number(step.attribute(attribute) ?? otherwise)
  if (step.name === 'charFilter') return charFilters.has(name)
  if (step.name === 'tokenizer') {
    const most = Math.min(limit('maxTokenLen', 255), limit('maxTokenLength', 255))
    return name === 'keyword' || (wordTokenizers.has(name) && most >= digits.most)
  }
  if (name === 'length') return limit('min', 0) <= digits.fewest && limit('max', 0) >= digits.most
  if (name === 'truncate') return limit('prefixLength', 0) >= digits.most
  return step.name === 'filter' && filters.has(name)
}

/** The name of a step: `lowercase` for the class `solr.LowerCaseFilterFactory` and the name `lowerCase`. */
function nameOf(step: XmlNode): string {
  const ofClass = step.attribute('class')?.split('.').at(-1)
  const name = ofClass?.replace(/(?:Tokenizer|(?:Token|Char)?Filter)Factory$/, '') ?? step.attribute('name')
  return (name ?? '').toLowerCase()
}
