/** Results, in order, of concurrent work: a bounded number of tasks runs ahead, so memory does not grow. */
import type { Task, TaskResult } from '../work/tasks.ts'
import type { Run } from './run.ts'

/** Tasks per thread ahead of the one whose result is awaited. */
const aheadPerThread = 4

/**
 * A task is created when it is sent, and the signal is checked between two. REQUIRES: the run is started by the first
 * task.
 *
 * @param ahead tasks under way for each thread
 * @throws what a task throws; the reason of the signal
 */
export function resultsInOrder<T extends Task>(
  run: Run,
  tasks: Iterable<T> | AsyncIterable<T>,
  ahead = aheadPerThread,
): AsyncGenerator<TaskResult<T>> {
  return answersInOrder(tasks, ahead * run.threads, task => run.run(task))
}

/** The same for any work. @param most maximum number of items in progress */
export async function* answersInOrder<Item, Result>(
  items: Iterable<Item> | AsyncIterable<Item>,
  most: number,
  work: (item: Item) => Promise<Result>,
): AsyncGenerator<Result> {
  const waiting: Promise<Result>[] = []
  for await (const item of items) {
    const result = work(item)
    result.catch(() => {}) // thrown when the result is awaited
    waiting.push(result)
    if (waiting.length >= most) yield waiting.shift() as Promise<Result>
  }
  for (const result of waiting) yield result
}
