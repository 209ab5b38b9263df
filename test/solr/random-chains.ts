/** Random update chains of the processors that are run here, and random documents for them. */
import { JavaRandom } from '../../src/methods/restaurants/java-random.ts'
import { config } from './solr-requests.ts'

const random = new JavaRandom(20_261_125)
const below = (count: number) => Math.floor(((random.nextInt() >>> 0) / 2 ** 32) * count)
const oneOf = <T>(list: readonly T[]): T => list[below(list.length)]
const some = <T>(list: readonly T[]): T[] => Array.from({ length: 1 + below(3) }, () => oneOf(list))
const often = (text: () => string, oneIn: number) => (below(oneIn) === 0 ? text() : '')

const names = 'name_s tag_s cat_ss body_t n_i d_d feats list_price other flag_b num_l'.split(' ')
const patterns = [
  '.*_s',
  'feat(.*)s$',
  '^[a-m].*',
  '(name|tag)_s',
  '\\w+_price',
  '[^_]+',
  '.*',
  'list\\Q_price\\E',
]
const typeNames = ['string', 'text', 'pint', 'pdouble', 'none']
const typeClasses = [
  'solr.StrField',
  'solr.TextField',
  'org.apache.solr.schema.PrimitiveFieldType',
  'solr.PointField',
]
const destinations = [
  ['^feat(.*)s$', 'key_$0'],
  ['_', 'q'],
  ['x*', 'a\\$b'],
  ['(\\w)_(\\w)', '$2$1'],
] as const
const texts = ['a', ' a ', '', '  ', '<b>p</b> q', 'caf&eacute;', '\u00a0p\u00a0', '\tp\n', '1', 'p < q']

function str(name: string, value: string): string {
  return `<str name="${name}">${value.replaceAll('&', '&amp;').replaceAll('<', '&lt;')}</str>`
}

function texted(name: string, values: readonly string[]): string {
  if (below(2) === 0) return values.map(value => str(name, value)).join('')
  return `<arr name="${name}">${values.map(value => `<str>${value}</str>`).join('')}</arr>`
}

function criteria(): string {
  return (
    often(() => texted('fieldName', some(names)), 3) +
    often(() => texted('fieldRegex', some(patterns)), 3) +
    often(() => texted('typeName', some(typeNames)), 4) +
    often(() => texted('typeClass', some(typeClasses)), 4) +
    often(() => `<bool name="fieldNameMatchesSchemaField">${below(2) === 0}</bool>`, 6)
  )
}

function selector(): string {
  return criteria() + often(() => `<lst name="exclude">${criteria()}</lst>`, 3)
}

function clone(): string {
  const [pattern, replacement] = oneOf(destinations)
  const both = str('pattern', pattern) + str('replacement', replacement)
  if (below(4) === 0) return both
  const source = below(2) === 0 ? `<lst name="source">${selector()}</lst>` : texted('source', some(names))
  return source + (below(3) === 0 ? `<lst name="dest">${both}</lst>` : str('dest', oneOf(names)))
}

const kinds: Readonly<Record<string, () => string>> = {
  CloneField: clone,
  TrimField: selector,
  RemoveBlankField: selector,
  HTMLStripField: selector,
  ConcatField: () => often(() => str('delimiter', oneOf([' ', '; ', ''])), 2) + selector(),
  FirstFieldValue: selector,
  LastFieldValue: selector,
}

function processor(name: string, settings: string): string {
  return `<processor class="solr.${name}UpdateProcessorFactory">${settings}</processor>`
}

/** Behind the signature only it and the id stay, so that no schema refuses the document. */
const onlySigned = processor(
  'IgnoreField',
  `${str('fieldRegex', '.*')}<lst name="exclude">${['id', 'sig', '_version_'].map(name => str('fieldName', name)).join('')}</lst>`,
)

/** A chain whose signature covers all fields, or some of them. In some, parameters of the signature are there twice. */
function randomChain(name: string): string {
  const changing = some(Object.keys(kinds)).map(kind => processor(kind, kinds[kind]()))
  const fields = often(() => str('fields', [...new Set(some(names))].join(',')), 2)
  const twice = often(() => str('signatureField', 'name_s') + str('fields', oneOf(names)), 3)
  const settings = `<bool name="overwriteDupes">false</bool>${str('signatureField', 'sig')}${fields}${twice}`
  const all = [...changing, processor('Signature', settings), onlySigned, processor('Run', '')]
  return `<updateRequestProcessorChain name="${name}">${all.join('')}</updateRequestProcessorChain>`
}

function value(): string {
  const kind = below(12)
  if (kind < 8) return JSON.stringify(oneOf(texts))
  return ['7', '1.50', 'null', 'true'][kind - 8]
}

/** A document as JSON. */
export function randomDocument(id: string): string {
  const fields = [...new Set([...some(names), ...some(names)])].map(name => {
    const list = () => `[${Array.from({ length: below(4) }, value).join(',')}]`
    const nested = often(() => `[${list()},${value()}]`, 12)
    return `"${name}":${nested || (below(2) === 0 ? value() : list())}`
  })
  return `{"id":"${id}",${fields.join(',')}}`
}

export const chainNames: readonly string[] = Array.from({ length: 40 }, (_, i) => `chain${i}`)

/** A configuration with these chains. */
export const randomConfig = config.replace(
  /<updateRequestProcessorChain.*<\/updateRequestProcessorChain>/s,
  () => chainNames.map(randomChain).join('\n'),
)
