/** Exit status: thrown by a command that has printed everything and ends with a status of its own. */
export class ExitStatus extends Error {
  readonly status: number

  constructor(status: number) {
    super(`exit status ${status}`)
    this.status = status
  }
}
