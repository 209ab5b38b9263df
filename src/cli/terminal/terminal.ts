/**
 * Terminal: the two streams a command writes to, and their properties. Commands get it as an argument,
 * so tests pass one that records the output.
 */

import { once } from 'node:events'
import { fileError } from '../../files/io/temporaries.ts'
import { NearsameError } from '../../ground/errors/nearsame-error.ts'
import { printed } from './printable.ts'

export interface Terminal {
  /** Standard output: results. */
  out(text: string): void
  /** Standard error: progress, problems, the summary. */
  err(text: string): void
  /** Whether standard error is a terminal, on which a progress line can be redrawn. */
  readonly isErrTerminal: boolean
  /** Asks a question that is answered by a line; absent unless a person is at both ends. */
  ask?(question: string): Promise<string>
  /** Whether standard output shows colours. */
  readonly hasColour: boolean
  /** Width of a line of standard output in characters. */
  readonly columns: number
  /** Current width of standard error: the window may be resized while a line is redrawn. */
  readonly errColumns: number
}

/** Context of every command: the terminal, and the signal that asks the command to stop. */
export interface Context {
  readonly terminal: Terminal
  readonly signal: AbortSignal
  /** Requests this many milliseconds between an interrupt and the end of the process, for work that must finish. */
  beforeEnd?(ms: number): void
}

/** Width if unknown: no terminal, or one that reports a width of 0. */
const usualColumns = 80

/**
 * The terminal of this process. If a reader closes its end of the pipe, writing stops, but the work continues.
 *
 * @param onFailure called once if results cannot be written: DISK_FULL or OUTPUT_FAILED
 */
export function processTerminal(onFailure: (error: NearsameError) => void): Terminal {
  const { stdout, stderr, env } = process
  let hasFailed = false
  stdout.on('error', (cause: NodeJS.ErrnoException) => {
    if (hasFailed || cause.code === 'EPIPE') return
    hasFailed = true
    const { code, parts } = fileError(cause, 'standard output')
    onFailure(
      new NearsameError(code, {
        ...parts,
        fix: 'check where standard output goes, and the free space there',
      }),
    )
  })
  stderr.on('error', () => {}) // nowhere left to report it
  const isAnswered = process.stdin.isTTY === true && stderr.isTTY === true && env.TERM !== 'dumb'
  const isPlain = (env.NO_COLOR ?? '') !== '' || env.TERM === 'dumb'
  return {
    out: text => void (stdout.writable && stdout.write(printed(text))),
    err: text => void (stderr.writable && stderr.write(printed(text))),
    isErrTerminal: stderr.isTTY === true && env.TERM !== 'dumb',
    ...(isAnswered && { ask: askOnce }),
    hasColour: stdout.isTTY === true && !isPlain,
    columns: stdout.columns || usualColumns,
    get errColumns() {
      return stderr.columns || usualColumns
    },
  }
}

async function askOnce(question: string): Promise<string> {
  const { createInterface } = await import('node:readline/promises')
  const lines = createInterface({ input: process.stdin, output: process.stderr })
  try {
    return await Promise.race([lines.question(question), once(lines, 'close').then(() => '')])
  } finally {
    lines.close()
  }
}

/** Colours text if the terminal shows colours. */
export function painter(terminal: Terminal): (text: string, colour: Colour) => string {
  if (!terminal.hasColour) return text => text
  return (text, colour) => `\x1b[${codes[colour]}m${text}\x1b[0m`
}

const codes = { dim: 2, red: 31, green: 32 } as const

export type Colour = keyof typeof codes
