/** JSON start: which form of JSON a file has, by its first bytes. */

type Fields = Readonly<Record<string, unknown>>

/** The start of a file as text, without a byte-order mark and blanks. */
const textOf = (start: Buffer) => start.toString('utf8').replace(/^\ufeff?\s*/, '')

/** Whether the first line with anything in it is a whole JSON object. @param isAll whether nothing follows */
export function startsJsonLines(start: Buffer, isAll: boolean): boolean {
  const [line, ...rest] = textOf(start).split('\n', 2)
  return (rest.length > 0 || isAll) && objectOf(line) !== undefined
}

/** Whether one line has everything. */
export function isOneLine(start: Buffer): boolean {
  return !textOf(start).trimEnd().includes('\n')
}

/** Whether this is one object, or its start, and no lines of objects. */
export function isOneObject(start: Buffer): boolean {
  return textOf(start).startsWith('{') && (isOneLine(start) || !startsJsonLines(start, true))
}

/** Whether this is an array whose first element, if it is there, is an object. */
export function startsArray(start: Buffer): boolean {
  return /^\[\s*(?:[{\]]|$)/.test(textOf(start))
}

/** Whether this is an array of anything. */
export function startsAnyArray(start: Buffer): boolean {
  return textOf(start).startsWith('[')
}

/**
 * The list of objects in a file that is one object, as `jq` names its elements: `.rows[]`; undefined if there is none.
 *
 * @param isAll whether nothing follows; a longer file shows the first of its fields that begins a list of objects,
 *   and lists that are deeper in known answers alone
 */
export function listInside(start: Buffer, isAll: boolean): string | undefined {
  const text = textOf(start)
  const answer = answers.find(({ begins, has }) => begins.test(text) && has.test(text))
  if (answer !== undefined) return answer.list
  const whole = isAll ? objectOf(text) : undefined
  const first = firstList(text)
  const path = whole !== undefined ? listIn(whole) : first === undefined ? undefined : [first]
  return path && `.${path.map(stepOf).join('').replace(/^\./, '')}[]`
}

const stepOf = (name: string) => (/^[A-Za-z_]\w*$/.test(name) ? `.${name}` : `[${JSON.stringify(name)}]`)

/** Answers of Solr's `/select` and Elasticsearch's `_search`, whose documents are two levels deep. */
const answers = [
  {
    begins: /^\{\s*"response/,
    has: /"response"\s*:\s*\{[^[]{0,200}"docs"\s*:\s*\[\s*\{/,
    list: '.response.docs[]',
  },
  { begins: /^\{\s*"took"/, has: /"hits"\s*:\s*\{[^[]{0,200}"hits"\s*:\s*\[\s*\{/, list: '.hits.hits[]' },
]

/** Where a list of objects is: in a field, or in an object in a field if it is most of the text. */
function listIn(object: Fields): readonly string[] | undefined {
  if (typeof object.text === 'string') return undefined
  const own = Object.entries(object).find(([, value]) => isList(value))
  if (own !== undefined) return [own[0]]
  const length = JSON.stringify(object).length
  for (const [name, value] of Object.entries(object)) {
    if (typeof value !== 'object' || value === null || Array.isArray(value)) continue
    const inner = Object.entries(value).find(
      ([, list]) => isList(list) && list.length > 1 && 2 * JSON.stringify(list).length > length,
    )
    if (inner !== undefined) return [name, inner[0]]
  }
  return undefined
}

const isList = (value: unknown): value is readonly unknown[] =>
  Array.isArray(value) && typeof value[0] === 'object' && value[0] !== null

/** The first field of the outermost object that begins `[{`; strings are skipped, brackets counted. */
function firstList(text: string): string | undefined {
  let depth = 0
  for (const { 0: token, 1: key } of text.matchAll(
    /("(?:[^"\\]|\\.)*")\s*:\s*\[\s*\{|"(?:[^"\\]|\\.)*"|[[\]{}]/g,
  )) {
    if (key !== undefined) {
      if (depth === 1) return objectOf(`{"name":${key}}`)?.name as string | undefined
      depth += 2
    } else if (token === '{' || token === '[') depth++
    else if (token === '}' || token === ']') depth--
  }
  return undefined
}

function objectOf(json: string): Fields | undefined {
  if (!json.startsWith('{')) return undefined
  try {
    return JSON.parse(json)
  } catch {
    return undefined
  }
}
