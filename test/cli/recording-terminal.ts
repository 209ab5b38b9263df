/** A terminal that records its output, and `runCommandLine` on it. */
import { runCommandLine } from '../../src/cli/program.ts'
import { printed } from '../../src/cli/terminal/printable.ts'
import type { Terminal } from '../../src/cli/terminal/terminal.ts'

export interface Recording extends Terminal {
  readonly written: { out: string; err: string }
}

export function recordingTerminal(known: Partial<Terminal> = {}): Recording {
  const written = { out: '', err: '' }
  return {
    written,
    out: text => {
      written.out += printed(text)
    },
    err: text => {
      written.err += printed(text)
    },
    isErrTerminal: false,
    hasColour: false,
    columns: 80,
    errColumns: 80,
    ...known,
  }
}

export interface CommandResult {
  readonly status: number
  readonly out: string
  readonly err: string
}

/** Runs a command line in this process. */
export async function nearsame(...args: readonly string[]): Promise<CommandResult> {
  const terminal = recordingTerminal()
  const status = await runCommandLine(args, { terminal, signal: new AbortController().signal })
  return { status, ...terminal.written }
}
