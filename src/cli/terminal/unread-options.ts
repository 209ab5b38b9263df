/** Given options that decide nothing in this run: named once, as the user may believe otherwise. */

import { sharedOptions } from '../../methods/contract/method.ts'
import { methodNamed } from '../../methods/methods.ts'
import { decisionOf } from '../../methods/options/chosen-method.ts'
import { type ResultOptions, resolveResultOptions } from '../../methods/options/result-options.ts'
import { inFlags } from './flag-words.ts'

/** One line with a line feed, or nothing. @example unreadLine(resolveResultOptions()) // => '' */
export function unreadLine(result: ResultOptions): string {
  const { method } = resolveResultOptions()
  // Parameters have the defaults of their method.
  const defaults: ResultOptions = { ...resolveResultOptions({ method: result.method }), method }
  const names = unread(result).filter(
    name => JSON.stringify(result[name]) !== JSON.stringify(defaults[name]),
  )
  if (names.length === 0) return ''
  const why = result.near ? `by ${result.method}` : 'with `near` off'
  return inFlags(`  ignored ${why}: ${names.map(name => `\`${name}\``).join(', ')}\n`, []).replaceAll(
    '`',
    '',
  )
}

function unread(result: ResultOptions): (keyof ResultOptions)[] {
  const decision = decisionOf(result)
  if (decision === 'exact') return ['method', 'params', ...sharedOptions, 'cluster']
  const read = new Set(methodNamed(result.method).options)
  // Pairs with equal signatures are measured, too, and counted by the threshold.
  if (decision === 'signature') read.add('threshold')
  return sharedOptions.filter(name => !read.has(name))
}
