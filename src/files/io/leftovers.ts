/**
 * Leftovers: temporaries of runs that were killed, and how to tell them from those of a run that goes on.
 *
 *     .NAME.nearsame-OWNER-RANDOM     a file or directory on its way to NAME
 *     .nearsame-OWNER-RANDOM          the private directory of a run
 *     OWNER = HOST-PID-START          in hexadecimal digits
 *
 * HOST is a hash of the machine and its namespace of processes, because a process number means nothing elsewhere: on a
 * shared disk, only the machine of a killed run removes what it left. START is when the process started, in ticks since
 * the boot (0 where there is no /proc), so that another process with its number is not mistaken for it.
 */
import { createHash } from 'node:crypto'
import { readdirSync, readFileSync, readlinkSync, rmSync } from 'node:fs'
import { hostname } from 'node:os'
import { basename, dirname, join, resolve } from 'node:path'

/** Bytes of a name that a temporary one keeps: systems allow 255. */
const longName = 190

/** What the names of temporaries on their way to `path` begin with; of a run's directory without `path`. */
export function temporaryPrefix(path = ''): string {
  const name = basename(path)
  const start = Buffer.byteLength(name) > longName ? name.slice(0, longName / 4) : name
  return path === '' ? '.nearsame-' : `.${start}.nearsame-`
}

let own: string | undefined

/** OWNER of the temporaries of this process. */
export function ownerOfTemporaries(): string {
  own ??= `${hostHash()}-${process.pid.toString(16)}-${(startOf('self') ?? 0).toString(16)}`
  return own
}

/** Removes what killed runs left of the output `path`, and their private directories beside it. */
export function removeLeftovers(path: string): void {
  const output = resolve(path)
  removeAll(dirname(output), [temporaryPrefix(output), temporaryPrefix()])
}

/** Removes the private directories of killed runs in `directory`. */
export function removeLeftDirectories(directory: string): void {
  removeAll(directory, [temporaryPrefix()])
}

/** What killed runs left and the next one removed, since the process began. */
const removed: string[] = []

/** The paths removed since the last call. */
export function takeRemovedLeftovers(): string[] {
  return removed.splice(0)
}

/** @param prefixes of the names, longer ones first */
function removeAll(directory: string, prefixes: readonly string[]): void {
  for (const name of namesIn(directory)) {
    const prefix = prefixes.find(start => name.startsWith(start))
    if (prefix === undefined) continue
    const [, owner] = /^(\w+-\w+-\w+)-\w+$/.exec(name.slice(prefix.length)) ?? []
    if (owner === undefined || !isOfThisHost(owner) || isOwnerRunning(owner)) continue
    const path = join(directory, name)
    try {
      rmSync(path, { recursive: true, force: true })
      removed.push(path)
    } catch {} // of another user
  }
}

/** Whether another process of this machine, which still runs, has the name OWNER. */
export function isForeignOwner(owner: string): boolean {
  return owner !== ownerOfTemporaries() && isOfThisHost(owner) && isOwnerRunning(owner)
}

/** The same, unless it certainly does not run: that of another machine might. */
export function mayRunElsewhere(owner: string): boolean {
  return owner !== ownerOfTemporaries() && (!isOfThisHost(owner) || isOwnerRunning(owner))
}

function isOfThisHost(owner: string): boolean {
  return owner.startsWith(`${hostHash()}-`)
}

function isOwnerRunning(owner: string): boolean {
  const [, pid, start] = owner.split('-')
  return isRunning(Number.parseInt(pid, 16), Number.parseInt(start, 16))
}

function namesIn(directory: string): string[] {
  try {
    return readdirSync(directory)
  } catch {
    return [] // opening the output will say why
  }
}

function isRunning(pid: number, start: number): boolean {
  if (startOf('self') !== undefined) return startOf(String(pid)) === start
  try {
    return process.kill(pid, 0)
  } catch (cause) {
    return (cause as NodeJS.ErrnoException).code === 'EPERM'
  }
}

/** When a process started; undefined if it has ended, or without /proc. Source: proc_pid_stat(5), fields 3 and 22. */
function startOf(pid: string): number | undefined {
  const stat = textOf(() => readFileSync(`/proc/${pid}/stat`, 'latin1'))
  const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ')
  return fields.length < 20 || /[ZX]/.test(fields[0]) ? undefined : Number(fields[19])
}

let host: string | undefined

function hostHash(): string {
  host ??= createHash('sha256')
    .update(hostname())
    .update(textOf(() => readFileSync('/etc/machine-id', 'latin1')))
    .update(textOf(() => readlinkSync('/proc/self/ns/pid')))
    .digest('hex')
    .slice(0, 8)
  return host
}

function textOf(read: () => string): string {
  try {
    return read()
  } catch {
    return ''
  }
}
