/**
 * Flag words: replaces the library's option names in messages by the flags of the command line.
 * Errors name options in backquotes, as `maxRecord`, or with a value, as `method records`; users of the command line
 * know `--max-record` and `--method records`.
 */
import { type ErrorJson, errorJson, NearsameError } from '../../ground/errors/nearsame-error.ts'
import type { ErrorCode } from '../../ground/errors/registry.ts'
import type { Declarations } from '../../ground/options/declare.ts'
import { againstOptions, inputOptions } from '../../ground/options/input-options.ts'
import { kebab } from '../../ground/options/resolve.ts'
import { runningOptions } from '../../ground/options/running-options.ts'
import { speedOptions } from '../../ground/options/speed-options.ts'
import { cutOptions, passageOptions } from '../../methods/options/passage-options.ts'
import { resultOptions } from '../../methods/options/result-options.ts'

const declared: Declarations = {
  ...resultOptions,
  ...inputOptions,
  ...againstOptions,
  ...speedOptions,
  ...runningOptions,
  ...passageOptions,
  ...cutOptions,
}

/** Options beside the declared ones whose flag has another name, because it is repeated for each value. */
const repeated: ReadonlyMap<string, string> = new Map([['properties', 'property']])

/**
 * @param own options of the running command beside the declared ones
 * @example inFlags('raise `signatureLength` or `plot`', ['plot']) // => 'raise `--signature-length` or `--plot`'
 */
export function inFlags(words: string, own: readonly string[]): string {
  return words.replace(/`([a-z][A-Za-z]*)( \w+)?`/g, (quoted, name: string, value = '') => {
    if (Object.hasOwn(declared, name)) return `\`--${kebab(declared[name].cliName ?? name)}${value}\``
    const flag = repeated.get(name) ?? name
    return own.includes(flag) ? `\`--${kebab(flag)}${value}\`` : quoted
  })
}

/** The same error in flags; what it got may be data of the user, which stays as it is. */
export function errorInFlags({ code, parts }: NearsameError, own: readonly string[] = []): NearsameError {
  return new NearsameError(code, {
    ...parts,
    expected: inFlags(parts.expected, own),
    fix: inFlags(parts.fix, own),
  })
}

/** The same of an error that came as data. */
export function jsonInFlags({ code, ...parts }: ErrorJson, own: readonly string[]): ErrorJson {
  return errorJson(errorInFlags(new NearsameError(code as ErrorCode, parts), own))
}
