/**
 * Redis read scripts: queries of a collection that the server runs in one step, without changing anything. The last of
 * ARGV is the id of the opened collection; if it no longer exists, the result is nil.
 */
import { redisScript } from '../connection/client.ts'
import { tables } from '../connection/tables.ts'

const reading = `#!lua flags=no-writes${tables}
local state = call('HMGET', KEYS[1], 'id', 'dropped')
if state[1] ~= table.remove(ARGV) or state[2] then return false end
`

/**
 * ARGV: keys, number to agree. Returns the documents that share at least that number of the keys, unordered. For long
 * lists, returns the lists, each with its number of keys, so that counting does not block the server.
 */
export const candidatesScript = redisScript(`${reading}
local t, keys, agree = opened('p'), ARGV[1], tonumber(ARGV[2])
local weights, lists, total = {}, {}, 0
for at = 1, #keys, 4 do
  local found = list(t, sub(keys, at, at + 3))
  if found then
    if weights[found] then
      weights[found] = weights[found] + 1
    else
      weights[found] = 1
      lists[#lists + 1] = found
      total = total + #found
    end
  end
end
if total > 40000 then
  local reply = {}
  for i, found in ipairs(lists) do
    reply[2 * i - 1], reply[2 * i] = found, weights[found]
  end
  return reply
end
local counts, agreed = {}, {}
for _, found in ipairs(lists) do
  local weight = weights[found]
  for at = 1, #found, 4 do
    local each = sub(found, at, at + 3)
    local before = counts[each] or 0
    counts[each] = before + weight
    if before < agree and before + weight >= agree then agreed[#agreed + 1] = each end
  end
end
return concat(agreed)
`)

/** ARGV: key of a name and name, alternating. Returns the numbers, 0 for none. */
export const numbersOfScript = redisScript(`${reading}
local t, numbers = opened('n'), {}
for i = 1, #ARGV, 2 do
  local found, owner = list(t, ARGV[i]) or '', '\\0\\0\\0\\0'
  for at = 1, #found, 4 do
    local each = sub(found, at, at + 3)
    local record = call('HGET', tag .. 'd', each)
    if record and sub(record, 61 + 4 * number(record, 57)) == ARGV[i + 1] then owner = each end
  end
  numbers[#numbers + 1] = owner
end
return concat(numbers)
`)

/** ARGV: table, keys. Returns the list of each. */
export const listsScript = redisScript(`${reading}
local t, keys, lists = opened(ARGV[1]), ARGV[2], {}
for at = 1, #keys, 4 do
  lists[#lists + 1] = list(t, sub(keys, at, at + 3)) or ''
end
return lists
`)

/** ARGV: keys of postings, limit. Returns the first documents in the list of each. */
export const holdersScript = redisScript(`${reading}
local t, keys, most, lists = opened('p'), ARGV[1], 4 * tonumber(ARGV[2]), {}
for at = 1, #keys, 4 do
  local bucket, field = place(t, sub(keys, at, at + 3))
  local found = call('HGET', bucket, field) or ''
  if found == '' then
    found = call('GETRANGE', longKey(t, sub(keys, at, at + 3)), 0, most - 1)
  end
  lists[#lists + 1] = sub(found, 1, most)
end
return lists
`)

/** ARGV: table, keys. Returns the number of documents in the list of each. */
export const sizesScript = redisScript(`${reading}
local t, keys, sizes = opened(ARGV[1]), ARGV[2], {}
for at = 1, #keys, 4 do
  sizes[#sizes + 1] = pack('<I4', sizeOf(t, sub(keys, at, at + 3)))
end
return concat(sizes)
`)

/** ARGV: added before, expires by, limit; a time may be empty. Returns documents, the lowest numbers of each kind. */
export const expiredScript = redisScript(`${reading}
local limit, found, isFound = tonumber(ARGV[3]), {}, {}
if ARGV[1] ~= '' then
  local before = tonumber(ARGV[1])
  local blocks = call('ZRANGEBYSCORE', tag .. 'a', '-inf', '(' .. ARGV[1], 'LIMIT', 0, 10000)
  for i, block in ipairs(blocks) do blocks[i] = tonumber(block) end
  table.sort(blocks)
  for _, block in ipairs(blocks) do
    if #found >= limit then break end
    for _, each in ipairs(marked('l', block)) do
      local bytes = pack('<I4', each)
      if double(call('HGET', tag .. 'd', bytes), 5) < before then
        found[#found + 1] = bytes
        isFound[bytes] = true
      end
    end
  end
end
if ARGV[2] ~= '' then
  for _, each in ipairs(call('ZRANGEBYSCORE', tag .. 'x', '-inf', ARGV[2], 'LIMIT', 0, 10000)) do
    if not isFound[each] then found[#found + 1] = each end
  end
end
return concat(found)
`)
