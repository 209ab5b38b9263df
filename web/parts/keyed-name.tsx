/** Keyed name: what a button says, with the letter marked whose key does the same. */
interface KeyedNameProps {
  readonly name: string
  /** In lower case; occurs in the name. */
  readonly letter: string
}

export function KeyedName({ name, letter }: KeyedNameProps) {
  // The first letter of a word, if one begins with it.
  const place = name.toLowerCase().search(new RegExp(`\\b${letter}`))
  return (
    <span class="keyed">
      {name.slice(0, place)}
      <kbd>{name[place]}</kbd>
      {name.slice(place + 1)}
    </span>
  )
}
