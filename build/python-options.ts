/**
 * Options for Python: writes the options of the commands as keyword arguments, with types and texts.
 *
 *     --signature-length <whole>   becomes   signature_length: int
 *     --column <name=kind>                   columns: Mapping[str, str]
 *
 *     node build/python-options.ts [--check]
 *
 * They are read from the commands themselves, so Python cannot lack one. `json` and `help` are for terminals, and what
 * stands before an option in a call (inputs, `--ids`) is a parameter of the function.
 */
import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Command, Option as Flag } from 'commander'
import { version } from '../src/ground/version.ts'
import { silentProgram } from './silent-program.ts'

const target = join(import.meta.dirname, '../python/src/nearsame/_options.py')

/** Those that are functions of Python. */
const names = ['dedupe', 'pairs', 'match', 'passages', 'explain', 'evaluate', 'sign', 'tune', 'odds']

const left = ['json', 'ids', 'against']

/** Files of pairs and records that are read: a program may have them as a table. */
const tables = ['decisions', 'accept', 'reject', 'labelled', 'cross']

/** Repeatable flags are named for one of their values. */
const plurals: Readonly<Record<string, string>> = { column: 'columns', param: 'params' }

/** Kind of an option, and type of its values, by the placeholder of its value. */
const kinds: Readonly<Record<string, readonly [kind: string, type: string]>> = {
  '': ['flag', 'bool'],
  'on|off': ['switch', 'bool'],
  number: ['value', 'float'],
  whole: ['value', 'int'],
  size: ['value', 'int | str'],
  'number|exact': ['value', 'float | Literal["exact"]'],
  'whole,…': ['list', 'int | Sequence[int]'],
  'number,…': ['list', 'float | Sequence[float]'],
  fields: ['list', 'Hashable | Sequence[Hashable]'],
  field: ['value', 'Hashable'],
  rules: ['list', 'str | Sequence[str]'],
  text: ['repeated', 'str | Sequence[str]'],
  file: ['path', 'Path'],
  dir: ['path', 'Path'],
  'name=kind': ['mapping', 'Mapping[str, str] | Literal["all", "common"]'],
  'name=value': ['mapping', 'Mapping[str, object]'],
  'b_name=name': ['mapping', 'Mapping[str, str]'],
  'value=field,...': ['fields', 'str | Mapping[str, str]'],
}

interface PythonOption {
  readonly name: string
  readonly flag: string
  readonly kind: string
  readonly type: string
  readonly doc: string
}

function nameOf(flag: string): string {
  return plurals[flag] ?? flag.replaceAll('-', '_')
}

function optionOf(flag: Flag): PythonOption {
  const { long, flags } = flag
  const flagName = (long ?? '').slice(2)
  const name = nameOf(flagName)
  const description = flag.description.replace(
    /--([a-z][a-z-]*)/g,
    (_, other: string) => `\`${nameOf(other)}\``,
  )
  const placeholder = /<(.*)>/.exec(flags)?.[1] ?? ''
  const named = { name, flag: `--${flagName}`, doc: description }
  if (tables.includes(name)) return { ...named, kind: 'table', type: 'Table' }
  const known = kinds[placeholder]
  if (known !== undefined) return { ...named, kind: known[0], type: known[1] }
  const declared = (flag as Flag & { values?: readonly string[] }).values ?? []
  const values = declared.length > 0 || !placeholder.includes('|') ? declared : placeholder.split('|')
  const type =
    values.length === 0 ? 'str' : `Literal[${values.map(value => JSON.stringify(value)).join(', ')}]`
  return { ...named, kind: 'value', type }
}

function optionsOf(command: Command): readonly PythonOption[] {
  const found = command.options.map(optionOf).filter(({ name }) => !left.includes(name))
  // `--columns` of Parquet files is given as text where `--column` takes a mapping.
  return found.filter(
    ({ name, kind }) =>
      kind === 'mapping' || !found.some(each => each.name === name && each.kind === 'mapping'),
  )
}

function moduleOf(all: readonly Command[]): string {
  const classes = all.map(command => {
    const options = optionsOf(command)
    const fields = options.map(({ name, type }) => `    ${name}: ${type} | None`)
    const name = command.name()
    const title = `${name[0].toUpperCase()}${name.slice(1)}Options`
    return `class ${title}(TypedDict, total=False):\n    """Options of \`${name}\`."""\n\n${fields.join('\n')}\n`
  })
  const tables = all.map(command => {
    const rows = optionsOf(command).map(
      ({ name, flag, kind, doc }) =>
        `        "${name}": Option("${flag}", "${kind}", ${JSON.stringify(doc)}),`,
    )
    return `    "${command.name()}": {\n${rows.join('\n')}\n    },`
  })
  return `"""Options of the commands, as build/python-options.ts writes them. Not to be edited."""

from __future__ import annotations

import os
from collections.abc import Hashable, Mapping, Sequence
from typing import Any, Final, Literal, NamedTuple, TypedDict, Union

__version__ = "${version}"

Path = Union[str, "os.PathLike[str]"]
Table = Any


class Option(NamedTuple):
    """An option: its flag, what its values are, and its text."""

    flag: str
    kind: str
    doc: str


${classes.join('\n\n')}

OPTIONS: Final[Mapping[str, Mapping[str, Option]]] = {
${tables.join('\n')}
}
`
}

const { commands } = await silentProgram()
const made = moduleOf(names.map(name => commands.find(command => command.name() === name) as Command))
if (!process.argv.includes('--check')) writeFileSync(target, made)
else if (readFileSync(target, 'utf8') !== made)
  throw new Error(`${target} is not what the options give: run \`node build/python-options.ts\``)
