/**
 * Redis apply script: applies a write atomically. It checks for conflicts before it changes anything; the server runs a
 * script alone, and logs it to its append-only file as one transaction.
 */
import { redisScript } from '../connection/client.ts'
import { changeBytes } from '../connection/encoding.ts'
import { load, tableChanges, tables } from '../connection/tables.ts'

/** Number of write tokens remembered, so that a write whose answer was lost is not applied twice. */
const tokensKept = 256

const apply = `${tables}${tableChanges}
local id, version, token = ARGV[1], tonumber(ARGV[2]), ARGV[3]
local removed, moved, linked, unlinked, changes = ARGV[4], ARGV[5], ARGV[6], ARGV[7], ARGV[8]
local meta = call('HMGET', KEYS[1], 'id', 'version', 'document', 'cluster', 'change', 'documents', 'clusters',
  'dropped')
if meta[1] ~= id or meta[8] then return 'gone' end
local holder = call('GET', tag .. 'k')
if tonumber(meta[2]) ~= version then
  return call('LPOS', tag .. 'w', token) and 'done' or 'conflict'
end
if holder and holder ~= token then return 'locked' end

-- Large bodies were sent ahead. If they have expired, the write is made again.
local values = 11 + 3 * tonumber(ARGV[10])
local function ahead(each) return tag .. 's' .. token .. each end
for i = values, #ARGV, 3 do
  if ARGV[i + 2] == '' and call('EXISTS', ahead(ARGV[i])) == 0 then return 'conflict' end
end

local p, n, c, e = opened('p'), opened('n'), opened('c'), opened('e')
local documents, clusters = tonumber(meta[6]), tonumber(meta[7])
local touched, emptied = {}, {}

local function mark(name, at, bit)
  local key = tag .. name .. floor(at / 65536)
  if bit == 0 then emptied[key] = true end
  return call('SETBIT', key, at % 65536, bit)
end

-- Collects removals from lists first, so that each list changes once.
local out = { [p] = {}, [n] = {}, [c] = {}, [e] = {} }
local function takeLater(t, key, each)
  local gone = out[t][key]
  if not gone then
    gone = {}
    out[t][key] = gone
  end
  gone[#gone + 1] = each
end

local ages, whole = {}, {}
for at = 1, #removed, 4 do
  local each = sub(removed, at, at + 3)
  local record = call('HGET', tag .. 'd', each)
  if record then
    local nameAt = 61 + 4 * number(record, 57)
    for key = 61, nameAt - 1, 4 do takeLater(p, sub(record, key, key + 3), each) end
    takeLater(n, sub(record, 21, 24), each)
    takeLater(c, sub(record, 1, 4), each)
    touched[sub(record, 1, 4)] = true
    local neighbours = list(e, each)
    if neighbours then
      for to = 1, #neighbours, 4 do takeLater(e, sub(neighbours, to, to + 3), each) end
      whole[#whole + 1] = each
    end
    call('HDEL', tag .. 'd', each)
    call('HDEL', tag .. 'b', each)
    local expiresAt = double(record, 13)
    if expiresAt == expiresAt then call('ZREM', tag .. 'x', each) end
    mark('l', number(each), 0)
    local block, addedAt = floor(number(each) / 256), double(record, 5)
    ages[block] = math.min(ages[block] or addedAt, addedAt)
    documents = documents - 1
  end
end
for _, each in ipairs(whole) do
  take(e, each)
  out[e][each] = nil
end
-- Finds the lowest time of a block again if its document was removed.
for block, addedAt in pairs(ages) do
  if addedAt <= tonumber(call('ZSCORE', tag .. 'a', block) or 'inf') then
    local least
    for _, each in ipairs(marked('l', block)) do
      local time = double(call('HGET', tag .. 'd', pack('<I4', each)), 5)
      least = math.min(least or time, time)
    end
    if least then call('ZADD', tag .. 'a', least, block) else call('ZREM', tag .. 'a', block) end
  end
end

local into = {}
local function member(cluster, each)
  local members = into[cluster]
  if not members then
    members = {}
    into[cluster] = members
  end
  members[#members + 1] = each
end

for at = 1, #moved, 8 do
  local each, cluster = sub(moved, at, at + 3), sub(moved, at + 4, at + 7)
  local record = call('HGET', tag .. 'd', each)
  if record and sub(record, 1, 4) ~= cluster then
    takeLater(c, sub(record, 1, 4), each)
    touched[sub(record, 1, 4)] = true
    member(cluster, each)
    call('HSET', tag .. 'd', each, cluster .. sub(record, 5))
  end
end
for at = 1, #unlinked, 8 do
  local a, b = sub(unlinked, at, at + 3), sub(unlinked, at + 4, at + 7)
  takeLater(e, a, b)
  takeLater(e, b, a)
end
for t, keys in pairs(out) do
  for key, gone in pairs(keys) do take(t, key, gone) end
end

for i = 11, values - 1, 3 do
  if ARGV[i + 1] == '1' then
    call('HSET', tag .. 'v', ARGV[i], ARGV[i + 2])
  else
    call('HDEL', tag .. 'v', ARGV[i])
  end
end

local young = {}
for i = values, #ARGV, 3 do
  local each, record = ARGV[i], ARGV[i + 1]
  call('HSET', tag .. 'd', each, record)
  if ARGV[i + 2] ~= '' then
    call('HSET', tag .. 'b', each, ARGV[i + 2])
  else
    call('HSET', tag .. 'b', each, call('GET', ahead(each)))
    call('UNLINK', ahead(each))
  end
  for key = 61, 60 + 4 * number(record, 57), 4 do put(p, sub(record, key, key + 3), each) end
  put(n, sub(record, 21, 24), each)
  member(sub(record, 1, 4), each)
  local expiresAt = double(record, 13)
  if expiresAt == expiresAt then call('ZADD', tag .. 'x', expiresAt, each) end
  mark('l', number(each), 1)
  local block, addedAt = floor(number(each) / 256), double(record, 5)
  young[block] = math.min(young[block] or addedAt, addedAt)
  documents = documents + 1
end
for block, addedAt in pairs(young) do call('ZADD', tag .. 'a', 'LT', addedAt, block) end

for cluster, members in pairs(into) do
  put(c, cluster, concat(members))
  touched[cluster] = true
end
for cluster in pairs(touched) do
  local size, at = sizeOf(c, cluster), number(cluster)
  local isThere = size > 0 and 1 or 0
  clusters = clusters + isThere - mark('g', at, isThere)
  mark('q', at, size > 1 and 1 or 0)
end
for key in pairs(emptied) do
  if call('BITCOUNT', key) == 0 then call('DEL', key) end
end
for at = 1, #linked, 8 do
  local a, b = sub(linked, at, at + 3), sub(linked, at + 4, at + 7)
  put(e, a, b)
  put(e, b, a)
end

local log = {}
for at = 1, #changes, ${changeBytes} do log[#log + 1] = sub(changes, at, at + ${changeBytes - 1}) end
each1000('RPUSH', tag .. 'h', log)

for _, t in ipairs({ p, n, c, e }) do
  while t.entries > ${load} * t.count do split(t) end
  save(t)
end
call('HSET', KEYS[1], 'version', version + 1, 'document', tonumber(meta[3]) + (#ARGV - values + 1) / 3,
  'cluster', tonumber(meta[4]) + tonumber(ARGV[9]), 'change', tonumber(meta[5]) + #log,
  'documents', documents, 'clusters', clusters)
call('LPUSH', tag .. 'w', token)
call('LTRIM', tag .. 'w', 0, ${tokensKept - 1})
if holder then call('DEL', tag .. 'k') end
return 'done'
`

/**
 * ARGV: id, version, token, removed, moved and linked and unlinked pairs, changes, number of clusters, number of
 * values; name, whether it is kept, bytes of each value; number, record, body of each added document; the body is empty
 * if it was sent ahead. Returns `done`, also if it was applied before; otherwise the obstacle: `gone`, `locked`,
 * `conflict`.
 */
export const applyScript = redisScript(`#!lua${apply}`)

/** The same without additions; allowed on a server that is out of memory, because removing frees space. */
export const removeScript = redisScript(`#!lua flags=allow-oom${apply}`)
