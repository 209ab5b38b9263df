/** Within: waits for a database's answer with a timeout. */

/**
 * The promise's result, if it comes in time; a later result is ignored.
 *
 * @param ms at most 2^31 - 1, like all timers
 * @throws what the promise rejects with; the error of `late` on timeout
 */
export async function within<T>(answer: Promise<T>, ms: number, late: () => Error): Promise<T> {
  let timer: NodeJS.Timeout | undefined
  const end = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(late()), ms)
  })
  try {
    return await Promise.race([answer, end])
  } finally {
    clearTimeout(timer)
  }
}
