/** State report: figures of all runs with a state together. */

/** What all runs with a state have done. */
export interface StateReport {
  readonly runs: number
  /** Records read, bad ones included. */
  readonly records: number
  readonly kept: number
  /** SHA-256 of the decision on every record: that of one run over all inputs in the order they came. */
  readonly digest: string
}
