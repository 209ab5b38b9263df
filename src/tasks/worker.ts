/** Entry of a thread: opens its kernels, then answers tasks in order. */
import { parentPort, workerData } from 'node:worker_threads'
import { openThread, type ThreadSettings } from '../thread/thread.ts'
import { packFailure, type Request } from '../workers/protocol.ts'
import { runTask, type Task, transfersOf } from './tasks.ts'

const port = parentPort
if (port === null) throw new Error('this module is the entry of a thread')
const opening = openThread(workerData as ThreadSettings)

port.on('message', async ({ id, task }: Request) => {
  try {
    const result = runTask(await opening, task as Task)
    port.postMessage({ id, result }, transfersOf(result))
  } catch (error) {
    port.postMessage({ id, error: packFailure(error) })
  }
})
