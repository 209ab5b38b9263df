/**
 * Output place: what an output's name stands for. A link stays a link, and what it leads to is written; devices, pipes
 * and streams such as /dev/stdout are written to as they are, whatever is behind them.
 */
import { lstat, readlink, realpath, stat } from 'node:fs/promises'
import { dirname, resolve } from 'node:path'

export interface OutputPlace {
  /** Behind all links, unless it is a stream. */
  readonly path: string
  /** Whether it is written to directly, not under a temporary name. */
  readonly isStream: boolean
}

const openFiles = /^\/(dev\/(stdout|stderr|fd\/\d+)|proc\/(self|\d+)\/fd\/\d+)$/

/** More links one behind the other than systems follow. */
const mostLinks = 40

export async function placeOfOutput(path: string): Promise<OutputPlace> {
  const found = await stat(path).catch(() => undefined)
  if (found === undefined) return { path: await behindLinks(path), isStream: false }
  const isOrdinary = found.isFile() || found.isDirectory()
  if (!isOrdinary || openFiles.test(resolve(path))) return { path, isStream: true }
  return { path: await realpath(path), isStream: false }
}

/** The name that links lead to which stand for nothing yet. */
async function behindLinks(path: string): Promise<string> {
  let name = path
  for (let links = 0; links < mostLinks; links++) {
    const link = (await lstat(name).catch(() => undefined))?.isSymbolicLink() && (await readlink(name))
    if (!link) return name
    name = resolve(dirname(name), link)
  }
  return path
}
