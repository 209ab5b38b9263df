/** Time and bytes of each stage, for the report. */
import type { StageName, StageReport } from '../requests.ts'

export class Stages {
  readonly #reports: StageReport[] = []

  /**
   * Times the work of a stage, which may come more than once.
   *
   * @param bytesOf bytes that the work went through, asked when it is done; 0 where there are none worth telling
   * @returns what the work gives
   */
  async time<T>(
    name: StageName,
    work: () => T | Promise<T>,
    bytesOf: (result: T) => number = () => 0,
  ): Promise<T> {
    const start = performance.now()
    const result = await work()
    const seconds = (performance.now() - start) / 1000
    this.#reports.push({ name, seconds, bytes: bytesOf(result) })
    return result
  }

  get reports(): readonly StageReport[] {
    return this.#reports
  }
}
