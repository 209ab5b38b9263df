/** Redis change scripts: create a collection, shrink its tables, and remove it. */
import { redisScript } from '../connection/client.ts'
import { leastBuckets, load, tableChanges, tables } from '../connection/tables.ts'

/** Version of the layout of keys and values. */
export const layout = 1

/**
 * ARGV: a new id, header, its checksum, time. Creates the collection if it does not exist. Returns layout, id, header,
 * its checksum, time of creation, whether it is being dropped.
 */
export const makeScript = redisScript(`#!lua flags=allow-oom
if redis.call('EXISTS', KEYS[1]) == 0 then
  redis.call('HSET', KEYS[1], 'layout', ${layout}, 'id', ARGV[1], 'header', ARGV[2], 'sum', ARGV[3], 'made', ARGV[4],
    'version', 1,
    'document', 1, 'cluster', 1, 'change', 1, 'documents', 0, 'clusters', 0,
    'p', ${leastBuckets}, 'pn', 0, 'n', ${leastBuckets}, 'nn', 0, 'c', ${leastBuckets}, 'cn', 0,
    'e', ${leastBuckets}, 'en', 0)
end
return redis.call('HMGET', KEYS[1], 'layout', 'id', 'header', 'sum', 'made', 'dropped')
`)

/** ARGV: id, number of steps. Merges half-empty buckets. Returns the number of steps done. */
export const compactScript = redisScript(`#!lua flags=allow-oom${tables}${tableChanges}
local meta = call('HMGET', KEYS[1], 'id', 'dropped')
if meta[1] ~= ARGV[1] or meta[2] then return 0 end
local steps = tonumber(ARGV[2])
for _, name in ipairs({ 'p', 'n', 'c', 'e' }) do
  local t = opened(name)
  while steps > 0 and t.count > ${leastBuckets} and t.entries < ${load / 2} * t.count do
    merge(t)
    steps = steps - 1
  end
  save(t)
end
return tonumber(ARGV[2]) - steps
`)

/** ARGV: id. Marks the collection as dropped: from now on writes fail, and only removal goes on. */
export const markDroppedScript = redisScript(`#!lua flags=allow-oom
if redis.call('HGET', KEYS[1], 'id') ~= ARGV[1] then return 0 end
redis.call('HSET', KEYS[1], 'dropped', 1)
return 1
`)

/** ARGV: id, number of keys. Removes that many keys of a dropped collection. Returns 1 if there are more. */
export const dropScript = redisScript(`#!lua flags=allow-oom${tables}
if call('HGET', KEYS[1], 'id') ~= ARGV[1] or not call('HGET', KEYS[1], 'dropped') then return 0 end
local left = tonumber(ARGV[2])
for _, name in ipairs({ 'p', 'n', 'c', 'e' }) do
  local t = { name = name, count = tonumber(call('HGET', KEYS[1], name)) }
  while left > 0 and t.count > 0 do
    t.count = t.count - 1
    local bucket = tag .. name .. t.count
    local all = call('HGETALL', bucket)
    for i = 1, #all, 2 do
      if all[i + 1] == '' then
        call('UNLINK', longKey(t, string.char(t.count % 256) .. all[i]))
        left = left - 1
      end
    end
    call('UNLINK', bucket)
    left = left - 1
  end
  call('HSET', KEYS[1], name, t.count)
end
for counter, names in pairs({ document = { 'l' }, cluster = { 'g', 'q' } }) do
  local chunk = floor(tonumber(call('HGET', KEYS[1], counter)) / 65536)
  while left > 0 and chunk >= 0 do
    for _, name in ipairs(names) do call('UNLINK', tag .. name .. chunk) end
    chunk, left = chunk - 1, left - 1
  end
  call('HSET', KEYS[1], counter, math.max(chunk, 0) * 65536)
end
if left <= 0 then return 1 end
for _, name in ipairs({ 'd', 'b', 'v', 'h', 'x', 'a', 'w', 'k', 'z', 'm' }) do call('UNLINK', tag .. name) end
return 0
`)
