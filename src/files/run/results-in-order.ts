/** Results of many tasks in their order, a few of which are under way: so a signal is heard between them. */
import type { Task, TaskResult } from '../tasks/tasks.ts'
import type { Run } from './run.ts'

const aheadPerThread = 4

/**
 * A task is made when it is sent. REQUIRES: the run is started.
 *
 * @throws what a task throws; the reason of the signal
 */
export async function* resultsInOrder<T extends Task>(
  run: Run,
  tasks: Iterable<T>,
): AsyncGenerator<TaskResult<T>> {
  const waiting: Promise<TaskResult<T>>[] = []
  for (const task of tasks) {
    const result = run.run(task)
    result.catch(() => {}) // seen again when it is taken
    waiting.push(result)
    if (waiting.length >= aheadPerThread * run.threads) yield waiting.shift() as Promise<TaskResult<T>>
  }
  for (const result of waiting) yield result
}
