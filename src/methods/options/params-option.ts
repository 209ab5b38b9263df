/** Method parameters: `name=value` texts on the command line, an object of texts, numbers and booleans elsewhere. */
import { list, type Refusal } from '../../ground/options/declare.ts'
import { isOptions } from '../../ground/options/own-names.ts'
import { noObject } from '../../ground/options/resolve.ts'
import type { Params } from '../contract/method.ts'

export const paramsOption = list<Params, Params>({
  placeholder: 'name=value',
  cliName: 'param',
  domain: 'parameters as `name=value`, each name once',
  default: Object.freeze({}),
  defaultText: '',
  doc: 'parameters of the method',
  parse: parseParams,
})

/**
 * Parameters from an object, or on the command line, `fromText`, from an array of `name=value` texts; a refusal or
 * undefined for anything else.
 */
function parseParams(given: unknown, fromText: boolean): Params | Refusal | undefined {
  if (fromText) return Array.isArray(given) ? paramsOf(given.map(entryOf)) : undefined
  return isOptions(given) ? paramsOf(Object.entries(given)) : noObject(given, 'params')
}

function paramsOf(entries: readonly (readonly [string, unknown] | undefined)[]): Params | undefined {
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
