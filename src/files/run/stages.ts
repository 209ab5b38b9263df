/** Time and bytes of each stage, for the report. */
import type { StageName, StageReport } from '../requests.ts'

export class Stages {
  readonly reports: StageReport[] = []

  /**
   * Times the work of a stage; the times of a repeated stage add up.
   *
   * @param bytesOf the bytes processed, called when the work is done; 0 if there is nothing worth reporting
   * @returns the result of the work
   */
  async time<T>(
    name: StageName,
    work: () => T | Promise<T>,
    bytesOf: (result: T) => number = () => 0,
  ): Promise<T> {
    const start = performance.now()
    const result = await work()
    const seconds = (performance.now() - start) / 1000
    this.reports.push({ name, seconds, bytes: bytesOf(result) })
    return result
  }
}
