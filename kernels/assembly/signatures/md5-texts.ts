// MD5 of whole texts. Definition: src/texts/kernels/reference/signatures/text-signatures.ts.
import { encodeJava, needsEncoding } from './java-encodings'
import { MD5_SCRATCH, md5Jobs } from './md5'

const MOST_JOBS: u32 = 256
const JOB: usize = 12
// Encoded texts are collected until they reach this many bytes.
const WAITING: usize = 65536

export function md5Signatures(texts: usize, count: u32, encoding: u32, scratch: usize, out: usize): void {
  const jobs = scratch + MD5_SCRATCH
  const encoded = jobs + <usize>MOST_JOBS * JOB
  let free = encoded
  let jobCount: u32 = 0
  for (let range = texts, row = out, last = texts + ((<usize>count) << 3); range < last; range += 8, row += 16) {
    let from = <usize>load<u32>(range)
    let to = <usize>load<u32>(range, 4)
    if (needsEncoding(from, to, encoding)) {
      const end = encodeJava(from, to, encoding, free)
      from = free
      to = end
      free = end
    }
    const job = jobs + <usize>jobCount * JOB
    store<u32>(job, <u32>from)
    store<u32>(job, <u32>to, 4)
    store<u32>(job, <u32>row, 8)
    jobCount++
    if (jobCount < MOST_JOBS && free < encoded + WAITING) continue
    md5Jobs(jobs, jobCount, scratch)
    jobCount = 0
    free = encoded
  }
  md5Jobs(jobs, jobCount, scratch)
}
