/** Entry of the thread for heavy work: answers short calls in order, beside a survey. */
import { parentPort } from 'node:worker_threads'
import { packFailure, type Request } from '../../ground/threads/protocol.ts'
import { type HeavyCall, heavyCalls } from '../index/matching/heavy-work.ts'
import type { StoreHeader } from '../store/store.ts'
import { surveyed } from './surveyed.ts'

const port = parentPort
if (port === null) throw new Error('this module is the entry of a thread')
const answer = heavyCalls(surveyed)

port.on('message', async ({ id, task }: Request) => {
  try {
    const { header, call } = task as { header: StoreHeader; call: HeavyCall }
    port.postMessage({ id, result: await answer(header, call) })
  } catch (error) {
    port.postMessage({ id, error: packFailure(error) })
  }
})
