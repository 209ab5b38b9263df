/** Stepwise: unpacks in steps, so that what a step gives has been handed on before damage in a later one shows. */
import type { Gunzip, InflateRaw, ZstdDecompress } from 'node:zlib'

export class Stepwise {
  readonly #unpack: Gunzip | InflateRaw | ZstdDecompress
  readonly #out: Buffer[] = []
  #fail: (error: Error) => void = () => {}
  /** Whether the packed data have ended. */
  isEnded = false

  constructor(unpack: Gunzip | InflateRaw | ZstdDecompress) {
    this.#unpack = unpack
    unpack.on('error', error => this.#fail(error))
    unpack.on('end', () => {
      this.isEnded = true
    })
    unpack.on('data', bytes => this.#out.push(bytes))
  }

  /** Packed bytes that have been used. */
  get packed(): number {
    return this.#unpack.bytesWritten
  }

  /** Unpacks the next bytes. @throws Error with a code of zlib */
  async write(bytes: Buffer): Promise<Buffer[]> {
    await new Promise<void>((done, fail) => {
      this.#fail = fail // a write that finds damage is never answered
      this.#unpack.write(bytes, error => (error ? fail(error) : done()))
    })
    await new Promise(setImmediate) // the events of this step
    return this.take()
  }

  /** What is unpacked and not yet handed on, also of a step that found damage. */
  take(): Buffer[] {
    return this.#out.splice(0)
  }

  close(): void {
    this.#unpack.destroy()
  }
}

/** Whether an error says that packed data are damaged or incomplete. */
export function isPackedDamage(cause: unknown): boolean {
  return /^(?:Z_DATA_ERROR|Z_BUF_ERROR|ZSTD_error_)/.test(String((cause as { code?: unknown }).code))
}
