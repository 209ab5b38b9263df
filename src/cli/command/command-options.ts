/**
 * Command options: turns option declarations into the flags of a command, and parsed flags back into
 * values by library name, as text.
 */

import { type Command, Option as Flag } from 'commander'
import { ownValue } from '../../ground/json/field.ts'
import type { Declarations, Option } from '../../ground/options/declare.ts'
import { kebab } from '../../ground/options/resolve.ts'

/** Output of the argument parser: values by camel-case flag name. */
export type FlagValues = Readonly<Record<string, unknown>>

/** Adds one flag per declaration, under a heading of the help; `except` leaves some out. */
export function addOptions(
  command: Command,
  heading: string,
  declarations: Declarations,
  except: readonly string[] = [],
): Command {
  for (const [name, option] of Object.entries(declarations)) {
    if (!except.includes(name)) command.addOption(flagOf(name, option).helpGroup(`${heading}:`))
  }
  return command
}

/** A flag that knows its values, for completion; the declaration checks them. */
export class DeclaredFlag extends Flag {
  readonly values: readonly string[]

  constructor(flags: string, description: string, values: readonly string[] = []) {
    super(flags, description)
    this.values = values
  }
}

function flagOf(name: string, option: Option<unknown, unknown>): Flag {
  const value = option.placeholder === '' ? '' : ` <${option.placeholder}>`
  const short = option.short === undefined ? '' : `-${option.short}, `
  const fallback = option.defaultText === '' ? '' : ` (default: ${option.defaultText})`
  const flag = new DeclaredFlag(
    `${short}--${kebab(option.cliName ?? name)}${value}`,
    `${option.doc}${domainOf(option)}${fallback}`,
    option.values,
  )
  if (option.isList) flag.argParser(collect)
  return flag
}

/** Allowed values, unless the placeholder is enough, as for numbers, paths and short choices. */
function domainOf({ placeholder, domain, isList }: Option<unknown, unknown>): string {
  const isHidden = placeholder === 'name' || (isList && !domain.includes(placeholder))
  return isHidden ? `; ${domain}` : ''
}

/** Reads a flag that may be repeated. */
export function collect(value: string, before: readonly string[] | undefined): readonly string[] {
  return [...(before ?? []), value]
}

/** The values given for the declared options, by their library names. */
export function givenFor(declarations: Declarations, values: FlagValues): Record<string, unknown> {
  const given: Record<string, unknown> = Object.create(null)
  for (const [name, option] of Object.entries(declarations)) {
    const value = ownValue(values, option.cliName ?? name)
    if (value !== undefined) given[name] = value
  }
  return given
}
