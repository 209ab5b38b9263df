/** Spools: the copies of inputs that cannot be read in place, in the run's directory; begun here, ended together. */
import { rmSync } from 'node:fs'
import { join } from 'node:path'
import type { InputFormat } from '../../ground/options/input-options.ts'
import type { FoundSheet } from '../formats/xlsx/xlsx-lines.ts'
import { spoolChunks } from '../io/archives/spool.ts'
import type { TakeRecords } from '../io/parquet-records/parquet-records.ts'
import type { Input } from './resolve/input.ts'
import { openInput } from './resolve/open-input.ts'
import type { Side } from './side.ts'
import { sourceBytes } from './source-bytes.ts'
import { type Fill, SpooledFile } from './spooled-file.ts'

export class Spools {
  readonly #temporary: () => Promise<string>
  readonly #spools: SpooledFile[] = []
  /** Those of streams, which can be read only once. */
  readonly #streams = new Map<Input, SpooledFile>()

  /** @param temporary directory for spools, created on first use */
  constructor(temporary: () => Promise<string>) {
    this.#temporary = temporary
  }

  /**
   * Begins a copy: unpacked, in UTF-8 and as lines; of a stream it is the one that has begun.
   *
   * @param columns to read, if the format has any; all without it
   */
  async copy(
    input: Input,
    format: InputFormat,
    { given, textless }: Side,
    columns?: readonly string[],
  ): Promise<SpooledFile> {
    const { maxRecord, html, encoding, sheet } = given
    const begun = this.#streams.get(input)
    if (begun !== undefined) return begun
    const path = await this.#path()
    const stream = openInput(input)
    const onEncoding = (found: string) => {
      spool.encoding = found
    }
    const onSheet = (found: FoundSheet) => {
      spool.sheet = found
    }
    const settings = { maxRecord, html, encoding, onEncoding, textless, columns, sheet, onSheet }
    const fill: Fill = (file, onBytes) =>
      spoolChunks(sourceBytes(stream, format, input, settings), file, onBytes)
    const spool: SpooledFile = new SpooledFile(path, fill, () => stream.destroy())
    if (input.isStream) this.#streams.set(input, spool)
    return this.#start(spool)
  }

  /** Begins a copy of columns of Parquet as rows. */
  async copyColumns(input: Input, columns: readonly string[], given?: TakeRecords): Promise<SpooledFile> {
    const { spoolParquet } = await import('../io/parquet-records/parquet-read.ts')
    const takeRecords = given ?? (await import('../io/parquet-records/parquet-records.ts')).takeRecords
    // A run that ends drops tasks without an answer.
    const stop = Promise.withResolvers<never>()
    stop.promise.catch(() => {})
    const take: TakeRecords = task => Promise.race([takeRecords(task), stop.promise])
    const fill: Fill = (file, onBytes) => spoolParquet(input.path, columns, file, onBytes, take)
    const end = () => stop.reject(new Error('the spool was closed'))
    return this.#start(new SpooledFile(await this.#path(), fill, end))
  }

  /** Removes a copy that was only looked at; that of a stream is kept. */
  async release(input: Input, spool: SpooledFile): Promise<void> {
    if (input.isStream) return
    await spool.close()
    rmSync(spool.path)
  }

  /** Stops writing: afterwards nothing uses the directory or waits for an input. */
  async close(): Promise<void> {
    await Promise.all(this.#spools.map(spool => spool.close()))
  }

  async #path(): Promise<string> {
    return join(await this.#temporary(), `spool-${this.#spools.length}`)
  }

  #start(spool: SpooledFile): SpooledFile {
    this.#spools.push(spool)
    return spool
  }
}
