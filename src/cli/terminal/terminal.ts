/**
 * Terminal: the two streams a command writes to and what is known about them. Commands get it passed in,
 * so tests hand them one that remembers what was written.
 */

import { fileError } from '../../files/io/temporaries.ts'
import { NearsameError } from '../../ground/errors/nearsame-error.ts'

export interface Terminal {
  /** Standard output: results. */
  out(text: string): void
  /** Standard error: progress, problems, the closing summary. */
  err(text: string): void
  /** Whether standard error is a terminal, so that a progress line can be drawn and drawn over. */
  readonly isErrTerminal: boolean
  /** Whether standard output shows colours. */
  readonly hasColour: boolean
  /** Width of a line of standard output in characters. */
  readonly columns: number
  /** The same of standard error, now: a window may be made narrower while a line is drawn over itself. */
  readonly errColumns: number
}

/** What every command is given: where to write, and the signal that asks it to stop. */
export interface Context {
  readonly terminal: Terminal
  readonly signal: AbortSignal
  /** Asks for so many milliseconds between an interrupt and the end of the process, for what must be ended first. */
  beforeEnd?(ms: number): void
}

/** Where nothing is known about the width: no terminal, or one that tells a width of 0. */
const usualColumns = 80

/**
 * The terminal of this process. A reader that closes its end of the pipe ends the writing, not the work.
 *
 * @param onFailure hears once of results that cannot be written, DISK_FULL or OUTPUT_FAILED
 */
export function processTerminal(onFailure: (error: NearsameError) => void): Terminal {
  const { stdout, stderr, env } = process
  let hasFailed = false
  stdout.on('error', (cause: NodeJS.ErrnoException) => {
    if (hasFailed || cause.code === 'EPIPE') return
    hasFailed = true
    const { code, parts } = fileError(cause, 'standard output')
    onFailure(
      new NearsameError(code, { ...parts, fix: 'see where standard output goes, and what is free there' }),
    )
  })
  stderr.on('error', () => {}) // there is nowhere left to say it
  const isPlain = (env.NO_COLOR ?? '') !== '' || env.TERM === 'dumb'
  return {
    out: text => void (stdout.writable && stdout.write(text)),
    err: text => void (stderr.writable && stderr.write(text)),
    isErrTerminal: stderr.isTTY === true && env.TERM !== 'dumb',
    hasColour: stdout.isTTY === true && !isPlain,
    columns: stdout.columns || usualColumns,
    get errColumns() {
      return stderr.columns || usualColumns
    },
  }
}

/** Paints text when the terminal shows colours. */
export function painter(terminal: Terminal): (text: string, colour: Colour) => string {
  if (!terminal.hasColour) return text => text
  return (text, colour) => `\x1b[${codes[colour]}m${text}\x1b[0m`
}

const codes = { dim: 2, red: 31, green: 32 } as const

export type Colour = keyof typeof codes
