/** A command that serves: prints its address, and runs until a signal stops it, which is its regular end. */
import type { Context } from '../terminal/terminal.ts'

/** @throws what closing throws */
export async function untilStopped(
  server: { readonly url: string; readonly note?: string; close(): Promise<void> },
  command: 'bulk' | 'chain' | 'serve',
  isQuiet: boolean,
  { terminal, signal }: Context,
): Promise<void> {
  if (!isQuiet) terminal.err(`nearsame ${command}: listening on ${server.url}${server.note ?? ''}\n`)
  try {
    if (!signal.aborted)
      await new Promise(resolve => signal.addEventListener('abort', resolve, { once: true }))
  } finally {
    await server.close()
  }
}
