/**
 * Option docs: writes the text that an editor shows for an option into the declarations from the compiler.
 *
 *     export type GivenX = Given<typeof x>      becomes      export interface GivenX {
 *                                                               /** Doc. Domain. Default: text. *\/
 *                                                               readonly name?: Given<typeof x>['name']
 *
 * The type of such options is mapped from values, and an editor shows no comment for a mapped property. The values have
 * the text, so it is generated from them and is in the sources once.
 */
import { globSync, readFileSync, writeFileSync } from 'node:fs'
import { join, relative } from 'node:path'
import { pathToFileURL } from 'node:url'
import type { Declarations, Option } from '../src/ground/options/declare.ts'

const root = join(import.meta.dirname, '..')

/** Types of options, in a source and in its declarations. */
export const optionTypes = /^(?:export |declare )?type (\w+) = Given<typeof (\w+)>;?$/gm

/** The same as the type of a field; the values are imported. */
const fieldTypes = /(?<=\?: )Given<typeof (\w+)>(?!\[)/g

/** Rewrites the declarations of `src/` in `folder`. */
export async function writeOptionDocs(folder: string): Promise<void> {
  for (const file of globSync('**/*.d.ts', { cwd: folder })) {
    const path = join(folder, file)
    const text = readFileSync(path, 'utf8')
    const source = join(root, 'src', relative(folder, path).replace(/\.d\.ts$/, '.ts'))
    const names = [...text.matchAll(optionTypes), ...text.matchAll(fieldTypes)].map(
      found => found.at(-1) as string,
    )
    const values: Record<string, Declarations> = {}
    for (const name of names) values[name] = (await import(moduleOf(name, text, source)))[name]
    if (names.length === 0) continue
    const named = text.replace(
      optionTypes,
      (_, name, value) => `export interface ${name} ${fieldsOf(value, values[value])}`,
    )
    writeFileSync(
      path,
      named.replace(fieldTypes, (_, value) => fieldsOf(value, values[value])),
    )
  }
}

/** The address of the module with a value: the source itself, or the one from which it imports the value. */
function moduleOf(value: string, text: string, source: string): string {
  const imported = new RegExp(
    `import \\{[^}]*\\b${value}\\b[^}]*\\} from ['"](\\.[^'"]+?)(?:\\.[jt]s)?['"]`,
  ).exec(text)
  const here = pathToFileURL(source)
  return imported === null ? here.href : new URL(`${imported[1]}.ts`, here).href
}

function fieldsOf(value: string, declarations: Declarations): string {
  const fields = Object.entries(declarations).map(
    ([key, option]) =>
      `    /** ${commentOf(option)} */\n    readonly ${key}?: Given<typeof ${value}>['${key}'];`,
  )
  return ['{', ...fields, '}'].join('\n')
}

/** For example "Minimum similarity of a match. A number in (0, 1]. Default: 0.8." */
export function commentOf({
  doc,
  domain,
  defaultText,
  fallback,
  file = 'reads',
}: Option<unknown, unknown>): string {
  const value = fallback()
  const nothing = file === 'reads' ? 'none' : 'not written'
  const text = defaultText.trim() === '' && defaultText !== '' ? `"${defaultText}"` : defaultText || nothing
  const shown = typeof value === 'boolean' ? String(value) : text
  return `${sentence(doc)} ${sentence(domain)} ${sentence(`default: ${shown}`)}`.replaceAll('*/', '*\\/')
}

function sentence(text: string): string {
  return `${text[0].toUpperCase()}${text.slice(1)}.`
}
