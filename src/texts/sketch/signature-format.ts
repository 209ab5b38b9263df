/**
 * Signature format: a MinHash signature as bytes and as lower-case hex, together with its options.
 *
 * Signatures can be compared only if their options are equal, so the format includes them. Little-endian:
 *
 *     signature = magic version method unit size length steps seed value*
 *     magic     = 4E 53 69 67          "NSig"
 *     version   = u8                   2
 *     method    = u8                   1: fast similarity sketching; + 32 letters folded, + 64 no marks, + 128 symbols
 *     unit      = u8                   0 words, 1 chars, 2 stopword, + 4 for each more of a sequence of these
 *     size      = u8                   shingle size, 1 to 64
 *     length    = u16                  number of values, 1 to 4096
 *     steps     = u16                  0: the text rule alone; else the caller's number for its extra steps
 *     seed      = u32
 *     value     = u32                  `length` of them
 *
 * 16 + 4 * length bytes: 528 for 128 values. Full text and vectors: docs/formats/signature.md.
 */
import { NearsameError } from '../../ground/errors/nearsame-error.ts'
import { hexOf } from '../../ground/hash/hex.ts'
import { checkArgument } from '../../ground/options/arguments.ts'
import { shown } from '../../ground/options/resolve.ts'
import { printShingle } from '../../ground/options/shingle-option.ts'
import { type Fold, folds, foldsLetters, ruleOf, textRule } from '../kernels/layout/plan-layout.ts'

/** A signature and its options. This library does not write to `values`. */
export interface Signature {
  readonly unit: 'words' | 'chars' | 'stopword'
  readonly size: number
  /** With `stopword`: number of consecutive runs in a shingle, [2, 64]. Default: one. */
  readonly sequence?: number
  /** Options of the text rule. Default: `none` and `drop`. */
  readonly fold?: Fold
  readonly symbols?: 'drop' | 'keep'
  readonly steps: number
  readonly seed: number
  readonly values: Uint32Array
}

/**
 * Refuses anything but a signature, such as the `undefined` that a text without tokens has instead.
 *
 * @throws NearsameError OPTION_VALUE
 */
export function checkSignature(name: string, value: Signature): void {
  const { unit, size, sequence, fold, symbols, steps, seed, values }: Partial<Signature> = value ?? {}
  const isSignature =
    values instanceof Uint32Array &&
    isWhole(values.length, 1, longestSignature) &&
    units.includes(unit as Signature['unit']) &&
    isWhole(size, 1, largestShingle) &&
    (sequence === undefined || (unit === 'stopword' && isWhole(sequence, 2, largestShingle))) &&
    (fold === undefined || folds.includes(fold)) &&
    [undefined, 'drop', 'keep'].includes(symbols) &&
    isWhole(steps, 0, 2 ** 16 - 1) &&
    isWhole(seed, 0, 2 ** 32 - 1)
  checkArgument(isSignature, name, value, 'a signature, which `minHash` gives')
}

function isWhole(value: unknown, from: number, to: number): boolean {
  return Number.isInteger(value) && (value as number) >= from && (value as number) <= to
}

/** Maximum number of values. */
export const longestSignature = 4096

/** Maximum shingle size and sequence. */
const largestShingle = 64

const headerBytes = 16
const magic = 0x6769534e // 'NSig' read as a little-endian u32
const version = 2
const method = 1
const units: readonly Signature['unit'][] = ['words', 'chars', 'stopword']

/** The rule in the upper bits of the method: letters came last, below the other two. */
const ruleBits = (rule: number): number => 64 * (rule & ~foldsLetters) + (rule & foldsLetters ? 32 : 0)
const ruleOfBits = (byte: number): number => (byte >> 6) | (byte & 32 ? foldsLetters : 0)

/**
 * The options of a signature in words: two signatures can be compared if these are equal.
 *
 * @example madeBy({ unit: 'words', size: 5, steps: 0, seed: 1, values: new Uint32Array(2) }) // => 'minhash words:5, 2 values, seed 1, steps 0'
 */
export function madeBy(signature: Signature): string {
  const { fold, symbols, steps, seed, values } = signature
  const folded = {
    none: '',
    marks: ', marks folded',
    letters: ', letters folded',
    both: ', marks and letters folded',
  }
  const rule = `${folded[fold ?? 'none']}${symbols === 'keep' ? ', symbols kept' : ''}`
  return `minhash ${printShingle(signature)}${rule}, ${values.length} values, seed ${seed}, steps ${steps}`
}

/**
 * Refuses two signatures with different options.
 *
 * @throws NearsameError SIGNATURE_MISMATCH
 */
export function checkComparable(a: Signature, b: Signature): void {
  if (madeBy(a) === madeBy(b)) return
  throw new NearsameError('SIGNATURE_MISMATCH', {
    expected: `two signatures made alike, the first by ${madeBy(a)}`,
    got: `the second by ${madeBy(b)}`,
    fix: 'sign both texts with the same options',
  })
}

/** A signature with the shingles and the seed of a plan, where a sequence of 1 means none. */
export function signatureFrom(
  { unit, size, sequence = 1, fold, symbols, seed }: Omit<Signature, 'steps' | 'values'>,
  steps: number,
  values: Uint32Array,
): Signature {
  const rule = { ...(fold !== 'none' && fold && { fold }), ...(symbols === 'keep' && { symbols }) }
  return { unit, size, ...(sequence > 1 && { sequence }), ...rule, steps, seed, values }
}

/** The bytes of a signature. REQUIRES: made by `minHash` or `decodeSignature`. */
export function encodeSignature(signature: Signature): Uint8Array {
  const { unit, size, sequence = 1, steps, seed, values } = signature
  const bytes = new Uint8Array(headerBytes + 4 * values.length)
  const view = new DataView(bytes.buffer)
  view.setUint32(0, magic, true)
  bytes.set(
    [version, method + ruleBits(ruleOf(signature)), units.indexOf(unit) + 4 * (sequence - 1), size],
    4,
  )
  view.setUint16(8, values.length, true)
  view.setUint16(10, steps, true)
  view.setUint32(12, seed, true)
  for (let i = 0; i < values.length; i++) view.setUint32(headerBytes + 4 * i, values[i], true)
  return bytes
}

/**
 * The signature encoded in these bytes.
 *
 * @throws NearsameError SIGNATURE_FORMAT if they are not a signature of this version.
 */
export function decodeSignature(bytes: Uint8Array): Signature {
  const refuse = (expected: string, got: string | number, where: string): never => {
    throw new NearsameError('SIGNATURE_FORMAT', {
      expected,
      got: String(got),
      where,
      fix: 'sign the text again with this version of nearsame',
    })
  }
  if (bytes.length < headerBytes) refuse(`at least ${headerBytes} bytes`, bytes.length, 'the header')
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.length)
  if (view.getUint32(0, true) !== magic) refuse('the bytes 4e536967', hexOf(bytes.subarray(0, 4)), 'byte 0')
  const [madeVersion, madeMethod, unitByte, size] = bytes.subarray(4)
  if (madeVersion !== version) refuse(`format version ${version}`, madeVersion, 'byte 4')
  if (madeMethod % 32 !== method) refuse(`method ${method}`, madeMethod % 32, 'byte 5')
  const unit = units[unitByte % 4]
  const sequence = Math.floor(unitByte / 4) + 1
  if (unit === undefined || (sequence > 1 && unit !== 'stopword')) {
    refuse('a shingle unit of 0, 1 or 2', unitByte, 'byte 6')
  }
  if (size < 1 || size > largestShingle) refuse(`a shingle size in [1, ${largestShingle}]`, size, 'byte 7')
  const length = view.getUint16(8, true)
  if (length < 1 || length > longestSignature) refuse(`1 to ${longestSignature} values`, length, 'byte 8')
  const end = headerBytes + 4 * length
  if (bytes.length !== end) refuse(`${end} bytes for ${length} values`, bytes.length, 'the end')
  const values = Uint32Array.from({ length }, (_, i) => view.getUint32(headerBytes + 4 * i, true))
  return signatureFrom(
    { unit, size, sequence, ...textRule(ruleOfBits(madeMethod)), seed: view.getUint32(12, true) },
    view.getUint16(10, true),
    values,
  )
}

/** The bytes of `encodeSignature` as lower-case hex, two digits a byte. @throws NearsameError OPTION_VALUE */
export function signatureToHex(signature: Signature): string {
  checkSignature('signature', signature)
  return hexOf(encodeSignature(signature))
}

/**
 * The signature encoded in this text. Upper-case digits are accepted.
 *
 * @throws NearsameError SIGNATURE_FORMAT
 */
export function signatureFromHex(hex: string): Signature {
  const refuse = (got: string, place?: { where: string }): never => {
    const fix = 'pass the text as `signatureToHex` wrote it'
    throw new NearsameError('SIGNATURE_FORMAT', { expected: 'pairs of hex digits', got, ...place, fix })
  }
  if (typeof hex !== 'string') return refuse(shown(hex))
  const wrong = hex.search(/[^0-9a-f]/i)
  if (wrong >= 0) refuse(JSON.stringify(hex[wrong]), { where: `character ${wrong}` })
  if (hex.length % 2 !== 0) refuse(`${hex.length} digits`, { where: 'the end' })
  const bytes = new Uint8Array(hex.length / 2)
  for (let i = 0; i < bytes.length; i++) bytes[i] = Number.parseInt(hex.slice(2 * i, 2 * i + 2), 16)
  return decodeSignature(bytes)
}
