/** The error of a server that cannot listen on its port; `cause` says why. */
import { NearsameError } from './nearsame-error.ts'

export function cannotListen(host: string, port: number, cause: unknown): NearsameError {
  return new NearsameError('OPTION_VALUE', {
    expected: 'a free address and port to listen on',
    got: `${host}, port ${port}: ${cause instanceof Error ? cause.message : cause}`,
    fix: 'choose another port, or stop the program that uses it',
    cause,
  })
}
