/** Given options that decide nothing. A hint names them, as the caller may believe otherwise. */
import { sharedOptions } from '../contract/method.ts'
import { methodNamed } from '../methods.ts'
import { type ResultOptions, resolveResultOptions } from './result-options.ts'

/**
 * Names the options that are not read and differ from their defaults; undefined if there are none.
 *
 * @example unreadHint(resolveResultOptions({ method: 'solr-md5', seed: 3 })) // => 'ignored by solr-md5: `seed`'
 */
export function unreadHint(result: ResultOptions): string | undefined {
  const { method } = resolveResultOptions()
  // Parameters have the defaults of their method.
  const defaults: ResultOptions = { ...resolveResultOptions({ method: result.method }), method }
  const names = unread(result).filter(
    name => JSON.stringify(result[name]) !== JSON.stringify(defaults[name]),
  )
  if (names.length === 0) return undefined
  const why = result.near ? `by ${result.method}` : 'with `near` off'
  return `ignored ${why}: ${names.map(name => `\`${name}\``).join(', ')}`
}

function unread(result: ResultOptions): (keyof ResultOptions)[] {
  if (!result.near) return ['method', 'params', ...sharedOptions, 'cluster']
  const { decides, options } = methodNamed(result.method)
  const read = new Set(options)
  // Pairs with equal signatures are measured, too, and counted by the threshold.
  if (decides.kind === 'signature') read.add('threshold')
  return sharedOptions.filter(name => !read.has(name))
}
