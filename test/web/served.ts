/** The command `serve` as a process, for the tests of the page. */
import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'
import { root } from '../runtimes/build.ts'

export interface Served {
  readonly url: string
  /** What the server said at its start. */
  readonly said: string
  stop(): Promise<void>
  /** Again, at the same address. */
  start(): Promise<void>
}

/** @param data directory @param keys as `NEARSAME_API_KEYS` has them; empty: none */
export async function serve(data: string, keys = ''): Promise<Served> {
  let child: ChildProcess
  let [said, url] = ['', '']
  const start = async (port: string) => {
    const args = [join(root, 'bin/nearsame.js'), 'serve', '--data', data, '--port', port]
    const env = { ...process.env, ...(keys !== '' && { NEARSAME_API_KEYS: keys }) }
    child = spawn(process.execPath, args, { env, stdio: ['ignore', 'ignore', 'pipe'] })
    said = ''
    for await (const chunk of child.stderr as AsyncIterable<Buffer>) {
      said += chunk
      const found = /http:\/\/127\.0\.0\.1:\d+/.exec(said)
      if (found === null) continue
      url = found[0]
      break
    }
  }
  const stop = async () => {
    const ended = once(child, 'exit')
    child.kill('SIGTERM')
    await ended
  }
  await start('0')
  return {
    get url() {
      return url
    },
    get said() {
      return said
    },
    stop,
    start: () => start(new URL(url).port),
  }
}
