/** The description of the API in OpenAPI 3.1, made from the schemas that validate. */
import swagger from '@fastify/swagger'
import { version } from '../../ground/version.ts'
import type { ServerLimits } from '../rules/server-limits.ts'
import { problemExamples } from '../schemas/problem-examples.ts'
import { describedMark, limitsMark } from '../schemas/value-schemas.ts'
import type { App } from '../state/server-context.ts'
import { addExamples } from './openapi-examples.ts'

const description = `Finds texts that are the same or nearly the same, before you insert them.

Errors are \`application/problem+json\` with a \`code\` of docs/errors.md. Every answer has the id of its request in
\`x-request-id\`, also when no route can take the request and the server closes the connection: 400 for input that is
not HTTP/1.1 and for CONNECT, 408 for missing headers, 417 for an Expect other than 100-continue, 431 for headers that
are too long.`

export async function addDescription(app: App, needsKey: boolean, limits: ServerLimits): Promise<void> {
  await app.register(swagger, {
    openapi: {
      openapi: '3.1.0',
      info: { title: 'nearsame', version, description, license: { name: 'MIT', identifier: 'MIT' } },
      ...(needsKey && {
        components: {
          securitySchemes: {
            key: { type: 'http', scheme: 'bearer' },
            keyHeader: { type: 'apiKey', in: 'header', name: 'X-API-Key' },
          },
        },
        security: [{ key: [] }, { keyHeader: [] }],
      }),
    },
    transform: ({ schema, url, route }) => {
      const isOpen = (route.config as { scope?: string } | undefined)?.scope === 'none'
      return { url, schema: needsKey && isOpen ? { ...schema, security: [] } : schema }
    },
    transformObject: given => {
      if (!('openapiObject' in given)) return given.swaggerObject
      const api = given.openapiObject as Record<string, unknown>
      return withComponents(api, limits) as typeof given.openapiObject
    },
  })
}

const isRequest = (name: string) => name === 'requestBody' || name === 'parameters'

/** Routes with an optional body; without it, defaults apply. */
const optionalBodies = new Set<unknown>(['createCollection', 'expire'])

/**
 * A request with its defaults in words only: clients that generators make send a `default` as if it were given, and a
 * method refuses options that it does not use.
 */
function withoutDefaults(part: unknown): unknown {
  if (Array.isArray(part)) return part.map(withoutDefaults)
  if (typeof part !== 'object' || part === null) return part
  const { default: value, ...rest } = part as { readonly default?: unknown; readonly description?: string }
  const inside = Object.entries(rest).map(([name, one]) => [name, withoutDefaults(one)])
  const body = Object.fromEntries(inside) as { readonly description?: string }
  if (value === undefined) return body
  // Without one, clients in Java send an empty list.
  if (Array.isArray(value)) return { ...body, default: value }
  const said = [body.description, `Default: ${JSON.stringify(value)}`].filter(Boolean)
  return { ...body, description: said.join('. ') }
}

/**
 * Moves each schema with a title to a component of that name, and fills in limits. The members of every union exclude
 * each other, by type or by their required fields, which `oneOf` says.
 */
function withComponents(api: Record<string, unknown>, limits: ServerLimits): Record<string, unknown> {
  const schemas: Record<string, unknown> = Object.create(null)
  const visit = (part: unknown): unknown => {
    if (Array.isArray(part)) return part.map(visit)
    if (typeof part !== 'object' || part === null) return part
    const parts = Object.entries(part).map(([name, value]) => [
      name,
      visit(isRequest(name) ? withoutDefaults(value) : value),
    ])
    const visited = Object.fromEntries(parts)
    if (optionalBodies.has(visited.operationId))
      Object.assign(visited.requestBody as object, { required: false })
    const {
      title,
      anyOf,
      [limitsMark]: limited = {},
      [describedMark]: described,
      $comment: _,
      ...rest
    } = visited
    const keywords = Object.entries(limited as Record<string, keyof ServerLimits>)
    const schema = {
      ...rest,
      ...(described as object | undefined),
      ...(anyOf !== undefined && { oneOf: anyOf }),
      ...Object.fromEntries(keywords.map(([keyword, limit]) => [keyword, limits[limit]])),
    }
    if (typeof title !== 'string' || !/^[A-Z]\w+$/.test(title))
      return title === undefined ? schema : { title, ...schema }
    schemas[title] ??= schema
    return { $ref: `#/components/schemas/${title}` }
  }
  const paths = visit(api.paths) as Parameters<typeof addExamples>[0]
  addExamples(paths)
  const components = { ...(api.components as object), schemas, examples: problemExamples }
  return { ...api, paths, components }
}
