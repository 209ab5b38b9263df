/** Batch exchange: sends values in arrays, one request after the other, each repeated like a single request. */
import { NearsameError } from '../../ground/errors/nearsame-error.ts'
import type { Many } from './values-until.ts'
import { givenJson } from './wire-json.ts'

const mostValues = 256
/** Limits of one request; a longer value goes alone. */
const mostCharacters = 2 ** 20

/**
 * One result for each value, in order. If the values end with an error, sends those before it and yields their results
 * first.
 *
 * @param send sends an array as JSON and returns its results
 */
export async function* exchangeBatches<R>(
  values: Many<unknown>,
  send: (array: string) => Promise<readonly R[]>,
): AsyncGenerator<R> {
  const failures: unknown[] = []
  let batch: string[] = []
  let length = 0
  const sent = async () => {
    const { length: count } = batch
    const array = `[${batch.join(',')}]`
    batch = []
    length = 0
    const results = await send(array)
    if (results.length === count) return results
    throw miscounted(count, results.length)
  }
  for await (const text of textsOf(values, failures)) {
    if (batch.length > 0 && length + text.length > mostCharacters) yield* await sent()
    batch.push(text)
    length += text.length
    if (batch.length >= mostValues || length >= mostCharacters) yield* await sent()
  }
  if (batch.length > 0) yield* await sent()
  if (failures.length > 0) throw failures[0]
}

function miscounted(count: number, got: number): NearsameError {
  return new NearsameError('SERVER_FAILED', {
    expected: `a result for each of ${count}`,
    got: `${got}`,
    fix: 'check the address, and any proxy before the server',
  })
}

/** The values as JSON, up to their end or their failure; keeps the failure for later. */
async function* textsOf(values: Many<unknown>, failures: unknown[]): AsyncGenerator<string> {
  try {
    for await (const value of values) yield givenJson(value)
  } catch (error) {
    failures.push(error)
  }
}
