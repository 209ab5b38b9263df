/**
 * JSON bodies: parses bytes into a value; errors name the byte.
 *
 * Like `fromJson`, but refuses invalid UTF-8, drops a byte order mark and limits nesting, because serializing the value
 * again is recursive.
 */
import { isUtf8 } from 'node:buffer'
import { jsonErrorAt } from '../../files/formats/jsonl-format.ts'
import { isNearsameError, NearsameError } from '../../ground/errors/nearsame-error.ts'
import { fromJson, isDeeper } from '../../ground/json/exact-json.ts'
import type { ServerLimits } from '../rules/server-limits.ts'

/** @throws NearsameError JSON_SYNTAX, UTF8_INVALID, OPTION_VALUE for too deep nesting */
export function parseJson(bytes: Buffer, { nesting }: Pick<ServerLimits, 'nesting'>): unknown {
  if (!isUtf8(bytes)) throw invalidUtf8()
  const whole = bytes.toString('utf8')
  const text = whole.charCodeAt(0) === 0xfeff ? whole.slice(1) : whole
  const value = readText(text, bytes, nesting)
  if (isDeeper(value, nesting)) throw tooDeep(nesting)
  return value
}

function readText(text: string, bytes: Buffer, nesting: number): unknown {
  try {
    return fromJson(text)
  } catch (error) {
    if (isNearsameError(error)) throw error
    if (error instanceof RangeError) throw tooDeep(nesting) // stack overflow
    throw new NearsameError('JSON_SYNTAX', {
      expected: 'JSON',
      got: problemIn(bytes),
      fix: 'send valid JSON, in UTF-8',
    })
  }
}

/** Where the JSON ends; never shows the text found there. */
function problemIn(bytes: Buffer): string {
  const at = jsonErrorAt(bytes)
  return at < bytes.length ? `something else at byte ${at + 1}` : 'a text that ends too early'
}

function invalidUtf8(): NearsameError {
  return new NearsameError('UTF8_INVALID', {
    expected: 'JSON in UTF-8',
    got: 'bytes that are not UTF-8',
    fix: 'send the body in UTF-8',
  })
}

function tooDeep(nesting: number): NearsameError {
  return new NearsameError('OPTION_VALUE', {
    expected: `at most ${nesting} levels of nesting, the limit \`nesting\``,
    got: 'more',
    fix: 'send flatter documents, or raise `nesting` of the server',
  })
}
