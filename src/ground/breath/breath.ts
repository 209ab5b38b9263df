/** Breath: long work on the calling thread yields to the event loop now and then. */

/** Maximum milliseconds of work before yielding. */
const usualSliceMs = 8

export type Breath = () => Promise<void>

/**
 * Returns a function for work to call between its steps; it waits for one turn of the event loop when the slice is
 * used up.
 *
 * @param turn waits for a later turn; Node has a cheaper way than browsers
 */
export function breather(sliceMs = usualSliceMs, turn: Breath = nextTurn): Breath {
  let end = performance.now() + sliceMs
  return async () => {
    if (performance.now() < end) return
    await turn()
    end = performance.now() + sliceMs
  }
}

/** A message arrives in a later turn, after other events; browsers and Node both have them. */
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
