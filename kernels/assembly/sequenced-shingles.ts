// Word shingles, and the hash of the sequence of tokens in the same pass: both are chains of multiplications that wait
// for themselves, together they take little longer than one of them. Same bits as `wordShingles` and `sequenceHash`.
import { BASE, GOLDEN, MIX2 } from './mix'
import { finish, power } from './shingles'
import { nextA, nextB, storeSequence } from './tokens'

export function sequencedShingles(tokens: usize, count: u32, size: u32, out: usize, sequence: usize): u32 {
  const first = min<u32>(size, count)
  const firstEnd = tokens + ((<usize>first) << 3)
  let a = GOLDEN
  let b = MIX2
  let rolled: u64 = 0
  let read = tokens
  for (; read < firstEnd; read += 8) {
    const token = load<u64>(read)
    rolled = rolled * BASE + token
    a = nextA(a, token)
    b = nextB(b, token)
  }
  store<u64>(out, finish(rolled, first))
  const drop = power(size)
  const back = (<usize>size) << 3
  const end = tokens + ((<usize>count) << 3)
  for (let write = out + 8; read < end; read += 8, write += 8) {
    const token = load<u64>(read)
    rolled = rolled * BASE + token - load<u64>(read - back) * drop
    store<u64>(write, finish(rolled, size))
    a = nextA(a, token)
    b = nextB(b, token)
  }
  storeSequence(a, b, count, sequence)
  return count == 0 ? 0 : count - first + 1
}
