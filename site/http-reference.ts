/** HTTP reference: a page from the description that the server gives of itself at `/openapi.json`. */
import { mkdirSync, writeFileSync } from 'node:fs'
import { dirname } from 'node:path'
import { memoryCatalogue } from '../src/doors/online.ts'
import { openServer } from '../src/server/server.ts'

interface Parameter {
  readonly name: string
  readonly in: string
  readonly required?: boolean
  readonly description?: string
}
interface Operation {
  readonly summary?: string
  readonly description?: string
  readonly parameters?: readonly Parameter[]
  readonly responses: Readonly<Record<string, { readonly description?: string }>>
}

/** Text for a cell of a table, in which nothing is markup. */
const cell = (text = '') =>
  text.replaceAll('|', '\\|').replaceAll('<', '&lt;').replaceAll('{', '&#123;').replaceAll('\n', ' ')

function table(heads: readonly string[], rows: readonly (readonly string[])[]): string {
  if (rows.length === 0) return ''
  const line = (cells: readonly string[]) => `| ${cells.join(' | ')} |\n`
  return `${line(heads)}${line(heads.map(() => '---'))}${rows.map(line).join('')}\n`
}

function operationText(method: string, path: string, operation: Operation): string {
  const { summary, description, parameters = [], responses } = operation
  const given = parameters.map(each => [
    `\`${each.name}\``,
    each.required ? `${each.in}, required` : each.in,
    cell(each.description),
  ])
  const answers = Object.entries(responses).map(([status, each]) => [status, cell(each.description)])
  const words = [summary, description].filter(text => text !== undefined).map(cell)
  return `## ${method.toUpperCase()} ${path.replaceAll(/[{}]/g, brace => (brace === '{' ? '&#123;' : '&#125;'))}

${words.join('\n\n')}

${table(['parameter', 'in', 'meaning'], given)}${table(['status', 'answer'], answers)}`
}

/** Writes the page. */
export async function writeHttpReference(file: string): Promise<void> {
  const catalogue = memoryCatalogue()
  const server = await openServer({ catalogue, port: 0, logger: false })
  await server.ready
  const described = await (await fetch(`${server.url}/openapi.json`)).json()
  await server.close()
  const parts = Object.entries<Record<string, Operation>>(described.paths).flatMap(([path, operations]) =>
    Object.entries(operations).map(([method, operation]) => operationText(method, path, operation)),
  )
  mkdirSync(dirname(file), { recursive: true })
  writeFileSync(
    file,
    `# HTTP reference\n\nMade from \`/openapi.json\` of the server, which also has the schema of each body and an example of each answer.\n\n${parts.join('\n')}`,
  )
}
