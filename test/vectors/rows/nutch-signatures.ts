/**
 * Rows of nutch-md5 and nutch-textprofile: from a page and a configuration to a signature, or to Java's exception.
 */
import { isJavaException } from '../../../src/methods/java/java-exception.ts'
import { type NutchConf, nutchSignature } from '../../../src/methods/solr-nutch/nutch-conf.ts'
import type { NutchPage } from '../../../src/methods/solr-nutch/nutch-signatures.ts'
import type { Comparators, Comparison } from '../formats.ts'

interface PageRow {
  readonly class: string
  readonly conf: NutchConf
  readonly url: string | null
  /** Bytes in hexadecimal digits. */
  readonly content: string | null
  /** Null for a page that was not parsed. */
  readonly text: string | null
  readonly signature?: string
  readonly error?: { readonly class: string; readonly message: string }
}

function pageOf({ url, content, text }: PageRow): NutchPage {
  const bytes = content === null ? null : Uint8Array.from(Buffer.from(content, 'hex'))
  return { url, content: bytes, ...(text === null ? {} : { text }) }
}

function sign(row: PageRow): unknown {
  try {
    const conf = { ...row.conf, 'db.signature.class': `org.apache.nutch.crawl.${row.class}` }
    return nutchSignature(pageOf(row), conf)
  } catch (error) {
    if (!isJavaException(error)) throw error
    return { class: error.className, message: error.message }
  }
}

function comparePage(row: PageRow): Comparison {
  return { expected: row.error ?? row.signature, got: sign(row) }
}

export const rows: Comparators = { 'nutch-md5': comparePage, 'nutch-textprofile': comparePage }
