/** JSON lines; a text stands for itself, for what JSON.stringify cannot say. */
export function jsonLines(...records: readonly unknown[]): string {
  return records.map(record => `${typeof record === 'string' ? record : JSON.stringify(record)}\n`).join('')
}
