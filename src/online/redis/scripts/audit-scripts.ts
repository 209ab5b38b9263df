/** Redis audit scripts: check in read-only steps that the parts of a collection agree. */
import { redisScript } from '../connection/client.ts'
import { tables } from '../connection/tables.ts'

const reading = `#!lua flags=no-writes${tables}
local problems = {}
local function tell(where, problem) problems[#problems + 1] = where .. '|' .. problem end
`

/**
 * ARGV: documents. Checks the parts of each, and that the lists of its postings have it. Returns problems as
 * \`where|problem\`.
 */
export const auditDocumentsScript = redisScript(`${reading}
local numbers, last = ARGV[1], tonumber(call('HGET', KEYS[1], 'document') or 0)
local p, lists = opened('p'), {}
local function isListed(key, each)
  local found = lists[key] or list(p, key) or ''
  lists[key] = found
  return has(found, each)
end
for at = 1, #numbers, 4 do
  local each = sub(numbers, at, at + 3)
  local where, record = 'document ' .. number(each), call('HGET', tag .. 'd', each)
  if number(each) >= last then tell(where, 'has a number above the counter') end
  if not record then
    tell(where, 'is listed but missing')
  elseif #record < 60 or #record < 60 + 4 * number(record, 57) then
    tell(where, 'has a record of ' .. #record .. ' bytes, which is too short')
  else
    if call('HEXISTS', tag .. 'b', each) == 0 then tell(where, 'has no body') end
    local expiresAt, noted = double(record, 13), call('ZSCORE', tag .. 'x', each)
    if expiresAt == expiresAt and tonumber(noted or -1) ~= expiresAt then
      tell(where, 'expires at another time than listed')
    end
    if expiresAt ~= expiresAt and noted then tell(where, 'does not expire but is listed to') end
    local least = call('ZSCORE', tag .. 'a', floor(number(each) / 256))
    if not least or tonumber(least) > double(record, 5) then tell(where, 'is older than its block says') end
    for at = 61, 60 + 4 * number(record, 57), 4 do
      if not isListed(sub(record, at, at + 3), each) then
        tell(where, 'is not found by its own postings')
        break
      end
    end
  end
end
return problems
`)

const claims = `
local function keysOf(record) return sub(record, 61, 60 + 4 * number(record, 57)) end
local claims = {
  p = function(record, key) return has(keysOf(record), key) end,
  n = function(record, key) return sub(record, 21, 24) == key end,
  c = function(record, key) return sub(record, 1, 4) == key end,
  e = function() return true end,
}
local names = { p = 'postings', n = 'names', c = 'clusters', e = 'links' }
`

/**
 * ARGV: table, first bucket, number of buckets. Checks that the records have what the lists have. Returns problems,
 * number of lists seen, total number of buckets.
 */
export const auditTableScript = redisScript(`${reading}${claims}
local t, from = opened(ARGV[1]), tonumber(ARGV[2])
local claimed, seen = claims[t.name], 0

local function look(where, key, found)
  if not found or #found == 0 or #found % 4 ~= 0 then return tell(where, 'is empty or truncated') end
  for at = 1, #found, 4 do
    local each = sub(found, at, at + 3)
    local record = call('HGET', tag .. 'd', each)
    if not record or #record < 60 then
      tell(where, 'names document ' .. number(each) .. ', which is missing')
    elseif not claimed(record, key) then
      tell(where, 'names document ' .. number(each) .. ', which does not name it')
    elseif t.name == 'e' and not has(list(t, each) or '', key) then
      tell(where, 'names document ' .. number(each) .. ', whose list does not name this one')
    end
  end
  if t.name == 'c' then
    local at = number(key)
    local chunk, bit = floor(at / 65536), at % 65536
    if call('GETBIT', tag .. 'g' .. chunk, bit) == 0 then tell(where, 'is not marked') end
    if call('GETBIT', tag .. 'q' .. chunk, bit) ~= (#found > 4 and 1 or 0) then
      tell(where, 'is wrongly marked as having several documents')
    end
  end
end

local to = math.min(from + tonumber(ARGV[3]), t.count) - 1
for index = from, to do
  local bucket = tag .. t.name .. index
  local all = call('HGETALL', bucket)
  for i = 1, #all, 2 do
    seen = seen + 1
    local key = string.char(index % 256) .. all[i]
    local where = names[t.name] .. ' of key ' .. number(key)
    if #all[i] ~= 3 or place(t, key) ~= bucket then
      tell(where, 'are in the wrong bucket')
    else
      look(where, key, all[i + 1] == '' and call('GET', longKey(t, key)) or all[i + 1])
    end
  end
end
return { problems, seen, t.count }
`)

/** ARGV: name, from, to of bitmaps. Returns the number of marks. */
export const marksScript = redisScript(`${reading}
local marked = 0
for chunk = tonumber(ARGV[2]), tonumber(ARGV[3]) - 1 do
  marked = marked + call('BITCOUNT', tag .. ARGV[1] .. chunk)
end
return marked
`)
