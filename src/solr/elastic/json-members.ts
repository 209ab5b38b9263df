/**
 * JSON members: sets one member of an object in its text; all other bytes stay.
 *
 *     {"a": 1, "b": {"c": 2}}   b.d = "x"   {"a": 1, "b": {"c": 2,"d":"x"}}
 */
import { unsignable } from './unsignable.ts'

const blank = /\s*/y
const scalar = /[^\s,\]}]*/y

/**
 * The text with the value at the path; objects on the way are made if they are missing. REQUIRES: the text is an
 * object, in JSON.
 *
 * @param json the value, in JSON
 * @throws NearsameError BULK_UNSIGNED for a value on the way that is not an object
 * @example withMember('{"a": 1 }', ['b', 'c'], '2') // => '{"a": 1 ,"b":{"c":2}}'
 */
export function withMember(text: string, path: readonly string[], json: string): string {
  return setWithin(text, text.indexOf('{'), path, json)
}

/** The same text with the value in the object that begins at `from`. */
function setWithin(text: string, from: number, path: readonly string[], json: string): string {
  const [name, ...rest] = path
  let at = after(text, blank, from + 1)
  const isEmpty = text[at] === '}'
  while (text[at] !== '}') {
    const nameEnd = stringEnd(text, at)
    const start = after(text, blank, after(text, blank, nameEnd) + 1)
    const end = valueEnd(text, start)
    if (JSON.parse(text.slice(at, nameEnd)) === name) {
      if (rest.length === 0) return text.slice(0, start) + json + text.slice(end)
      if (text[start] === '{') return setWithin(text, start, rest, json)
      throw unsignable(
        `an object as \`${name}\`, in which the fingerprint is set`,
        text.slice(start, Math.min(end, start + 60)),
        'correct the document, or choose another `targetField`',
      )
    }
    at = after(text, blank, end)
    if (text[at] === ',') at = after(text, blank, at + 1)
  }
  const value = rest.reduceRight((inner, key) => `{${JSON.stringify(key)}:${inner}}`, json)
  return `${text.slice(0, at)}${isEmpty ? '' : ','}${JSON.stringify(name)}:${value}${text.slice(at)}`
}

/** The position after a pattern; the pattern is sticky. */
function after(text: string, pattern: RegExp, from: number): number {
  pattern.lastIndex = from
  pattern.test(text)
  return pattern.lastIndex
}

/** The end of the string that begins at `from`. */
function stringEnd(text: string, from: number): number {
  for (let at = text.indexOf('"', from + 1); ; at = text.indexOf('"', at + 1)) {
    let first = at
    while (text[first - 1] === '\\') first--
    if ((at - first) % 2 === 0) return at + 1
  }
}

function valueEnd(text: string, from: number): number {
  if (text[from] === '"') return stringEnd(text, from)
  if (text[from] !== '{' && text[from] !== '[') return after(text, scalar, from)
  let depth = 0
  for (let at = from; ; at++) {
    const unit = text[at]
    if (unit === '"') at = stringEnd(text, at) - 1
    else if (unit === '{' || unit === '[') depth++
    else if ((unit === '}' || unit === ']') && --depth === 0) return at + 1
  }
}
