/** All problems that a check of a store reports, as texts. */
export async function problemsOf(store: {
  problems(): AsyncIterable<{ readonly where: string; readonly problem: string }>
}): Promise<string[]> {
  const found: string[] = []
  for await (const { where, problem } of store.problems()) found.push(`${where}: ${problem}`)
  return found
}
