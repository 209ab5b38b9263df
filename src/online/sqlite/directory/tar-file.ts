/**
 * Tar file: an archive of the copies of a backup, written once from beginning to end.
 *
 *     file ─▶ header of 512 bytes, content, zeros up to 512 ─▶ … ─▶ two blocks of zeros
 *
 * Source: POSIX.1-1988, ustar; sizes from 8 GiB in base 256, as GNU tar writes and reads them.
 */
import { createReadStream } from 'node:fs'
import { type FileHandle, open, stat } from 'node:fs/promises'
import { join } from 'node:path'

const blockBytes = 512
/** Sizes below have eleven octal digits. */
const octalSizes = 8 ** 11

export class TarFile {
  readonly #file: FileHandle

  private constructor(file: FileHandle) {
    this.#file = file
  }

  static async create(path: string): Promise<TarFile> {
    return new TarFile(await open(path, 'wx', 0o600))
  }

  /** Adds a file as `folder/name`, from that place in `root`. REQUIRES: at most 155 and 100 characters of ASCII */
  async add(root: string, folder: string, name: string): Promise<void> {
    const path = join(root, folder, name)
    const { size, mtimeMs } = await stat(path)
    await this.#file.appendFile(tarHeader({ folder, name, size, seconds: Math.floor(mtimeMs / 1000) }))
    await this.#file.appendFile(createReadStream(path))
    await this.#file.appendFile(Buffer.alloc(-size & (blockBytes - 1)))
  }

  /** Ends the archive; it is on disk afterwards. */
  async finish(): Promise<void> {
    await this.#file.appendFile(Buffer.alloc(2 * blockBytes))
    await this.#file.sync()
  }

  async close(): Promise<void> {
    await this.#file.close()
  }
}

interface Entry {
  readonly folder: string
  readonly name: string
  readonly size: number
  /** Of the last change, since 1970. */
  readonly seconds: number
}

/** The 512 bytes before the content of a file. */
export function tarHeader({ folder, name, size, seconds }: Entry): Buffer {
  const block = Buffer.alloc(blockBytes)
  const octal = (value: number, at: number, digits: number) =>
    block.write(value.toString(8).padStart(digits, '0'), at, 'latin1')
  block.write(name, 0, 'latin1')
  octal(0o600, 100, 7)
  octal(0, 108, 7)
  octal(0, 116, 7)
  if (size < octalSizes) octal(size, 124, 11)
  else {
    block[124] = 0x80
    block.writeBigUInt64BE(BigInt(size), 128)
  }
  octal(seconds, 136, 11)
  block.write(' '.repeat(8), 148, 'latin1') // the checksum counts as blanks
  block.write('0', 156, 'latin1')
  block.write('ustar\0' + '00', 257, 'latin1')
  block.write(folder, 345, 'latin1')
  octal(
    block.reduce((sum, byte) => sum + byte, 0),
    148,
    6,
  )
  block[154] = 0
  return block
}
