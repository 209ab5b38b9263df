/** Where records and texts are in kernel memory. */

/** Where a text is; `free` is the first address after the bytes written for it. */
export interface TextRange {
  from: number
  to: number
  free: number
}

/** Consecutive records in kernel memory, delimited by `count` + 1 addresses (u32) at `bounds`. */
export interface Lines {
  readonly bounds: number
  readonly count: number
}
