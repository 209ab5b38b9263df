/** What a process of tests says to the one that started it, in plain data. */

export interface TestOutcome {
  readonly name: string
  /** Path relative to the root; of the helper that defines the test, where there is one. */
  readonly file: string
  readonly line: number
  readonly ms: number
  /** 0 at the top of a file; a test within a test has more. */
  readonly nesting: number
  /** Of a failed test its error, of a skipped one the reason. */
  readonly text: string
  readonly state: 'passed' | 'failed' | 'skipped'
}

export type Message =
  | { readonly kind: 'begins'; readonly name: string }
  | { readonly kind: 'test'; readonly outcome: TestOutcome }
  | { readonly kind: 'problem'; readonly text: string }
  | { readonly kind: 'note'; readonly text: string }
  | { readonly kind: 'end' }
