/** The operations of `/openapi.json`, each with its method and path. */
import type { JsonSchema } from './schema-values.ts'

interface Described {
  readonly operationId: string
  readonly parameters?: readonly {
    readonly name: string
    readonly in: string
    readonly required?: boolean
    readonly schema: JsonSchema
    readonly example?: unknown
  }[]
  readonly requestBody?: {
    readonly content: Readonly<Record<string, { readonly schema: JsonSchema; readonly examples?: object }>>
  }
  readonly responses: Readonly<
    Record<string, { readonly content?: Readonly<Record<string, { readonly examples?: object }>> }>
  >
}

export interface Operation extends Described {
  /** In capitals. */
  readonly method: string
  readonly path: string
}

export function operationsOf(api: {
  readonly paths: Readonly<Record<string, Readonly<Record<string, Described>>>>
}): Operation[] {
  return Object.entries(api.paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, described]) => ({
      method: method.toUpperCase(),
      path,
      ...described,
    })),
  )
}
