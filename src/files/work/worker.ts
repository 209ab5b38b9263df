/**
 * Entry of a thread: opens its kernels, then answers tasks in order, except that copies answer when they are written.
 *
 * The event loop delivers all queued messages at once. Yielding to it before each task lets copies in progress see
 * their finished writes.
 */
import { setImmediate as nextTurn } from 'node:timers/promises'
import { parentPort, workerData } from 'node:worker_threads'
import { packFailure, type Request, startedId } from '../../ground/threads/protocol.ts'
import { runTask, type Task, transfersOf } from './tasks.ts'
import { openThread, type ThreadSettings } from './thread/thread.ts'

const port = parentPort
if (port === null) throw new Error('this module is the entry of a thread')
port.postMessage({ id: startedId, result: undefined })
const opening = openThread(workerData as ThreadSettings)
let turn = Promise.resolve()

port.on('message', async (request: Request) => {
  const { id } = request
  const task = request.task as Task
  turn = turn.then(() => nextTurn())
  try {
    await turn
    const result = await runTask(await opening, task)
    port.postMessage({ id, result }, transfersOf(task.kind, result))
  } catch (error) {
    port.postMessage({ id, error: packFailure(error) })
  }
})
