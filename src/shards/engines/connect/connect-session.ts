/**
 * Connect session: runs SQL on a server that speaks Spark Connect, such as Spark 4 and Sail.
 *
 *     ExecutePlan(session, plan) ─▶ batches of Arrow, progress, the end
 *     Interrupt(session), ReleaseSession(session)
 *
 * The numbers below are those of the fields that are used: `ExecutePlanRequest` 1 session_id, 2 user_context, 3 plan,
 * 4 client_type, 6 operation_id; `Plan` 1 root, 2 command; `Relation` 10 sql; `Command` 5 sql_command with 6 input.
 *
 * Source: Apache Spark 4.1, "Spark Connect Overview" and the names of its messages. Ours: the code; no file of Spark's.
 */
import { randomUUID } from 'node:crypto'
import { BatchReader } from '../../../files/formats/arrow/batch.ts'
import { headers, messagesOf } from '../../../files/formats/arrow/messages.ts'
import { type ArrowField, fieldsOfSchema } from '../../../files/formats/arrow/schema.ts'
import type { ConnectPlace } from './connect-url.ts'
import { GrpcConnection } from './grpc.ts'
import { message, messagesIn, numberOf, readMessage } from './protobuf.ts'

const service = '/spark.connect.SparkConnectService'
const clientType = 'nearsame'
const [arrowBatch, executionProgress] = [2, 18]
const interruptAll = 1

/** Tasks of the statement that runs. */
interface TaskProgress {
  readonly done: number
  readonly tasks: number
}

export class ConnectSession {
  readonly #grpc: GrpcConnection
  readonly #context: Uint8Array
  readonly #id: string
  readonly #onProgress: (progress: TaskProgress) => void

  constructor(
    { user, session = randomUUID(), ...place }: ConnectPlace,
    onProgress: (progress: TaskProgress) => void,
  ) {
    this.#grpc = new GrpcConnection(place)
    this.#context = message([1, user], [2, user])
    this.#id = session
    this.#onProgress = onProgress
  }

  /** Runs a statement that changes something. @throws CallFailed, or the error of the connection */
  async run(sql: string): Promise<void> {
    const input = message([10, message([1, sql])])
    for await (const _ of this.#execute(message([2, message([5, message([6, input])])])));
  }

  /** The rows of a query, whose columns are all BIGINT. @throws as `run` does; RangeError */
  async numbers(sql: string): Promise<number[][]> {
    const rows: number[][] = []
    for await (const batch of this.#execute(message([1, message([10, message([1, sql])])]))) {
      for await (const row of arrowRows(batch)) rows.push(row)
    }
    return rows
  }

  /** Interrupts what runs in the session; its calls then fail. */
  async interrupt(): Promise<void> {
    await this.#grpc.ask(
      `${service}/Interrupt`,
      message([1, this.#id], [2, this.#context], [3, clientType], [4, interruptAll]),
    )
  }

  /** Ends the session on the server, if it still answers. */
  async close(): Promise<void> {
    const request = message([1, this.#id], [2, this.#context], [3, clientType])
    await this.#grpc.ask(`${service}/ReleaseSession`, request).catch(() => {})
    this.#grpc.close()
  }

  /** The Arrow streams of the answers. */
  async *#execute(plan: Uint8Array): AsyncGenerator<Uint8Array> {
    const request = message(
      [1, this.#id],
      [2, this.#context],
      [3, plan],
      [4, clientType],
      [6, randomUUID()],
    )
    for await (const bytes of this.#grpc.call(`${service}/ExecutePlan`, request)) {
      const answer = readMessage(bytes)
      for (const batch of messagesIn(answer, arrowBatch)) yield* messagesIn(readMessage(batch), 2)
      for (const progress of messagesIn(answer, executionProgress)) this.#tell(progress)
    }
  }

  /** `ExecutionProgress` 1 stages; `StageInfo` 2 num_tasks, 3 num_completed_tasks. */
  #tell(progress: Uint8Array): void {
    let [done, tasks] = [0, 0]
    for (const bytes of messagesIn(readMessage(progress), 1)) {
      const stage = readMessage(bytes)
      tasks += numberOf(stage, 2)
      done += numberOf(stage, 3)
    }
    this.#onProgress({ done, tasks })
  }
}

/** The rows of a stream of Arrow whose columns are all 64-bit integers. @throws RangeError if it is damaged */
async function* arrowRows(bytes: Uint8Array): AsyncGenerator<number[]> {
  let fields: readonly ArrowField[] = []
  for await (const { type, header, body } of messagesOf(inOnePiece(bytes))) {
    if (type === headers.schema) fields = fieldsOfSchema(header)
    if (type !== headers.batch) continue
    const batch = new BatchReader(header, body)
    const columns = fields.map(field => batch.column(field, batch.length))
    for (let row = 0; row < batch.length; row++)
      yield columns.map(({ data }) => Number(data.readBigInt64LE(8 * row)))
  }
}

async function* inOnePiece(bytes: Uint8Array): AsyncGenerator<Uint8Array> {
  yield bytes
}
