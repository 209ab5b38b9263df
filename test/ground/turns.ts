/** Turns of the event loop, for tests of work that yields to it. */

/** Turns of the event loop until work is done, beyond the first. */
export async function turnsDuring(work: () => Promise<unknown>): Promise<number> {
  let turns = -1
  const count = () => {
    turns++
    next = setImmediate(count)
  }
  let next = setImmediate(count)
  await work()
  clearImmediate(next)
  return turns
}
