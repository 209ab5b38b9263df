/** The error of a server that gets no port; `cause` says why. */
import { NearsameError } from './nearsame-error.ts'

export function cannotListen(host: string, port: number, cause: unknown): NearsameError {
  return new NearsameError('OPTION_VALUE', {
    expected: 'an address and a port that are free to listen on',
    got: `${host}, port ${port}: ${cause instanceof Error ? cause.message : cause}`,
    fix: 'choose another port, or end the program that listens there',
    cause,
  })
}
