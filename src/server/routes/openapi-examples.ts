/** Puts the examples of requests and answers into the description of the API. */
import { ownValue } from '../../ground/json/field.ts'
import { type RequestExample, statusOf } from '../schemas/request-example.ts'
import { requestExamples } from '../schemas/request-examples.ts'

interface Content {
  schema?: object
  examples?: Record<string, { value: unknown }>
}

interface Operation {
  readonly operationId: string
  readonly parameters?: readonly { readonly name: string; example?: unknown }[]
  readonly requestBody?: { readonly content: Readonly<Record<string, Content>> }
  readonly responses: Readonly<Record<string, { readonly content?: Readonly<Record<string, Content>> }>>
}

type Paths = Readonly<Record<string, Readonly<Record<string, Operation>>>>

export function addExamples(paths: Paths): void {
  const operations = Object.values(paths).flatMap(methods => Object.values(methods))
  for (const operation of operations) {
    for (const example of requestExamples) {
      if (example.operationId === operation.operationId) addExample(operation, example)
    }
  }
}

/** The first example of a parameter, a body or an answer stays. */
function addExample(operation: Operation, example: RequestExample): void {
  const { parameters = {}, type = 'application/json', bodyType = type, body, answer } = example
  const status = statusOf(example)
  for (const parameter of operation.parameters ?? []) {
    const value = ownValue(parameters, parameter.name)
    if (value !== undefined) parameter.example ??= value
  }
  const asked = ownValue(operation.requestBody?.content ?? {}, bodyType)
  // Programs that test by the description cannot send lines, and take an example of them for a fault.
  if (asked !== undefined && type === 'application/x-ndjson')
    asked.schema = { description: `Lines such as ${body}` }
  else if (asked !== undefined && body !== undefined) asked.examples ??= { example: { value: body } }
  const given = ownValue(ownValue(operation.responses, String(status))?.content ?? {}, type)
  if (given !== undefined) given.examples ??= { example: { value: answer } }
}
