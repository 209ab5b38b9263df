/**
 * Object store: the requests to S3 that reading needs, through the AWS SDK, which finds credentials,
 * region and endpoint as its other programs do (AWS_PROFILE, AWS_REGION, AWS_ENDPOINT_URL_S3, roles of machines).
 *
 * An object may be replaced while it is read, so every read names the version that was listed (`If-Match`).
 */
import type { S3Client } from '@aws-sdk/client-s3'
import { loadPackage } from '../../../ground/errors/optional-package.ts'
import { objectInputError } from './object-errors.ts'
import { type ObjectName, objectUrl, type StoredObject } from './object-name.ts'

type S3 = typeof import('@aws-sdk/client-s3')

export interface OpenStore {
  readonly s3: S3
  readonly client: S3Client
}

/** A read that breaks in the middle is tried again: the client itself only repeats requests without an answer. */
const attempts = 3

let opened: Promise<OpenStore> | undefined

/** The client of this process. @throws NearsameError PACKAGE_MISSING */
export function openStore(): Promise<OpenStore> {
  opened ??= loadPackage<S3>(
    '@aws-sdk/client-s3',
    () => import('@aws-sdk/client-s3'),
    'copy the objects to files first',
  ).then(s3 => ({ s3, client: new s3.S3Client({ forcePathStyle: true, followRegionRedirects: true }) }))
  return opened
}

/**
 * Objects whose keys begin with the key of `from`, sorted by key.
 *
 * @param most enough to find
 * @throws NearsameError INPUT_MISSING, INPUT_UNREADABLE, PACKAGE_MISSING
 */
export async function listObjects(
  from: ObjectName,
  most = Number.POSITIVE_INFINITY,
): Promise<StoredObject[]> {
  const { s3, client } = await openStore()
  const found: StoredObject[] = []
  const { bucket: Bucket, key: Prefix } = from
  let ContinuationToken: string | undefined
  do {
    const MaxKeys = Math.min(1000, most - found.length)
    const command = new s3.ListObjectsV2Command({ Bucket, Prefix, MaxKeys, ContinuationToken })
    const page = await client.send(command).catch(cause => {
      throw objectInputError(cause, objectUrl(from))
    })
    for (const { Key: key = '', ETag: etag = '', Size: sizeBytes = 0, LastModified } of page.Contents ?? [])
      found.push({ bucket: Bucket, key, etag, sizeBytes, modified: LastModified?.getTime() ?? 0 })
    ContinuationToken = page.NextContinuationToken
  } while (ContinuationToken !== undefined && found.length < most)
  return found
}

/** Versions that inputs were found with: Parquet is opened several times by its URL, and must stay the same. */
const versions = new Map<string, StoredObject>()

export function rememberVersion(object: StoredObject): void {
  versions.set(objectUrl(object), object)
}

/** The version that an input was found with. @throws NearsameError INPUT_MISSING for an object that is no input */
export function rememberedVersion(url: string): StoredObject {
  const object = versions.get(url)
  if (object === undefined) throw objectInputError({ name: 'NotFound' }, url)
  return object
}

/**
 * Bytes [from, to) of an object.
 *
 * @throws NearsameError INPUT_CHANGED if it has been replaced, INPUT_MISSING, INPUT_UNREADABLE
 */
export async function objectBytes(
  object: StoredObject,
  from: number,
  to: number,
  signal?: AbortSignal,
): Promise<Uint8Array> {
  if (from === to) return new Uint8Array(0)
  const { s3, client } = await openStore()
  const { bucket: Bucket, key: Key, etag: IfMatch } = object
  for (let attempt = 1; ; attempt++) {
    try {
      const command = new s3.GetObjectCommand({ Bucket, Key, IfMatch, Range: `bytes=${from}-${to - 1}` })
      const { Body } = await client.send(command, signal && { abortSignal: signal })
      const bytes = (await Body?.transformToByteArray()) ?? new Uint8Array(0)
      if (bytes.length === to - from) return bytes
      throw new Error(`${bytes.length} bytes instead of ${to - from}`)
    } catch (cause) {
      const isAnswer = cause instanceof s3.S3ServiceException
      if (isAnswer || attempt === attempts || signal?.aborted)
        throw objectInputError(cause, objectUrl(object))
    }
  }
}
