/**
 * Entry of a thread: opens its kernels, then answers tasks in order, except that copies answer when they are written.
 *
 * The event loop delivers all queued messages at once. Yielding to it before each task lets copies in progress see
 * their finished writes.
 */
import { setImmediate as nextTurn } from 'node:timers/promises'
import { parentPort } from 'node:worker_threads'
import { packFailure, type Request, startedId } from '../../ground/threads/protocol.ts'
import { runTask, type Task, transfersOf } from './tasks.ts'
import { openThread, type Thread, type ThreadSettings } from './thread/thread.ts'

const port = parentPort
if (port === null) throw new Error('this module is the entry of a thread')
let opening: Promise<Thread> | undefined
let turn = Promise.resolve()

port.on('message', async (request: Request) => {
  const { id } = request
  turn = turn.then(() => nextTurn())
  try {
    await turn
    if (id === startedId) {
      const before = await opening
      before?.files.close()
      opening = openThread(request.task as ThreadSettings)
      return port.postMessage({ id, result: undefined })
    }
    const task = request.task as Task
    const result = await runTask((await opening) as Thread, task)
    port.postMessage({ id, result }, transfersOf(task.kind, result))
  } catch (error) {
    port.postMessage({ id, error: packFailure(error) })
  }
})
