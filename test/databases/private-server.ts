/**
 * A private database server for tests: a child process on a free loopback port, with its data in a temporary folder,
 * stopped by its process id. Neither PostgreSQL nor MariaDB runs as root, so tests run by root start them as their own
 * users.
 */
import { type ChildProcess, spawn, spawnSync } from 'node:child_process'
import { chownSync, existsSync, mkdtempSync, rmSync } from 'node:fs'
import { type AddressInfo, createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'

const readyMs = 120_000
const stopMs = 20_000

export interface RunningServer {
  /** For its client, with user and database. */
  readonly url: string
  readonly processId: number
  /** Ends the process and removes its files. May be called twice. */
  stop(): Promise<void>
}

/** User that the server runs as; empty for the user of the test. */
export interface Account {
  readonly uid?: number
  readonly gid?: number
}

export interface Program {
  readonly command: string
  readonly args: readonly string[]
  readonly account: Account
  /** What it prints when it accepts connections. */
  readonly ready: RegExp
  /** The signal that ends it without waiting for its clients. */
  readonly endsBy: 'SIGINT' | 'SIGTERM'
  readonly folder: string
  readonly url: string
}

/** Whether a program is missing: false, or the reason to skip. */
export function missing(program: string, debian: string): string | false {
  if (process.env.NEARSAME_REQUIRE === 'all' || existsSync(program)) return false
  return `no ${program}: apt-get install ${debian}, or set NEARSAME_REQUIRE=all to fail here`
}

/** The account with this name, if the test runs as root. */
export function accountOf(name: string): Account {
  if (process.getuid?.() !== 0) return {}
  const number = (flag: string) => Number(spawnSync('id', [flag, name], { encoding: 'utf8' }).stdout)
  return { uid: number('-u'), gid: number('-g') }
}

/** An empty folder that belongs to an account. */
export function folderFor(account: Account, name: string): string {
  const folder = mkdtempSync(join(tmpdir(), `nearsame-${name}-`))
  if (account.uid !== undefined && account.gid !== undefined) chownSync(folder, account.uid, account.gid)
  return folder
}

/** Runs a command to its end, with `input`. @throws with its output if it fails */
export function runAs(account: Account, command: string, args: readonly string[], input = ''): void {
  const { status, stdout, stderr, error } = spawnSync(command, [...args], {
    ...account,
    cwd: '/',
    input,
    encoding: 'utf8',
  })
  if (status !== 0) throw new Error(`${command} ended with ${status ?? error}:\n${stdout}${stderr}`)
}

export async function freePort(): Promise<number> {
  const server = createServer()
  await new Promise<void>(done => server.listen(0, '127.0.0.1', done))
  const { port } = server.address() as AddressInfo
  await new Promise(done => server.close(done))
  return port
}

/** Starts a server and waits until it is ready. */
export async function startServer(program: Program): Promise<RunningServer> {
  const { command, args, account, folder } = program
  const child = spawn(command, [...args], { ...account, cwd: folder, stdio: ['ignore', 'pipe', 'pipe'] })
  const stop = stopper(child, program)
  try {
    await readiness(child, program)
    return { url: program.url, processId: child.pid ?? -1, stop }
  } catch (error) {
    await stop()
    throw error
  }
}

async function readiness(child: ChildProcess, { command, ready }: Program): Promise<void> {
  let said = ''
  let timer: NodeJS.Timeout | undefined
  try {
    await new Promise<void>((resolve, reject) => {
      timer = setTimeout(
        () => reject(new Error(`${command} is not ready after ${readyMs} ms:\n${said}`)),
        readyMs,
      )
      child.once('error', reject)
      child.once('exit', status => reject(new Error(`${command} ended with ${status}:\n${said}`)))
      const listen = (bytes: unknown): void => {
        said = (said + String(bytes)).slice(-20_000)
        if (ready.test(said)) resolve()
      }
      child.stdout?.on('data', listen)
      child.stderr?.on('data', listen)
    })
  } finally {
    clearTimeout(timer)
    child.removeAllListeners('exit')
  }
}

function stopper(child: ChildProcess, { endsBy, folder }: Program): () => Promise<void> {
  const kill = (): void => {
    child.kill('SIGKILL')
  }
  // Leaves no server behind when a test ends early.
  process.once('exit', kill)
  const ended = new Promise<void>(resolve => {
    child.once('close', () => resolve())
    child.once('error', () => resolve())
  })
  return async () => {
    child.kill(endsBy)
    const patience = new AbortController()
    await Promise.race([ended, sleep(stopMs, undefined, { signal: patience.signal }).catch(() => {})])
    patience.abort()
    if (child.exitCode === null && child.signalCode === null) kill()
    await ended
    process.removeListener('exit', kill)
    rmSync(folder, { recursive: true, force: true })
  }
}
