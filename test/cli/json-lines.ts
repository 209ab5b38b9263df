/** JSON lines; a string is used as it is, for values that JSON.stringify cannot write. */
export function jsonLines(...records: readonly unknown[]): string {
  return records.map(record => `${typeof record === 'string' ? record : JSON.stringify(record)}\n`).join('')
}
