/**
 * Ends a private server under its clients and restarts it on the same files and port. It finds the command in the
 * process table of Linux, where the private servers run.
 */
import { type ChildProcess, spawn } from 'node:child_process'
import { existsSync, readFileSync, statSync } from 'node:fs'
import { connect } from 'node:net'
import { setTimeout as sleep } from 'node:timers/promises'
import type { RunningServer } from './private-server.ts'

const patienceMs = 30_000

export interface HaltedServer {
  /** Starts it, and waits until it accepts connections. `stop` ends it; the first server's `stop` removes the files. */
  resume(): Promise<Omit<RunningServer, 'url'>>
}

/** @param signal that crashes the server: SIGQUIT for PostgreSQL, SIGKILL for MariaDB */
export async function haltServer(
  { url, processId }: RunningServer,
  signal: 'SIGQUIT' | 'SIGTERM' | 'SIGKILL',
): Promise<HaltedServer> {
  const place = `/proc/${processId}`
  // The database exists already.
  const [command, ...args] = readFileSync(`${place}/cmdline`, 'utf8')
    .split('\0')
    .filter(part => part !== '' && !part.startsWith('--init-file'))
  const { uid, gid } = statSync(place)
  process.kill(processId, signal)
  await until(() => !existsSync(place), `process ${processId} to end`)
  return {
    async resume() {
      const child = spawn(command, args, { uid, gid, cwd: '/', stdio: 'ignore' })
      const kill = (): void => void child.kill('SIGKILL')
      process.once('exit', kill)
      await until(() => isOpen(Number(new URL(url).port)), `${command} to take connections`)
      const stop = async () => {
        await ended(child)
        process.removeListener('exit', kill)
      }
      return { processId: child.pid ?? -1, stop }
    },
  }
}

async function ended(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return
  const closed = new Promise<void>(resolve => child.once('close', () => resolve()))
  child.kill('SIGKILL')
  await closed
}

function isOpen(port: number): Promise<boolean> {
  return new Promise(resolve => {
    const socket = connect(port, '127.0.0.1')
    const end = (is: boolean) => {
      socket.destroy()
      resolve(is)
    }
    socket.once('connect', () => end(true))
    socket.once('error', () => end(false))
  })
}

async function until(isSo: () => boolean | Promise<boolean>, what: string): Promise<void> {
  const end = Date.now() + patienceMs
  while (!(await isSo())) {
    if (Date.now() > end) throw new Error(`waited ${patienceMs} ms for ${what}`)
    await sleep(20)
  }
}
