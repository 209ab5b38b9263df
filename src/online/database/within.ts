/** Within: an answer of a database that is waited for only so long. */

/**
 * What a promise gives, if it does in time; what it gives later is passed over.
 *
 * @param ms at most 2^31 - 1, as of all timers
 * @throws what the promise rejects with; the error of `late` when the time is over
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
