/** Schemas and examples of bodies, as tables. */

import { createContext } from 'preact'
import { useContext } from 'preact/hooks'
import { ownValue } from '../../src/ground/json/field.ts'
import type { Content, Schema } from './api-types.ts'

/** The schemas that others name. */
export const Schemas = createContext<Readonly<Record<string, Schema>>>({})

export function Bodies({
  title,
  content,
}: {
  readonly title: string
  readonly content: Readonly<Record<string, Content>>
}) {
  return (
    <div class="stack">
      {title === '' ? null : <h3>{title}</h3>}
      {Object.entries(content).map(([type, body]) => (
        <div key={type} class="stack">
          <code>{type}</code>
          {body.schema ? <SchemaView schema={body.schema} /> : null}
          {exampleOf(body) === undefined ? null : <pre class="answer">{written(exampleOf(body))}</pre>}
        </div>
      ))}
    </div>
  )
}

export function exampleOf({ example, examples }: Content): unknown {
  return example ?? Object.values(examples ?? {})[0]?.value
}

export const written = (value: unknown) =>
  typeof value === 'string' ? value : JSON.stringify(value, null, 2)

export function typeName(schema: Schema | undefined): string {
  if (schema === undefined) return 'any'
  if (schema.$ref !== undefined) return schema.$ref.split('/').at(-1) ?? ''
  if (schema.const !== undefined) return JSON.stringify(schema.const)
  if (schema.enum !== undefined) return schema.enum.map(value => JSON.stringify(value)).join(' | ')
  const choices = schema.anyOf ?? schema.oneOf
  if (choices !== undefined) return choices.map(typeName).join(' | ')
  if (schema.type === 'array') return `${typeName(schema.items)}[]`
  return [schema.type ?? schema.title ?? 'any'].flat().join(' | ')
}

export function SchemaView({ schema: given }: { readonly schema: Schema }) {
  const schemas = useContext(Schemas)
  const schema = ownValue(schemas, given.$ref?.split('/').at(-1) ?? '') ?? given
  const choices = schema.anyOf ?? schema.oneOf
  if (choices !== undefined)
    return (
      <div class="stack">
        {choices.map((choice, at) => (
          <SchemaView key={at} schema={choice} />
        ))}
      </div>
    )
  if (schema.type === 'array' && schema.items) return <SchemaView schema={schema.items} />
  if (schema.properties === undefined)
    return (
      <p class="small">
        <code>{typeName(schema)}</code> {schema.description}
      </p>
    )
  return (
    <table>
      <tbody>
        {Object.entries(schema.properties).map(([name, of]) => (
          <tr key={name}>
            <th scope="row">
              <code>{name}</code>
              {schema.required?.includes(name) ? '' : <span class="muted"> optional</span>}
            </th>
            <td>
              <code>{typeName(of)}</code>
            </td>
            <td>{of.description}</td>
          </tr>
        ))}
      </tbody>
    </table>
  )
}
