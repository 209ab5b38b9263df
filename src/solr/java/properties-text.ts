/**
 * Properties text: the names and values of a `.properties` file of Java.
 *
 *     line  = name ( '=' | ':' | blanks ) value            # and ! begin comments
 *
 * A backslash at the end of a line joins it with the next one; before other characters it is an escape.
 *
 * Source: Java SE 17 API, `java.util.Properties.load`.
 */
import { ownValue } from '../../ground/json/field.ts'

const escapes: Readonly<Record<string, string>> = { t: '\t', n: '\n', r: '\r', f: '\f' }

/**
 * The values by name; of several of a name the last one.
 *
 * @returns undefined if a `\u` is not followed by four digits, which Java refuses
 * @example parseProperties('# c\na = b\\\n  c\nd:\u0065')?.get('a') // => 'bc'
 */
export function parseProperties(text: string): Map<string, string> | undefined {
  const values = new Map<string, string>()
  for (const line of logicalLines(text)) {
    const [, name, value] = /^((?:\\.|[^\\=: \t\f])*)[ \t\f]*[=:]?[ \t\f]*(.*)$/s.exec(line) ?? []
    if (/\\u(?![0-9a-fA-F]{4})/.test(line.replace(/\\[^u]/g, ''))) return undefined
    values.set(unescaped(name), unescaped(value))
  }
  return values
}

function logicalLines(text: string): string[] {
  const lines: string[] = []
  let open: string | undefined
  for (const written of text.split(/\r\n|\r|\n/)) {
    const line = written.replace(/^[ \t\f]+/, '')
    if (open === undefined && (line === '' || /^[#!]/.test(line))) continue
    const whole: string = (open ?? '') + line
    const isCut = /(?<!\\)(?:\\\\)*\\$/.test(whole)
    open = isCut ? whole.slice(0, -1) : undefined
    if (!isCut) lines.push(whole)
  }
  return open === undefined ? lines : [...lines, open]
}

function unescaped(text: string): string {
  return text.replace(/\\(?:u([0-9a-fA-F]{4})|(.)|$)/gs, (_, code?: string, unit = '') =>
    code === undefined ? (ownValue(escapes, unit) ?? unit) : String.fromCharCode(Number.parseInt(code, 16)),
  )
}
