/**
 * Values of a source, until a signal.
 *
 * `for await` ends a source only between two values, and the next one may never come. So this stops waiting for it and
 * calls the source's `return`, without awaiting that.
 */
export type Many<T> = Iterable<T> | AsyncIterable<T>

/** @throws the reason of the signal, at once; what the source throws */
export async function* valuesUntil<T>(values: Many<T>, signal: AbortSignal | undefined): AsyncGenerator<T> {
  signal?.throwIfAborted()
  const source = iteratorOf(values)
  let isEnded = false
  let giveUp: (reason: unknown) => void = () => {}
  const next = () =>
    new Promise<IteratorResult<T>>((resolve, reject) => {
      giveUp = reject
      source.next().then(resolve, error => {
        isEnded = true
        reject(error)
      })
    })
  const abort = () => giveUp(signal?.reason)
  signal?.addEventListener('abort', abort)
  try {
    for (;;) {
      signal?.throwIfAborted()
      const { done, value } = await next()
      isEnded ||= done === true
      if (isEnded) return
      yield value
    }
  } finally {
    signal?.removeEventListener('abort', abort)
    const end = isEnded ? undefined : source.return?.()
    if (signal?.aborted === true) end?.catch(() => {})
    else await end
  }
}

/** Like `for await`: awaits the promises in a list. */
function iteratorOf<T>(values: Many<T>): Pick<AsyncIterator<T>, 'next' | 'return'> {
  if (Symbol.asyncIterator in values) {
    const source = values[Symbol.asyncIterator]()
    return { next: async () => source.next(), return: async () => (await source.return?.()) ?? over }
  }
  const source = values[Symbol.iterator]()
  return {
    next: async () => {
      const { done = false, value } = source.next()
      return { done, value: await value } as IteratorResult<T>
    },
    return: async () => source.return?.() ?? over,
  }
}

const over = { done: true, value: undefined } as const
