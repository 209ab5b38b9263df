/**
 * Object upload: finished files become objects.
 *
 * Call order: `upload (complete | abandon)`. The parts of large files are sent first, several at once; no object shows
 * anything of them until its one request to complete, and small files are that request. So an object is always the old
 * version or the whole new one. Several appear one after the other.
 *
 * Source: the limits of multipart uploads in the API of Amazon S3, 10,000 parts of 5 MiB or more.
 */
import { open, readdir, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { objectOutputError } from './object-errors.ts'
import { type ObjectName, objectNamed, objectUrl } from './object-name.ts'
import { type OpenStore, openStore } from './object-store.ts'

const leastPart = 8 * 2 ** 20
const mostParts = 10_000
const partsAtOnce = 4

interface Part {
  readonly ETag: string | undefined
  readonly PartNumber: number
}

interface Upload extends ObjectName {
  readonly file: string
  /** Absent for a file of one part. */
  readonly multipart?: { readonly id: string; readonly parts: readonly Part[] }
}

export class ObjectUploads {
  readonly #store: OpenStore
  readonly #signal: AbortSignal | undefined
  readonly #uploads: Upload[] = []

  private constructor(store: OpenStore, signal: AbortSignal | undefined) {
    this.#store = store
    this.#signal = signal
  }

  /**
   * Sends the parts of files.
   *
   * @param files with the URL of each; those of a directory get their paths below its URL
   * @throws NearsameError OUTPUT_DIRECTORY, OUTPUT_FAILED, PACKAGE_MISSING; then no part is left
   */
  static async upload(
    files: readonly { readonly temporary: string; readonly path: string }[],
    signal?: AbortSignal,
  ): Promise<ObjectUploads> {
    const uploads = new ObjectUploads(await openStore(), signal)
    try {
      for (const { temporary, path } of files) {
        const { bucket, key } = objectNamed(path)
        for (const [file, name] of await filesOf(temporary, key))
          await uploads.#send(file, { bucket, key: name })
      }
    } catch (error) {
      await uploads.abandon()
      throw error
    }
    return uploads
  }

  async #send(file: string, { bucket, key }: ObjectName): Promise<void> {
    const { size } = await stat(file)
    if (size <= leastPart) {
      this.#uploads.push({ file, bucket, key })
      return
    }
    const { s3 } = this.#store
    const made = await this.#request({ bucket, key }, client =>
      client.send(new s3.CreateMultipartUploadCommand({ Bucket: bucket, Key: key })),
    )
    const id = String(made.UploadId)
    const parts: Part[] = []
    this.#uploads.push({ file, bucket, key, multipart: { id, parts } })
    const bytes = Math.max(leastPart, Math.ceil(size / mostParts))
    const count = Math.ceil(size / bytes)
    let next = 0
    const sendParts = async () => {
      for (let part = next++; part < count; part = next++) {
        const body = await partOf(file, part * bytes, Math.min(bytes, size - part * bytes))
        const options = { Bucket: bucket, Key: key, UploadId: id, PartNumber: part + 1, Body: body }
        const { ETag } = await this.#request({ bucket, key }, (client, abortSignal) =>
          client.send(new s3.UploadPartCommand(options), abortSignal && { abortSignal }),
        )
        parts[part] = { ETag, PartNumber: part + 1 }
      }
    }
    await Promise.all(Array.from({ length: Math.min(partsAtOnce, count) }, sendParts))
  }

  /** Makes the objects appear. @throws NearsameError OUTPUT_FAILED */
  async complete(): Promise<void> {
    const { s3 } = this.#store
    for (const { file, bucket, key, multipart } of this.#uploads) {
      const name = { Bucket: bucket, Key: key }
      await this.#request({ bucket, key }, async client =>
        multipart === undefined
          ? client.send(new s3.PutObjectCommand({ ...name, ...(await wholeOf(file)) }))
          : client.send(
              new s3.CompleteMultipartUploadCommand({
                ...name,
                UploadId: multipart.id,
                MultipartUpload: { Parts: [...multipart.parts] },
              }),
            ),
      )
    }
  }

  /** Removes the parts sent so far; a store that cannot be reached keeps them until its own rules remove them. */
  async abandon(): Promise<void> {
    const { s3, client } = this.#store
    for (const { bucket, key, multipart } of this.#uploads) {
      if (multipart === undefined) continue
      const name = { Bucket: bucket, Key: key, UploadId: multipart.id }
      await client.send(new s3.AbortMultipartUploadCommand(name)).catch(() => {}) // the first error says why
    }
  }

  async #request<T>(
    name: ObjectName,
    send: (client: OpenStore['client'], signal: AbortSignal | undefined) => Promise<T>,
  ): Promise<T> {
    this.#signal?.throwIfAborted()
    return send(this.#store.client, this.#signal).catch(cause => {
      this.#signal?.throwIfAborted()
      throw objectOutputError(cause, objectUrl(name))
    })
  }
}

/** A file with its key, or the files of a directory. */
async function filesOf(path: string, key: string): Promise<(readonly [file: string, key: string])[]> {
  if (!(await stat(path)).isDirectory()) return [[path, key]]
  const below = key === '' || key.endsWith('/') ? key : `${key}/`
  const entries = await readdir(path, { recursive: true, withFileTypes: true })
  return entries
    .filter(entry => entry.isFile())
    .map(({ parentPath, name }) => join(parentPath, name))
    .sort()
    .map(file => [file, below + file.slice(path.length + 1).replaceAll('\\', '/')])
}

/** A small file as the body of a request. */
async function wholeOf(
  path: string,
): Promise<{ readonly Body: Uint8Array; readonly ContentLength: number }> {
  const Body = await partOf(path, 0)
  return { Body, ContentLength: Body.length }
}

/** Bytes of a file. @param length default: to its end */
async function partOf(path: string, from: number, length?: number): Promise<Uint8Array> {
  const file = await open(path)
  try {
    const bytes = new Uint8Array(length ?? (await file.stat()).size)
    for (let at = 0; at < bytes.length; ) {
      const { bytesRead } = await file.read(bytes, at, bytes.length - at, from + at)
      if (bytesRead === 0) throw new Error(`${path} became shorter`)
      at += bytesRead
    }
    return bytes
  } finally {
    await file.close()
  }
}
