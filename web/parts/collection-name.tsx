/** Name of a collection: what is wrong with one, and a button that takes one like it. */
import { collectionName } from '../../src/online/store/catalogue.ts'

const mostOfName = 64

/** What is wrong with a name that nobody could take, and one like it. */
export function nameProblem(name: string): { readonly said: string; readonly better: string } | undefined {
  if (name === '' || collectionName.test(name)) return undefined
  const better = name
    .normalize('NFKD')
    .replaceAll(/\p{M}/gu, '')
    .replaceAll(/[^A-Za-z0-9._-]+/g, '-')
    .replaceAll(/^[._-]+|-+$/g, '')
    .slice(0, mostOfName)
  const said = /\s/.test(name)
    ? 'This name has a blank.'
    : name.length > mostOfName
      ? `This name has more than ${mostOfName} characters.`
      : 'A name has letters from a to z, digits, dots, hyphens and underscores, and begins with a letter or digit.'
  return { said, better: better === '' ? 'my-texts' : better }
}

interface NameNoticeProps {
  readonly name: string
  readonly onUse: (better: string) => void
}

export function NameNotice({ name, onUse }: NameNoticeProps) {
  const wrong = nameProblem(name)
  if (wrong === undefined) return null
  return (
    <p class="notice row" role="alert">
      <span>{wrong.said}</span>
      <button type="button" onClick={() => onUse(wrong.better)}>
        Use <bdi>{wrong.better}</bdi>
      </button>
    </p>
  )
}
