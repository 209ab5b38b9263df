/** Candidates of several texts at once, by the postings of each. */
import type { StoreReader } from '../../store/store.ts'

/** For each list of postings its candidates. Equal lists are looked up once: equal texts often come together. */
export async function candidatesOf(
  reader: StoreReader,
  asked: readonly Uint32Array[],
): Promise<readonly Uint32Array[]> {
  if (asked.length === 1) return reader.candidates(asked)
  const keys = asked.map(postings => postings.join())
  const distinct = new Map(keys.map((key, i) => [key, asked[i]]))
  if (distinct.size === asked.length) return reader.candidates(asked)
  const found = await reader.candidates([...distinct.values()])
  const byKey = new Map([...distinct.keys()].map((key, i) => [key, found[i]]))
  return keys.map(key => byKey.get(key) as Uint32Array)
}
