/**
 * Log of the server, by pino: a line per finished request at level `info` (`debug` for health and metrics), faults with
 * their stack at `error`.
 *
 * A line has method, declared route, status, time, request id and the name of the key, but no key, body, document id or
 * query.
 */
import { pino } from 'pino'
import { checkArgument, checkObject } from '../../ground/options/arguments.ts'
import { hasMethod } from '../../ground/options/own-names.ts'
import { refuseUnknown } from '../../ground/options/resolve.ts'

export interface LogOptions {
  /** Lowest level to log; `info` has a line for each request, `debug` also for health and metrics. Default: info. */
  readonly level?: 'fatal' | 'error' | 'warn' | 'info' | 'debug' | 'trace' | 'silent' | undefined
  /** Stream to write to. Default: standard error. */
  readonly destination?: { write(line: string): unknown } | undefined
}

export interface LoggerOption {
  /** Log options, a pino logger, or false for no log. Default: false. */
  readonly logger?:
    | LogOptions
    | {
        child(bindings: object): unknown
        isLevelEnabled(level: string): boolean
        debug(details: object, message?: string): void
        info(details: object, message?: string): void
        info(message: string): void
        error(details: object, message?: string): void
      }
    | false
    | undefined
}

/** What the server needs of a logger; a pino logger has it. */
export type ServerLogger = Exclude<LoggerOption['logger'], LogOptions | false | undefined>

/** Headers that carry keys. Nothing logs headers; this redacts them if something ever does. */
const secrets = ['authorization', 'x-api-key', 'cookie'].flatMap(name => [
  `headers["${name}"]`,
  `req.headers["${name}"]`,
  `request.headers["${name}"]`,
])

const levels = ['fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent']

/**
 * @param given `false`: no log; a logger of the caller is used unchanged
 * @throws NearsameError OPTION_VALUE, OPTION_UNKNOWN
 */
export function openLog(given: LogOptions | ServerLogger | false = false): ServerLogger {
  if (given === false) return pino({ level: 'silent' })
  checkObject('logger', given)
  if ('child' in given) {
    const isLogger = ['child', 'isLevelEnabled', 'info', 'error'].every(name => hasMethod(given, name))
    checkArgument(isLogger, 'logger', given, 'a logger of pino')
    return given
  }
  refuseUnknown(['level', 'destination'], Object.keys(given), 'library')
  const { level = 'info', destination } = given
  checkArgument(levels.includes(level), 'logger.level', level, `one of ${levels.join(', ')}`)
  const isStream = destination === undefined || hasMethod(destination, 'write')
  checkArgument(isStream, 'logger.destination', destination, 'a stream')
  return pino({ name: 'nearsame', level, redact: secrets }, destination ?? pino.destination(2))
}
