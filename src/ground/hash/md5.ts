/**
 * MD5: from bytes to 16 bytes. Not secure against constructed collisions; here it is the hash with which Solr and
 * Nutch identify a text.
 *
 * Source: RFC 1321, computed by `@noble/hashes`.
 */
import { md5 as ofAll } from '@noble/hashes/legacy.js'
import { checkBytes } from '../options/arguments.ts'
import { hexOf } from './hex.ts'

/** The hash of bytes that come in portions of any size. */
export class Md5 {
  readonly #hash = ofAll.create()

  /** Adds bytes, without keeping a reference to them. @throws NearsameError OPTION_VALUE */
  update(bytes: Uint8Array): this {
    checkBytes('bytes', bytes)
    this.#hash.update(bytes)
    return this
  }

  /** The hash of all bytes so far, shape [16]. Nothing can be added afterwards. */
  digest(): Uint8Array {
    return this.#hash.digest()
  }
}

/**
 * The MD5 hash of bytes, shape [16].
 *
 * @throws NearsameError OPTION_VALUE
 * @example hexOf(md5(new Uint8Array(0))) // => 'd41d8cd98f00b204e9800998ecf8427e'
 */
export function md5(bytes: Uint8Array): Uint8Array {
  checkBytes('bytes', bytes)
  return ofAll(bytes)
}

/** The MD5 hash as 32 lower-case hexadecimal digits. @throws NearsameError OPTION_VALUE */
export function md5Hex(bytes: Uint8Array): string {
  return hexOf(md5(bytes))
}
