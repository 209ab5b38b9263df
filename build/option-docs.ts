/**
 * Option docs: what an editor shows of an option, written into the declarations that the compiler made.
 *
 *     export type GivenX = Given<typeof x>      becomes      export interface GivenX {
 *                                                               /** Doc. Domain. Default: text. *\/
 *                                                               readonly name?: Given<typeof x>['name']
 *
 * The type of such options is mapped from values, and an editor shows no comment for a mapped property. The values
 * know the text, so it is written from them and stands in the sources once.
 */
import { globSync, readFileSync, writeFileSync } from 'node:fs'
import { join, relative } from 'node:path'
import { pathToFileURL } from 'node:url'
import type { Declarations, Option } from '../src/ground/options/declare.ts'

const root = join(import.meta.dirname, '..')

/** Types of options, in a source and in the declarations of one. */
export const optionTypes = /^export type (\w+) = Given<typeof (\w+)>;?$/gm

/** The same as the type of a field; the values are imported. */
const fieldTypes = /(?<=\?: )Given<typeof (\w+)>(?!\[)/g

/** Rewrites the declarations below `folder`, which has those of `src/`. */
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

/** The address of the module that has a value: the source itself, or the one that it imports the value from. */
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

/** Such as "Minimum similarity of a match. A number in (0, 1]. Default: 0.8." */
export function commentOf({ doc, domain, defaultText, fallback }: Option<unknown, unknown>): string {
  const value = fallback()
  const text = defaultText.trim() === '' && defaultText !== '' ? `"${defaultText}"` : defaultText || 'none'
  const shown = typeof value === 'boolean' ? String(value) : text
  return `${sentence(doc)} ${sentence(domain)} ${sentence(`default: ${shown}`)}`.replaceAll('*/', '*\\/')
}

function sentence(text: string): string {
  return `${text[0].toUpperCase()}${text.slice(1)}.`
}
