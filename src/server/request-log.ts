/**
 * Log of the server: one line a request at level `debug`, faults at `error` with their stack, by pino.
 *
 * A line has method, declared route, status, time, request id and the name of the key: no key, no body, no id of a
 * document, no query.
 */
import { type DestinationStream, type Logger, pino } from 'pino'

export interface LogOptions {
  /** `info` unless given; `debug` has a line for every request. */
  readonly level?: 'fatal' | 'error' | 'warn' | 'info' | 'debug' | 'trace' | 'silent' | undefined
  /** Standard error unless given. */
  readonly destination?: DestinationStream | undefined
}

/** Headers that carry keys; nothing logs headers, and if something did, it would be without them. */
const secrets = ['authorization', 'x-api-key', 'cookie'].flatMap(name => [
  `headers["${name}"]`,
  `req.headers["${name}"]`,
  `request.headers["${name}"]`,
])

/** @param given `false`: nothing is logged; a logger of the caller's own is taken as it is */
export function openLog(given: LogOptions | Logger | false = false): Logger {
  if (given === false) return pino({ level: 'silent' })
  if ('child' in given) return given
  const options = { name: 'nearsame', level: given.level ?? 'info', redact: secrets }
  return pino(options, given.destination ?? pino.destination(2))
}
