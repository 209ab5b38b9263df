/** Batch exchange: values go out in arrays, one request after the other, each repeated as single requests are. */
import type { Values } from './line-exchange.ts'
import { toJson } from './wire-json.ts'

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
  values: Values,
  send: (array: string) => Promise<readonly R[]>,
): AsyncGenerator<R> {
  const failures: unknown[] = []
  let batch: string[] = []
  let length = 0
  const sent = () => {
    const array = `[${batch.join(',')}]`
    batch = []
    length = 0
    return send(array)
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

/** The values as JSON, up to their end or their failure, which is kept for later. */
async function* textsOf(values: Values, failures: unknown[]): AsyncGenerator<string> {
  try {
    for await (const value of values) yield toJson(value)
  } catch (error) {
    failures.push(error)
  }
}
