/** Results in their order of work that is under way at once: some of it is ahead, so memory does not grow. */
import type { Task, TaskResult } from '../tasks/tasks.ts'
import type { Run } from './run.ts'

/** Tasks ahead of the one whose result is taken, for each thread. */
const aheadPerThread = 4

/**
 * A task is made when it is sent, and the signal is heard between two. REQUIRES: the run is started when a task comes.
 *
 * @param ahead tasks under way for each thread
 * @throws what a task throws; the reason of the signal
 */
export function resultsInOrder<T extends Task>(
  run: Run,
  tasks: Iterable<T> | AsyncIterable<T>,
  ahead = aheadPerThread,
): AsyncGenerator<TaskResult<T>> {
  return inOrder(tasks, ahead * run.threads, task => run.run(task))
}

/** The same of any work. @param most of it that is under way */
export async function* inOrder<Item, Result>(
  items: Iterable<Item> | AsyncIterable<Item>,
  most: number,
  work: (item: Item) => Promise<Result>,
): AsyncGenerator<Result> {
  const waiting: Promise<Result>[] = []
  for await (const item of items) {
    const result = work(item)
    result.catch(() => {}) // seen again when it is taken
    waiting.push(result)
    if (waiting.length >= most) yield waiting.shift() as Promise<Result>
  }
  for (const result of waiting) yield result
}
