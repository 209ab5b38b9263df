/**
 * Own descriptors: files of this process by their numbers, `/dev/fd/7`. The runtime has some for itself: where nobody
 * opened 7 for the command, it may be one of these, and who reads or writes it waits for ever, or ends the process.
 *
 * Only Linux tells them apart, by `/proc`. Nothing is known elsewhere.
 */
import { constants, readdirSync, readFileSync, readlinkSync } from 'node:fs'

const ownFiles = /^\/(?:dev|proc\/self)\/(?:(?<name>stdin|stdout|stderr)|fd\/(?<number>\d+))$/
const standard = ['stdin', 'stdout', 'stderr']

/** The number of the descriptor that an absolute path names; undefined for other paths. */
export function descriptorNamed(path: string): number | undefined {
  const { name, number } = ownFiles.exec(path)?.groups ?? {}
  if (name !== undefined) return standard.indexOf(name)
  return number === undefined ? undefined : Number(number)
}

/** Whether an absolute path names a descriptor of the runtime: no file at all, or a pipe of which it has both ends. */
export function isOfRuntime(path: string): boolean {
  const descriptor = descriptorNamed(path)
  if (descriptor === undefined) return false
  const target = targetOf(descriptor)
  if (!target.startsWith('pipe:')) return target.startsWith('anon_inode:')
  const ends = numbersOpen().filter(number => targetOf(number) === target)
  return new Set(ends.map(accessOf)).size > 1
}

/** Whether an absolute path names a descriptor that is open for reading only, as a /dev/null of the runtime is. */
export function isReadOnly(path: string): boolean {
  const descriptor = descriptorNamed(path)
  return descriptor !== undefined && accessOf(descriptor) === constants.O_RDONLY
}

function numbersOpen(): number[] {
  try {
    return readdirSync('/proc/self/fd').map(Number)
  } catch {
    return []
  }
}

/** What stands behind a descriptor; '' where it is closed, or the system does not say. */
function targetOf(descriptor: number): string {
  try {
    return readlinkSync(`/proc/self/fd/${descriptor}`)
  } catch {
    return ''
  }
}

/** Whether it is read, written, or both: the last two bits of its flags, which are octal. -1 where nobody knows. */
function accessOf(descriptor: number): number {
  try {
    const info = readFileSync(`/proc/self/fdinfo/${descriptor}`, 'latin1')
    return Number.parseInt(/^flags:\s*([0-7]+)$/m.exec(info)?.[1] ?? '', 8) & 3
  } catch {
    return -1
  }
}
