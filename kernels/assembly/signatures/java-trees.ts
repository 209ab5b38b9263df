// Red-black trees of nodes, for the crowded bins of a hash map. Definition: src/texts/java/red-black-trees.ts.
//
// Node, 32 bytes: u32 next, previous (in the bin), parent, left, right, whether red, hash (i32), entry of the word.
// 0 is null: for a pointer, none; for a given root, an empty tree.
import { compareWords } from './profile-order'

export const NODE: usize = 32
const PARENT: usize = 8
const LEFT: usize = 12
const RIGHT: usize = 16
const RED: usize = 20
export const HASH: usize = 24
export const WORD: usize = 28

// @ts-ignore: decorator
@inline
function get(node: usize, field: usize): usize {
  return <usize>load<u32>(node + field)
}

// @ts-ignore: decorator
@inline
function set(node: usize, field: usize, value: usize): void {
  store<u32>(node + field, <u32>value)
}

// @ts-ignore: decorator
@inline
function isBefore(a: usize, b: usize): bool {
  const hashA = load<i32>(a + HASH)
  const hashB = load<i32>(b + HASH)
  if (hashA != hashB) return hashA < hashB
  return compareWords(get(a, WORD), get(b, WORD)) < 0
}

/** Adds a node as a leaf; `balance` must follow. @returns its parent */
export function hang(root: usize, node: usize): usize {
  set(node, LEFT, 0)
  set(node, RIGHT, 0)
  set(node, RED, 1)
  let parent: usize = 0
  let side = LEFT
  for (let at = root; at; at = get(at, side)) {
    parent = at
    side = isBefore(node, at) ? LEFT : RIGHT
  }
  set(node, PARENT, parent)
  if (parent) set(parent, side, node)
  return parent
}

// @ts-ignore: decorator
@inline
function isRed(node: usize): bool {
  return node != 0 && get(node, RED) == 1
}

// @ts-ignore: decorator
@inline
function sideOf(node: usize): usize {
  return get(get(node, PARENT), RIGHT) == node ? RIGHT : LEFT
}

// Moves a node down to a side; its child on the other side takes its place.
function rotate(node: usize, side: usize): void {
  const other = LEFT + RIGHT - side
  const riser = get(node, other)
  const moved = get(riser, side)
  const parent = get(node, PARENT)
  if (parent) set(parent, sideOf(node), riser)
  set(riser, PARENT, parent)
  set(riser, side, node)
  set(node, PARENT, riser)
  set(node, other, moved)
  if (moved) set(moved, PARENT, node)
}

/** Restores the red-black property after a node was added as a leaf. @returns the root */
export function balance(root: usize, node: usize): usize {
  let at = node
  while (isRed(get(at, PARENT))) {
    const parent = get(at, PARENT)
    const grandparent = get(parent, PARENT)
    const side = sideOf(parent)
    const uncle = get(grandparent, LEFT + RIGHT - side)
    if (isRed(uncle)) {
      set(parent, RED, 0)
      set(uncle, RED, 0)
      set(grandparent, RED, 1)
      at = grandparent
      continue
    }
    if (sideOf(at) != side) {
      at = parent
      rotate(at, side)
    }
    set(get(at, PARENT), RED, 0)
    set(grandparent, RED, 1)
    rotate(grandparent, LEFT + RIGHT - side)
  }
  let top = root ? root : node
  while (get(top, PARENT)) top = get(top, PARENT)
  set(top, RED, 0)
  return top
}
