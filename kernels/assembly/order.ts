// Orders numbers in [from, to), u32 or u64, by insertion: they are in order but for neighbours.
export function order<T>(from: usize, to: usize): void {
  const size = sizeof<T>()
  for (let at = from + size; at < to; at += size) {
    const value = load<T>(at)
    let place = at
    while (place > from && load<T>(place - size) > value) {
      store<T>(place, load<T>(place - size))
      place -= size
    }
    store<T>(place, value)
  }
}
