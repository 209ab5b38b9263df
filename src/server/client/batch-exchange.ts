/** Batch exchange: values go out in arrays, one request after the other, each repeated as single requests are. */
import { NearsameError } from '../../ground/errors/nearsame-error.ts'
import type { Many } from './values-until.ts'
import { givenJson } from './wire-json.ts'

const mostValues = 256
/** Of one request; a value that is longer goes alone. */
const mostCharacters = 2 ** 20

/**
 * One result for each value, in order. When the values end with an error, what came before it is sent and its results
 * are given first.
 *
 * @param send an array as JSON, to its results
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
    fix: 'check the address, and what stands between here and the server',
  })
}

/** The values as JSON, up to their end or their failure, which is kept for later. */
async function* textsOf(values: Many<unknown>, failures: unknown[]): AsyncGenerator<string> {
  try {
    for await (const value of values) yield givenJson(value)
  } catch (error) {
    failures.push(error)
  }
}
