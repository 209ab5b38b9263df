/** Rows of solr-textprofile, solr-md5 and solr-lookup3: from texts to a signature, or to Solr's error. */
import { lookup3ycs, lookup3ycs64 } from '../../../src/ground/hash/lookup3.ts'
import { isJavaException } from '../../../src/methods/java/java-exception.ts'
import {
  type SolrParams,
  type SolrSignatureName,
  solrSignatures,
} from '../../../src/methods/solr-nutch/solr-signatures.ts'
import type { Comparators, Comparison } from '../formats.ts'

interface SignatureRow {
  readonly class: SolrSignatureName
  readonly params: SolrParams
  readonly adds: readonly string[]
  readonly signature?: string
  readonly error?: { readonly code: number; readonly message: string }
}

/** A plain hash with a 64-bit seed, of which the short hash uses the lower 32 bits. */
interface HashRow {
  readonly input: string
  readonly initval: string
  readonly hash64: string
  readonly lookup3ycs32: string
}

function sign(row: SignatureRow): unknown {
  try {
    const signature = solrSignatures[row.class](row.params)
    for (const text of row.adds) signature.add(text)
    return signature.signature()
  } catch (error) {
    if (!isJavaException(error)) throw error
    return { code: error.code, message: error.message }
  }
}

function compareSignature(row: SignatureRow): Comparison {
  return { expected: row.error ?? row.signature, got: sign(row) }
}

function compareLookup3(row: SignatureRow | HashRow): Comparison {
  if (!('hash64' in row)) return compareSignature(row)
  const seed = BigInt(`0x${row.initval}`)
  const hash64 = lookup3ycs64(row.input, seed).toString(16).padStart(16, '0')
  const short = lookup3ycs(row.input, Number(BigInt.asIntN(32, seed)))
    .toString(16)
    .padStart(8, '0')
  return { expected: [row.hash64, row.lookup3ycs32], got: [hash64, short] }
}

export const rows: Comparators = {
  'solr-textprofile': compareSignature,
  'solr-md5': compareSignature,
  'solr-lookup3': compareLookup3,
}
