/**
 * Events of a long import, instead of one line per document.
 *
 *     event: progress   data: { received, added, replaced, skipped, exists, rejected, bad }     at most twice a second
 *     event: bad        data: the result of a bad document                              the first 1,000
 *     event: done       data: same as progress                                         once, at the end
 *     event: error      data: the error, counts                                       instead of done, on failure
 *
 * Source: the HTML standard, "Server-sent events".
 */
import { errorJson } from '../../ground/errors/nearsame-error.ts'
import { toJson } from '../../ground/json/exact-json.ts'
import { publicError } from '../rules/problem.ts'
import type { AddedInfo } from '../schemas/schemas.ts'
import { noCounts } from '../state/imports.ts'

const progressMs = 500
const mostBad = 1_000

export async function* importEvents(
  results: AsyncIterable<readonly AddedInfo[]>,
): AsyncGenerator<string, void> {
  const counts = { received: 0, ...noCounts() }
  let nextAt = 0
  try {
    for await (const batch of results) {
      for (const result of batch) {
        counts.received++
        counts[result.status]++
        if (result.status === 'bad' && counts.bad <= mostBad) yield eventOf('bad', result)
      }
      const now = performance.now()
      if (now < nextAt) continue
      nextAt = now + progressMs
      yield eventOf('progress', counts)
    }
    yield eventOf('done', counts)
  } catch (error) {
    yield eventOf('error', { ...errorJson(publicError(error)), ...counts })
    throw error
  }
}

/** @example eventOf('done', { added: 1 }) // => 'event: done\ndata: {"added":1}\n\n' */
export function eventOf(name: string, data: object): string {
  return `event: ${name}\ndata: ${toJson(data)}\n\n`
}
