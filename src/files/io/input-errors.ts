/** Errors of reading an input. */
import { isNearsameError, NearsameError } from '../../ground/errors/nearsame-error.ts'
import { isTooManyOpen, moreOpenFiles } from '../../ground/errors/open-files.ts'
import { isObjectUrl } from './objects/object-name.ts'
import { isUnreadable, unreadableName } from './unreadable-name.ts'

/** INPUT_MISSING if no file has this name, else INPUT_UNREADABLE. */
export function inputError(cause: unknown, path: string): NearsameError {
  if (isNearsameError(cause)) return cause
  const code = String((cause as NodeJS.ErrnoException | null)?.code ?? cause)
  const other = noFile(code, path)
  if (other !== undefined) {
    const [got, fix] = other
    return new NearsameError('INPUT_MISSING', { expected: 'a file', got, where: path, fix, cause })
  }
  if (code === 'ENOENT' || code === 'ENOTDIR') {
    if (isUnreadable(path)) return unreadableName('INPUT_UNREADABLE', path, 'rename the file', cause)
    return new NearsameError('INPUT_MISSING', {
      expected: 'an existing file, directory or glob',
      got: JSON.stringify(path),
      fix: 'check the path; quote globs so that the shell leaves them alone',
      cause,
    })
  }
  return new NearsameError('INPUT_UNREADABLE', {
    expected: 'a readable file',
    got: code,
    where: path,
    fix: isTooManyOpen(code) ? moreOpenFiles : 'check its permissions and the disk',
    cause,
  })
}

/** What is there instead of a file, and what to do; undefined if it may be one. */
function noFile(code: string, path: string): readonly [got: string, fix: string] | undefined {
  if (code === 'EISDIR') return ['a directory', 'name a file in it']
  if (isObjectUrl(path)) return ['an object, which this command does not read', 'copy it to a file first']
  const scheme = /^([a-z][a-z0-9+.-]*):\/\//i.exec(path)?.[1].toLowerCase()
  if (scheme === undefined) return undefined
  if (/^https?$/.test(scheme))
    return ['an address of the web, which no command reads', 'download it first, as with `curl -O`']
  if (/^s3[an]?$/.test(scheme)) return ['an S3 URL in another spelling', 'write it as s3://BUCKET/KEY']
  if (scheme === 'file') return ['a URL', 'give the path alone']
  return [`a URL of ${scheme}, which no command reads`, 'copy it to a file first']
}

/** Offsets of records are valid only while the input stays the same. @param got how it has changed */
export function inputChanged(got: string, where: string): NearsameError {
  return new NearsameError('INPUT_CHANGED', {
    expected: 'the input to stay as it is during the run',
    got,
    where,
    fix: 'run again while nothing writes to the input',
  })
}
