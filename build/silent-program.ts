/** The program with all commands, for pages and modules that are made from their options; it prints nothing. */
import type { Command } from 'commander'
import { wholeProgram } from '../src/cli/program.ts'

export function silentProgram(): Promise<Command> {
  const silent = { out() {}, err() {}, isErrTerminal: false, hasColour: false, columns: 80, errColumns: 80 }
  return wholeProgram({ terminal: silent, signal: new AbortController().signal })
}
