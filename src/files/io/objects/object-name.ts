/** Names of objects in an S3 store: `s3://BUCKET/KEY`. */
import { NearsameError } from '../../../ground/errors/nearsame-error.ts'

export interface ObjectName {
  readonly bucket: string
  /** '' for the bucket itself. */
  readonly key: string
}

/** A version of an object. */
export interface StoredObject extends ObjectName {
  readonly etag: string
  readonly sizeBytes: number
  /** Time of the last write, in milliseconds since 1970. */
  readonly modified: number
}

const scheme = 's3://'

export function isObjectUrl(path: string): boolean {
  return path.startsWith(scheme)
}

/** @throws NearsameError OPTION_VALUE for a URL without a bucket */
export function objectNamed(url: string): ObjectName {
  const [, bucket, key = ''] = /^s3:\/\/([^/]+)(?:\/(.*))?$/s.exec(url) ?? []
  if (bucket !== undefined) return { bucket, key }
  throw new NearsameError('OPTION_VALUE', {
    expected: 'the URL of an object, s3://BUCKET/KEY',
    got: JSON.stringify(url),
    fix: 'name a bucket and a key',
  })
}

export function objectUrl({ bucket, key }: ObjectName): string {
  return `${scheme}${bucket}/${key}`
}
