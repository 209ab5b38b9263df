// Order of a hash map in which some bin is crowded. Definition: src/texts/java/crowded-hash-map.ts.
//
// Slot: u32 first node, whether it is a tree. The table doubles in place: slot s is split into s and s + slots.
import { balance, hang, HASH, NODE, WORD } from './java-trees'
import { ENTRY } from './profile-words'

const SLOT: usize = 8
const CROWDED: u32 = 9
const SLOTS_FOR_TREES: usize = 64
/** The part of a split tree that becomes a plain list again. */
const SMALL: u32 = 6

let table: usize = 0
let slots: usize = 0

// @ts-ignore: decorator
@inline
function slotOf(node: usize): usize {
  return table + (<usize>load<u32>(node, HASH) & (slots - 1)) * SLOT
}

// @ts-ignore: decorator
@inline
function next(node: usize): usize {
  return <usize>load<u32>(node)
}

// Puts `after` behind `node`; either may be absent.
// @ts-ignore: decorator
@inline
function link(node: usize, after: usize): void {
  if (node) store<u32>(node, <u32>after)
  if (after) store<u32>(after, <u32>node, 4)
}

function moveToFront(slot: usize, node: usize): void {
  const first = <usize>load<u32>(slot)
  if (first == node) return
  link(<usize>load<u32>(node, 4), next(node))
  link(node, first)
  store<u32>(node, 0, 4)
  store<u32>(slot, <u32>node)
}

function makeTree(slot: usize): void {
  let root: usize = 0
  for (let node = <usize>load<u32>(slot); node; node = next(node)) {
    hang(root, node)
    root = balance(root, node)
  }
  store<u32>(slot, 1, 4)
  moveToFront(slot, root)
}

// Moves the nodes of a bin to its two bins in the doubled table.
function split(low: usize, high: usize): void {
  const wasTree = load<u32>(low, 4) == 1
  let node = <usize>load<u32>(low)
  let lastLow: usize = 0
  let lastHigh: usize = 0
  let countLow: u32 = 0
  let countHigh: u32 = 0
  store<u64>(low, 0)
  store<u64>(high, 0)
  while (node) {
    const after = next(node)
    store<u64>(node, 0)
    if (<usize>load<u32>(node, HASH) & slots) {
      if (lastHigh) link(lastHigh, node)
      else store<u32>(high, <u32>node)
      lastHigh = node
      countHigh++
    } else {
      if (lastLow) link(lastLow, node)
      else store<u32>(low, <u32>node)
      lastLow = node
      countLow++
    }
    node = after
  }
  if (!wasTree) return
  if (countLow > SMALL) {
    if (countHigh) makeTree(low)
    else store<u32>(low, 1, 4)
  }
  if (countHigh > SMALL) {
    if (countLow) makeTree(high)
    else store<u32>(high, 1, 4)
  }
}

function double(): void {
  const bytes = slots * SLOT
  for (let slot = table; slot < table + bytes; slot += SLOT) split(slot, slot + bytes)
  slots <<= 1
}

function append(slot: usize, node: usize): void {
  let last = <usize>load<u32>(slot)
  let count: u32 = 2
  for (; next(last); last = next(last)) count++
  link(last, node)
  if (count < CROWDED) return
  if (slots < SLOTS_FOR_TREES) double()
  else makeTree(slot)
}

// The root of a tree bin is its first node, before and afterwards.
function insertInTree(slot: usize, node: usize): void {
  const root = <usize>load<u32>(slot)
  const parent = hang(root, node)
  const after = next(parent)
  link(parent, node)
  link(node, after)
  moveToFront(slot, balance(root, node))
}

function insert(node: usize): void {
  const slot = slotOf(node)
  if (load<u32>(slot) == 0) store<u32>(slot, <u32>node)
  else if (load<u32>(slot, 4)) insertInTree(slot, node)
  else append(slot, node)
}

/**
 * Lists the entries of at least `least` occurrences in the order of the map. REQUIRES: 32 * (count + 1) bytes and
 * 8 times the slots, which are fewer than 3 * count + 64, at `scratch`. @returns end of the list
 */
export function sortByMap(entries: usize, count: u32, least: u32, list: usize, scratch: usize): usize {
  table = scratch + (<usize>count + 1) * NODE
  slots = 16
  memory.fill(table, 0, slots * SLOT)
  let node = scratch
  let entry = entries
  for (let size: usize = 1; size <= <usize>count; size++, node += NODE, entry += ENTRY) {
    memory.fill(node, 0, NODE)
    store<u32>(node, load<u32>(entry, 28), HASH)
    store<u32>(node, <u32>entry, WORD)
    insert(node)
    if (size > slots - (slots >> 2)) double()
  }
  let write = list
  for (let slot = table, end = table + slots * SLOT; slot < end; slot += SLOT) {
    for (node = <usize>load<u32>(slot); node; node = next(node)) {
      const word = <usize>load<u32>(node, WORD)
      store<u32>(write, <u32>word)
      write += (<usize>(load<u32>(word, 24) >= least)) << 2
    }
  }
  return write
}
