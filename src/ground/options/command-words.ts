/** Command words: options as the words of a command line, and words as a shell takes them. */
import type { Option } from './declare.ts'
import { kebab } from './resolve.ts'

/**
 * The words of one option, from a value that it accepts.
 *
 * @param name in the library
 * @example wordsOfOption('html', flag({ doc: 'strip tags' }), true) // => ['--html']
 */
export function wordsOfOption(name: string, option: Option<unknown, unknown>, value: unknown): string[] {
  const flag = `--${kebab(option.cliName ?? name)}`
  if (value === undefined || (option.placeholder === '' && value !== true)) return []
  if (option.placeholder === '') return [flag]
  if (typeof value === 'boolean') return [flag, value ? 'on' : 'off']
  if (Array.isArray(value)) return value.flatMap(each => [flag, String(each)])
  if (typeof value === 'object' && value !== null)
    return Object.entries(value).flatMap(([part, one]) => [flag, `${part}=${String(one)}`])
  return [flag, String(value)]
}

/** A word of the shell. @example shellWord("it's") // => `'it'\\''s'` */
export function shellWord(word: string): string {
  return /^[\w./:=,@%+-]+$/.test(word) ? word : `'${word.replaceAll("'", `'\\''`)}'`
}
