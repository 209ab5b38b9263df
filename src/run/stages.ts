/** Time and bytes of each stage, for the report. */
import type { StageName, StageReport } from '../batch/requests.ts'

export class Stages {
  readonly #reports: StageReport[] = []

  /** Times the work of a stage; it answers the bytes it went through. A stage may come more than once. */
  async time(name: StageName, work: () => Promise<number>): Promise<void> {
    const start = performance.now()
    const bytes = await work()
    this.#reports.push({ name, seconds: (performance.now() - start) / 1000, bytes })
  }

  /** The same for work that answers something, and goes through no bytes worth telling. */
  async timed<T>(name: StageName, work: () => Promise<T>): Promise<T> {
    let result: T | undefined
    await this.time(name, async () => {
      result = await work()
      return 0
    })
    return result as T
  }

  get reports(): readonly StageReport[] {
    return this.#reports
  }
}
