/** An example of a request and its answer. */
export interface RequestExample {
  readonly operationId: string
  /** Of path, query and headers, by name. */
  readonly parameters?: Readonly<Record<string, string | number | boolean>>
  /** Type of body and answer. Default: JSON. */
  readonly type?: string
  /** Type of the body, if the answer has another. */
  readonly bodyType?: string
  readonly body?: unknown
  /** Default: 200, or 204 without an answer. */
  readonly status?: number
  readonly answer?: unknown
}

export function statusOf({ status, answer }: RequestExample): number {
  return status ?? (answer === undefined ? 204 : 200)
}
