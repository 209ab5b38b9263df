/** Exit status: thrown by a command that has said all there is to say and ends with a status of its own. */
export class ExitStatus extends Error {
  readonly status: number

  constructor(status: number) {
    super(`exit status ${status}`)
    this.status = status
  }
}
