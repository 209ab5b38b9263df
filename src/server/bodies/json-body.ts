/**
 * JSON bodies: bytes to a value, with errors that say where.
 *
 * As `JSON.parse`, but: invalid UTF-8 is refused, a byte order mark is dropped, a whole number beyond 2^53 that stands
 * directly under `id` or `except` or in a list of ids keeps all of its digits, and nesting has a limit, because whoever
 * writes the value again does so by recursion.
 */
import { isUtf8 } from 'node:buffer'
import { NearsameError } from '../../errors/nearsame-error.ts'
import { jsonErrorAt } from '../../formats/jsonl-format.ts'
import { bigintOf, keepDigits, WholeDigits } from '../../options/whole-digits.ts'
import type { ServerLimits } from '../server-limits.ts'
import { checkIdLength } from './id-length.ts'

/** @throws NearsameError JSON_SYNTAX, UTF8_INVALID, RECORD_TOO_LONG for an id, OPTION_VALUE for what is too deep */
export function parseJson(
  bytes: Buffer,
  limits: Pick<ServerLimits, 'nesting' | 'idLength'>,
  where?: string,
): unknown {
  if (!isUtf8(bytes)) throw invalidUtf8(where)
  const whole = bytes.toString('utf8')
  const text = whole.charCodeAt(0) === 0xfeff ? whole.slice(1) : whole
  const value = readText(text, bytes, where)
  if (isDeeper(value, limits.nesting)) throw tooDeep(limits.nesting, where)
  if (!hasBigIds(value)) return value
  // A slower reading, which only bodies with such an id pay for.
  return withBigIds(value, JSON.parse(text, keepDigits), given => {
    // Before the digits become a number, which takes long for many of them.
    if (given instanceof WholeDigits) checkIdLength(given.text, limits, where)
    return bigintOf(given)
  })
}

function readText(text: string, bytes: Buffer, where: string | undefined): unknown {
  try {
    return JSON.parse(text)
  } catch {
    throw new NearsameError('JSON_SYNTAX', {
      expected: 'JSON',
      got: problemIn(bytes),
      ...(where !== undefined && { where }),
      fix: 'send valid JSON, in UTF-8',
    })
  }
}

/** Where it stops being JSON; what stands there is not told. */
function problemIn(bytes: Buffer): string {
  const at = jsonErrorAt(bytes)
  return at < bytes.length ? `something else at byte ${at + 1}` : 'a text that ends too early'
}

/** Whether there is an id that a double may not hold. */
function hasBigIds(value: unknown): boolean {
  if (Array.isArray(value)) return value.some(isBigId)
  if (typeof value !== 'object' || value === null) return false
  const { ids, documents } = value as { ids?: unknown; documents?: unknown }
  const isBig = Array.isArray(ids) && ids.some(isUnsafe)
  return isBig || isBigId(value) || (Array.isArray(documents) && documents.some(isBigId))
}

function isBigId(value: unknown): boolean {
  if (typeof value !== 'object' || value === null) return false
  const { id, except } = value as { id?: unknown; except?: unknown }
  return isUnsafe(id) || isUnsafe(except)
}

function isUnsafe(value: unknown): boolean {
  return typeof value === 'number' && !(Math.abs(value) <= Number.MAX_SAFE_INTEGER)
}

/** A value, with the exact ids of another reading of the same text. */
function withBigIds(value: unknown, exact: unknown, idOf: (given: unknown) => unknown): unknown {
  if (Array.isArray(value)) {
    value.forEach((item, i) => {
      takeId(item, (exact as unknown[])[i], idOf)
    })
  } else if (typeof value === 'object' && value !== null) {
    takeId(value, exact, idOf)
    const { ids, documents } = value as { ids?: unknown; documents?: unknown }
    const given = exact as { ids: unknown[]; documents: unknown[] }
    if (Array.isArray(ids)) ids.splice(0, ids.length, ...given.ids.map(idOf))
    if (Array.isArray(documents)) withBigIds(documents, given.documents, idOf)
  }
  return value
}

function takeId(value: unknown, exact: unknown, idOf: (given: unknown) => unknown): void {
  if (typeof value !== 'object' || value === null) return
  const [to, from] = [value, exact] as Record<string, unknown>[]
  for (const name of ['id', 'except']) if (Object.hasOwn(to, name)) to[name] = idOf(from[name])
}

function isDeeper(value: unknown, nesting: number): boolean {
  if (typeof value !== 'object' || value === null) return false
  if (nesting === 0) return true
  for (const key in value) {
    const inner = (value as Record<string, unknown>)[key]
    if (typeof inner === 'object' && inner !== null && isDeeper(inner, nesting - 1)) return true
  }
  return false
}

function invalidUtf8(where: string | undefined): NearsameError {
  return new NearsameError('UTF8_INVALID', {
    expected: 'JSON in UTF-8',
    got: 'bytes that are no UTF-8',
    ...(where !== undefined && { where }),
    fix: 'send the body in UTF-8',
  })
}

function tooDeep(nesting: number, where: string | undefined): NearsameError {
  return new NearsameError('OPTION_VALUE', {
    expected: `at most ${nesting} levels of nesting, the limit \`nesting\``,
    got: 'more',
    ...(where !== undefined && { where }),
    fix: 'send flatter documents, or raise `nesting` of the server',
  })
}
