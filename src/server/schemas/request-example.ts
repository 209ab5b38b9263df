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
  readonly status: number
  readonly answer?: unknown
}
