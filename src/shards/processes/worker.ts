/**
 * Worker: signs and measures inside another program's job. A task a line on standard input, an answer for each on
 * standard output; the first failure ends it.
 *
 * A task is base64 of JSON, because an engine may not escape what it sends.
 */
import { createInterface } from 'node:readline'
import type { InputSet } from '../../files/inputs/resolve/input.ts'
import { rememberVersion } from '../../files/io/objects/object-store.ts'
import type { RunEvents, RunRequest } from '../../files/requests.ts'
import { resolveSpeedOptions } from '../../ground/options/speed-options.ts'
import { measureShard } from './measure-pairs.ts'
import { signShard } from './sign-shard.ts'

type TaskOptions = Pick<RunRequest, 'result' | 'input' | 'running'> & {
  readonly set: InputSet
  readonly output: string
}

type ShardTask =
  | (TaskOptions & { readonly kind: 'sign'; readonly shard: number })
  | (TaskOptions & { readonly kind: 'measure'; readonly pairs: string })

/** The line of a task. */
export function printTask(task: ShardTask): string {
  return Buffer.from(JSON.stringify(task)).toString('base64')
}

/** Works on the tasks of a stream. @param answer called with each answer @throws NearsameError */
export async function workOn(
  input: NodeJS.ReadableStream,
  answer: (line: string) => void,
  events: RunEvents,
): Promise<void> {
  for await (const line of createInterface({ input })) {
    if (line.trim() === '') continue
    const task = JSON.parse(Buffer.from(line, 'base64').toString()) as ShardTask
    for (const { object } of task.set.inputs) if (object !== undefined) rememberVersion(object)
    // The executor counts on one core for a task.
    const request = {
      ...task,
      inputs: task.set.inputs.map(({ path }) => path),
      speed: resolveSpeedOptions({ threads: 1 }),
    }
    if (request.kind === 'sign') await signShard(request, events, task.set)
    else await measureShard(request, events, task.set)
    answer('done\n')
  }
}
