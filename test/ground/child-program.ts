/** Programs that a test runs to completion, such as clients and their installation. */
import { spawn } from 'node:child_process'

export interface ProgramResult {
  readonly status: number | null
  readonly out: string
  readonly err: string
}

/** Runs a program without blocking this process, which may be the server it talks to. */
export async function runProgram(
  command: string,
  args: readonly string[],
  { input = '', timeoutMs = 120_000 }: { input?: string | Uint8Array; timeoutMs?: number } = {},
): Promise<ProgramResult> {
  const child = spawn(command, args, { stdio: ['pipe', 'pipe', 'pipe'], timeout: timeoutMs })
  child.stdin.on('error', () => {})
  child.stdin.end(input)
  const said = { out: '', err: '' }
  child.stdout.setEncoding('utf8').on('data', text => {
    said.out += text
  })
  child.stderr.setEncoding('utf8').on('data', text => {
    said.err += text
  })
  const status = await new Promise<number | null>((done, fail) =>
    child.once('error', fail).once('close', done),
  )
  return { status, ...said }
}

/** As `runProgram`, for programs that must succeed. @returns their standard output */
export async function outputOf(
  command: string,
  args: readonly string[],
  timeoutMs?: number,
): Promise<string> {
  const { status, out, err } = await runProgram(command, args, timeoutMs === undefined ? {} : { timeoutMs })
  if (status === 0) return out
  throw new Error(`${command} ended with ${status}:\n${(out + err).slice(-2000)}`)
}
