/** The server as a process of its own, to kill it. */
import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { launcher } from '../runtimes/build.ts'

const main = launcher()

/** Serves a data directory; the caller kills the process. */
export async function serve(data: string): Promise<{ readonly child: ChildProcess; readonly url: string }> {
  const child = spawn(process.execPath, [main, 'serve', '--data', data, '--port', '0'], {
    stdio: ['ignore', 'ignore', 'pipe'],
  })
  let said = ''
  for (;;) {
    const [piece] = await once(child.stderr as NodeJS.ReadableStream, 'data')
    said += piece
    const [, url] = /listening on (http:\S+)\nnearsame serve: the web page is at \1\/\n/.exec(said) ?? []
    if (url !== undefined) return { child, url }
  }
}
