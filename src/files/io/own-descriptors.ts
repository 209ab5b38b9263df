/**
 * Own descriptors: open files of this process by number, `/dev/fd/7`. The runtime has some of its own: if the shell did
 * not open 7 for the command, it may be one of these, and reading or writing it blocks for ever or ends the process.
 *
 * Only Linux can tell them apart, through `/proc`.
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

/** Whether an absolute path names a descriptor of the runtime: not a file, or a pipe with both ends in this process. */
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

/** The target of a descriptor; '' if it is closed, or the system does not say. */
function targetOf(descriptor: number): string {
  try {
    return readlinkSync(`/proc/self/fd/${descriptor}`)
  } catch {
    return ''
  }
}

/** Access mode: the last two bits of the flags, which /proc shows in octal. -1 if unknown. */
function accessOf(descriptor: number): number {
  try {
    const info = readFileSync(`/proc/self/fdinfo/${descriptor}`, 'latin1')
    return Number.parseInt(/^flags:\s*([0-7]+)$/m.exec(info)?.[1] ?? '', 8) & 3
  } catch {
    return -1
  }
}
