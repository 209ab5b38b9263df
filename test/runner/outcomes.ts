/** Messages from a test process to its parent, as plain data. */

export interface TestOutcome {
  readonly name: string
  /** Path relative to the root; that of the helper if one defines the test. */
  readonly file: string
  readonly line: number
  readonly ms: number
  /** Depth: 0 at the top of a file, more for a test within a test. */
  readonly nesting: number
  /** The error of a failed test, the reason of a skipped one. */
  readonly text: string
  readonly state: 'passed' | 'failed' | 'skipped'
}

/** The processor time of a file, with that of its children that have ended. */
export interface FileCost {
  readonly file: string
  readonly cpuSeconds: number
}

export type Message =
  | { readonly kind: 'begins'; readonly name: string }
  | { readonly kind: 'test'; readonly outcome: TestOutcome }
  | { readonly kind: 'file'; readonly cost: FileCost }
  | { readonly kind: 'problem'; readonly text: string }
  | { readonly kind: 'note'; readonly text: string }
  /** With the processor time of the process and its children that have ended. */
  | { readonly kind: 'end'; readonly cpuSeconds: number }
