/**
 * Term analysis: whether a signature, written in a field, is one term of the index and stays as it is.
 *
 *     16 or 32 digits 0-9 a-f ─▶ char filters ─▶ tokenizer ─▶ filters ─▶ the same digits, one term
 *
 * Solr looks for duplicates by the digits themselves, so with any other term every document removes itself. Of an
 * analysis only what it does to such digits counts, and that is known of the parts that stand here by name: those
 * that change nothing but blanks, capitals, apostrophes, markup and letters beyond a to f.
 *
 * Source: observed on Solr 9.10 with each of the parts, and with those that leave no document.
 * Ours: parts that are not known count as changing the term. A list of stop words is not read: none has signatures.
 */
import type { XmlNode } from '../xml/xml-tree.ts'

/** Digits of a Lookup3 signature, and of the others. */
const digits = { fewest: 16, most: 32 }

/** Beside `keyword`, which cuts nothing: they cut what is longer than their limit. */
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
  // Without one the text is the term.
  if (analyzer === undefined) return true
  const ready = analyzer.attribute('class')?.split('.').at(-1)
  if (ready !== undefined) return analyzers.has(ready.toLowerCase())
  return analyzer.children.some(({ name }) => name === 'tokenizer') && analyzer.children.every(leavesDigits)
}

/** The last one for the index or for both, else the one of queries. */
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

/** Of `solr.LowerCaseFilterFactory` and of the name `lowerCase`: `lowercase`. */
function nameOf(step: XmlNode): string {
  const ofClass = step.attribute('class')?.split('.').at(-1)
  const name = ofClass?.replace(/(?:Tokenizer|(?:Token|Char)?Filter)Factory$/, '') ?? step.attribute('name')
  return (name ?? '').toLowerCase()
}
