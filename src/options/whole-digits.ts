/** Whole digits: whole numbers of JSON that a double does not hold, with all of their digits. */

/** A whole number beyond 2^53, as it stands in the text. */
export class WholeDigits {
  readonly text: string

  constructor(text: string) {
    this.text = text
  }
}

/**
 * For `JSON.parse`: leaves such numbers as `WholeDigits`, where the engine tells the source of a value.
 *
 * @example String(JSON.parse('[12345678901234567891]', keepDigits)[0].text) // => '12345678901234567891'
 */
export function keepDigits(_: string, value: unknown, context?: { source?: string }): unknown {
  if (typeof value !== 'number' || Number.isSafeInteger(value)) return value
  const digits = context?.source
  return digits !== undefined && /^-?\d+$/.test(digits) ? new WholeDigits(digits) : value
}

/** A bigint of such digits, any other value as it is. */
export function bigintOf(value: unknown): unknown {
  return value instanceof WholeDigits ? BigInt(value.text) : value
}
