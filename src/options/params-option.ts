/** Method parameters: `name=value` texts on the command line, an object of texts, numbers and truths elsewhere. */

/** Parameters by name, in the order given; a method reads its own. */
export type Params = Readonly<Record<string, string | number | boolean>>

export const paramsDomain = 'parameters as `name=value`, each name once'

/** Parameters from an array of `name=value` texts or from an object; undefined when they are neither. */
export function parseParams(given: unknown): Params | undefined {
  if (typeof given !== 'object' || given === null) return undefined
  const entries = Array.isArray(given) ? given.map(entryOf) : Object.entries(given)
  const params = new Map<string, string | number | boolean>()
  for (const entry of entries) {
    if (entry === undefined || params.has(entry[0])) return undefined
    const [name, value] = entry
    if (typeof value !== 'string' && typeof value !== 'number' && typeof value !== 'boolean')
      return undefined
    params.set(name, value)
  }
  return Object.freeze(Object.fromEntries(params))
}

function entryOf(text: unknown): [string, string] | undefined {
  const parts = typeof text === 'string' ? /^([A-Za-z][\w.-]*)=(.*)$/s.exec(text) : null
  return parts ? [parts[1], parts[2]] : undefined
}
