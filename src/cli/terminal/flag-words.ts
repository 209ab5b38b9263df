/**
 * Flag words: replaces the library's option names in messages by the flags of the command line.
 * Errors name options as `maxRecord`, in backquotes; users of the command line know `--max-record`.
 */
import type { Declarations } from '../../ground/options/declare.ts'
import { inputOptions } from '../../ground/options/input-options.ts'
import { kebab } from '../../ground/options/resolve.ts'
import { runningOptions } from '../../ground/options/running-options.ts'
import { speedOptions } from '../../ground/options/speed-options.ts'
import { resultOptions } from '../../methods/options/result-options.ts'

const declared: Declarations = { ...resultOptions, ...inputOptions, ...speedOptions, ...runningOptions }

/**
 * @param own options of the running command beside the declared ones
 * @example inFlags('raise `signatureLength` or `plot`', ['plot']) // => 'raise `--signature-length` or `--plot`'
 */
export function inFlags(words: string, own: readonly string[]): string {
  return words.replace(/`([a-z][A-Za-z]*)`/g, (quoted, name: string) => {
    if (Object.hasOwn(declared, name)) return `\`--${kebab(declared[name].cliName ?? name)}\``
    return own.includes(name) ? `\`--${kebab(name)}\`` : quoted
  })
}
