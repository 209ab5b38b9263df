/**
 * Redis tables: the Lua code at the start of all scripts on a collection.
 *
 * The first key of a script is the `m` key of the collection; all others derive from it and so share its slot in a
 * cluster. docs/formats/redis-store.md lists the keys. The number of a document or cluster is always a string of four
 * bytes, little-endian; a list of them is one string.
 *
 * A table is a map from keys of four bytes to lists, spread over hashes ("buckets") by linear hashing, so that each
 * holds about `load` lists, whatever their number:
 *
 *     bucket of key k, read as a number, of n buckets:   k mod 2^i, less 2^(i-1) if that is n or more,
 *                                                        where 2^(i-1) < n <= 2^i
 *
 * A table has at least 256 buckets, so the bucket determines the first byte of a key, and the field is the other three.
 * A list of more than `longBytes` has its own key, and its field is empty.
 *
 * Source: W. Litwin, "Linear hashing: a new tool for file and table addressing", VLDB 1980. Ours: lists in fields.
 *
 * Cost: with 25 postings per document about 13 bytes per posting, and 2.5 microseconds to add one.
 */
/**
 * Maximum average number of lists per bucket; buckets not yet split have twice that: 96 is below the usual limit of
 * 128.
 */
export const load = 48
/** Values of more than 64 bytes would change the encoding of a hash to one that takes five times the memory. */
const longBytes = 60
/** A long list that shrinks to this returns to its bucket. */
const shortBytes = 32
export const leastBuckets = 256

export const tables = `
local tag = KEYS[1]:sub(1, -2)
local call, byte, sub, find, concat = redis.call, string.byte, string.sub, string.find, table.concat
local floor, pack = math.floor, struct.pack

local function number(bytes, at)
  local a, b, c, d = byte(bytes, at or 1, (at or 1) + 3)
  return a + b * 256 + c * 65536 + d * 16777216
end

local function double(bytes, at)
  return (struct.unpack('<d', bytes, at))
end

local function opened(name)
  local state = call('HMGET', KEYS[1], name, name .. 'n')
  local t = { name = name, count = tonumber(state[1] or ${leastBuckets}), entries = tonumber(state[2] or 0) }
  t.mask = ${leastBuckets}
  while t.mask < t.count do t.mask = t.mask * 2 end
  return t
end

local function place(t, key)
  local at = number(key) % t.mask
  if at >= t.count then at = at - t.mask / 2 end
  return tag .. t.name .. at, sub(key, 2)
end

local function longKey(t, key)
  return tag .. string.upper(t.name) .. key
end

local function list(t, key)
  local bucket, field = place(t, key)
  local found = call('HGET', bucket, field)
  if found == '' then return call('GET', longKey(t, key)) end
  return found
end

local function sizeOf(t, key)
  local bucket, field = place(t, key)
  local bytes = call('HSTRLEN', bucket, field)
  if bytes == 0 and call('HEXISTS', bucket, field) == 1 then bytes = call('STRLEN', longKey(t, key)) end
  return bytes / 4
end

local function has(numbers, wanted)
  local at = 0
  repeat
    at = find(numbers, wanted, at + 1, true)
  until not at or at % 4 == 1
  return at ~= nil
end

-- Numbers of a block of 256 that are marked in a bitmap, ascending, as numbers of Lua.
local function marked(name, block)
  local from = block % 256 * 32
  local bits = call('GETRANGE', tag .. name .. floor(block / 256), from, from + 31)
  local found = {}
  for i = 1, #bits do
    local value = byte(bits, i)
    for bit = 0, 7 do
      if value >= 128 then
        found[#found + 1] = block * 256 + (i - 1) * 8 + bit
        value = value - 128
      end
      value = value * 2
    end
  end
  return found
end
`

/** Follows the code above in scripts that change tables. */
export const tableChanges = `
-- Puts numbers behind those of a list. One that is its last number already is not put there again.
local function put(t, key, numbers)
  local bucket, field = place(t, key)
  if #numbers <= ${longBytes} and call('HSETNX', bucket, field, numbers) == 1 then
    t.entries = t.entries + 1
    return
  end
  local found = call('HGET', bucket, field)
  if found == '' then
    local long = longKey(t, key)
    if call('GETRANGE', long, -4, -1) ~= numbers then call('APPEND', long, numbers) end
    return
  end
  if not found then
    t.entries = t.entries + 1
    found = ''
  elseif sub(found, -4) == numbers then
    return
  end
  if #found + #numbers <= ${longBytes} then
    call('HSET', bucket, field, found .. numbers)
  else
    call('HSET', bucket, field, '')
    call('SET', longKey(t, key), found .. numbers)
  end
end

local function without(numbers, gone)
  if #gone <= 16 then
    for _, each in ipairs(gone) do
      local at = find(numbers, each, 1, true)
      while at do
        if at % 4 == 1 then
          numbers = sub(numbers, 1, at - 1) .. sub(numbers, at + 4)
        else
          at = at + 1
        end
        at = find(numbers, each, at, true)
      end
    end
    return numbers
  end
  local isGone, kept = {}, {}
  for _, each in ipairs(gone) do isGone[each] = true end
  for at = 1, #numbers, 4 do
    local each = sub(numbers, at, at + 3)
    if not isGone[each] then kept[#kept + 1] = each end
  end
  return concat(kept)
end

-- Equal documents are in many equal lists, from which the same goes.
local known = {}
local function withoutKnown(numbers, gone)
  local before, what = known[numbers], concat(gone)
  if before and before.what == what then return before.kept end
  local kept = without(numbers, gone)
  if #numbers > 1000 then known[numbers] = { what = what, kept = kept } end
  return kept
end

-- Takes numbers out of a list; gone = nil takes all.
local function take(t, key, gone)
  local bucket, field = place(t, key)
  local found = call('HGET', bucket, field)
  if not found then return end
  local isLong = found == ''
  if isLong and gone then found = call('GET', longKey(t, key)) or '' end
  local kept = gone and withoutKnown(found, gone) or ''
  if kept == '' then
    call('HDEL', bucket, field)
    t.entries = t.entries - 1
  elseif isLong and #kept > ${shortBytes} then
    call('SET', longKey(t, key), kept)
  else
    call('HSET', bucket, field, kept)
  end
  if isLong and #kept <= ${shortBytes} then call('UNLINK', longKey(t, key)) end
end

local function each1000(command, key, values)
  for from = 1, #values, 1000 do
    call(command, key, unpack(values, from, math.min(from + 999, #values)))
  end
end

-- Adds a bucket, into which the lists of one other go that belong there then.
local function split(t)
  if t.count == t.mask then t.mask = t.mask * 2 end
  local from, to = t.count - t.mask / 2, t.count
  local low = from % 256
  t.count = t.count + 1
  local all = call('HGETALL', tag .. t.name .. from)
  local fields, moved = {}, {}
  for i = 1, #all, 2 do
    local b, c, d = byte(all[i], 1, 3)
    if (low + b * 256 + c * 65536 + d * 16777216) % t.mask == to then
      fields[#fields + 1] = all[i]
      moved[#moved + 1] = all[i]
      moved[#moved + 1] = all[i + 1]
    end
  end
  each1000('HDEL', tag .. t.name .. from, fields)
  each1000('HSET', tag .. t.name .. to, moved)
end

-- Undoes the last split.
local function merge(t)
  t.count = t.count - 1
  local from, to = t.count, t.count - t.mask / 2
  if t.count == t.mask / 2 then t.mask = t.mask / 2 end
  each1000('HSET', tag .. t.name .. to, call('HGETALL', tag .. t.name .. from))
  call('UNLINK', tag .. t.name .. from)
end

local function save(t)
  call('HSET', KEYS[1], t.name, t.count, t.name .. 'n', t.entries)
end
`
