/** Breath: long work on the calling thread stops now and then, so that others are answered meanwhile. */

/** Milliseconds of work without a stop. */
const usualSliceMs = 8

export type Breath = () => Promise<void>

/**
 * Returns what work calls between its steps; it waits for one turn of the event loop when the slice is used up.
 *
 * @param turn waits for a later turn; Node has one that costs less than the one of pages
 */
export function breather(sliceMs = usualSliceMs, turn: Breath = nextTurn): Breath {
  let end = performance.now() + sliceMs
  return async () => {
    if (performance.now() < end) return
    await turn()
    end = performance.now() + sliceMs
  }
}

/** Messages come in a later turn, after what else has arrived; browsers and Node both have them. */
function nextTurn(): Promise<void> {
  const { port1, port2 } = new MessageChannel()
  return new Promise(resolve => {
    port1.onmessage = () => {
      port1.close()
      resolve()
    }
    port2.postMessage(undefined)
  })
}
