/** JSON lines; a string is used as it is, for values that JSON.stringify cannot write. */
export function jsonLines(...records: readonly unknown[]): string {
  return records.map(record => `${typeof record === 'string' ? record : JSON.stringify(record)}\n`).join('')
}

/** The values of JSON lines. */
// biome-ignore lint/suspicious/noExplicitAny: tests look at fields of the output
export function parsedLines(text: string): any[] {
  return text
    .split('\n')
    .filter(line => line !== '')
    .map(line => JSON.parse(line))
}
