/**
 * Choices about columns, and the options of the run that they make.
 *
 *     proposed options ─▶ way, id, a role for each column ─▶ options: only what differs from the proposal is set
 */
import type { Preview, RunOptions } from '../data/runs.ts'

export const ways = {
  records: { name: 'column by column', said: 'The rows are compared column by column.' },
  minhash: { name: 'by the words of their texts', said: 'The texts are compared by their words.' },
} as const

export interface Choice {
  readonly way: keyof typeof ways
  readonly id: string | null
  /** Of each column: a name of `kindNames`, or of `textKind`. */
  readonly roles: readonly string[]
}

export const leftOut = 'ignore'

/** Kinds of columns that are compared one by one, as a person calls them. */
export const kindNames: Readonly<Record<string, string>> = {
  words: 'name or words',
  text: 'long text',
  code: 'code',
  number: 'number',
  date: 'date',
  phone: 'telephone',
  postcode: 'postal code',
  email: 'e-mail',
  category: 'one of a few',
  [leftOut]: 'left out',
}

/** What a column may be where whole texts are compared; its kind does not matter. */
export const textKind: Readonly<Record<string, string>> = { words: 'text', [leftOut]: 'left out' }

export function choiceOf({ columns, id, proposed }: Preview): Choice {
  const way = proposed.options.method === 'records' ? 'records' : 'minhash'
  const roles = columns.map(({ kind, isUsed }) => {
    if (!isUsed) return leftOut
    return way === 'minhash' || kind === 'constant' ? 'words' : kind
  })
  return { way, id, roles }
}

export function optionsOf(preview: Preview, choice: Choice): RunOptions {
  const start = choiceOf(preview)
  const { text, params, method, id: proposedId, ...others } = preview.proposed.options
  const { columns } = preview
  const used = columns.filter(({ name }, at) => name !== choice.id && choice.roles[at] !== leftOut)
  const isUsedAsProposed =
    choice.way === start.way &&
    choice.id === start.id &&
    choice.roles.every((role, at) => (role === leftOut) === (start.roles[at] === leftOut))
  const kinds = columns.flatMap(({ name }, at) => {
    const role = choice.roles[at]
    return role === start.roles[at] || role === leftOut || name === choice.id ? [] : [`${name}=${role}`]
  })
  const id = choice.id === start.id ? proposedId : (choice.id ?? undefined)
  return {
    ...others,
    ...(choice.way === 'records' && { method: 'records' }),
    ...(id !== undefined && { id }),
    ...(isUsedAsProposed ? text !== undefined && { text } : { text: used.map(({ name }) => name) }),
    ...(choice.way === 'records' && kinds.length > 0
      ? { params: { ...(params as object | undefined), columns: kinds.join(',') } }
      : choice.way === start.way && params !== undefined && { params }),
  }
}
