/** Entry of a collection's threads: the writer, and one for each check. */
import { type MessagePort, parentPort, workerData } from 'node:worker_threads'
import { packError } from '../../ground/errors/packed-error.ts'
import type { Reply, Request } from '../../ground/threads/protocol.ts'
import { checkMessages } from './check.ts'
import { sqliteError } from './file/errors.ts'
import { databaseFile } from './file/schema.ts'
import type { WriterRequest, WriterSettings } from './writing/writer.ts'
import { WriterWork } from './writing/writer-work.ts'

const port = parentPort
if (port === null) throw new Error('this module is the entry of a thread')
const { role, folder } = workerData as WriterSettings
if (role === 'checker') checkMessages(port, folder)
else writerMessages(port)

function writerMessages(port: MessagePort): void {
  let opening: Promise<WriterWork> | undefined
  // Answers requests in order, also while the first waits for the database to open.
  let last = Promise.resolve()
  port.on('message', (request: Request) => {
    last = last.then(() => answer(request))
  })

  async function answer({ id, task: request }: Request): Promise<void> {
    try {
      const { kind, task } = request as WriterRequest
      opening ??= WriterWork.open(folder)
      const { result, transfer } = (await opening).run(kind, task)
      port.postMessage({ id, result } satisfies Reply, transfer)
    } catch (error) {
      // After a failure the next request tries to open it again.
      await opening?.catch(() => {
        opening = undefined
      })
      const reply: Reply = { id, error: packError(sqliteError(error, databaseFile(folder))) }
      port.postMessage(reply)
    }
  }
}
