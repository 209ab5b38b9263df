/** No plain object is read or written by a name that an input may have. */
import assert from 'node:assert/strict'
import { globSync } from 'node:fs'
import { test } from 'node:test'
import { namesFromData } from './data-names.ts'
import { openProgram, programOf, root, sourceFiles } from './sources.ts'

const program = openProgram()

test('names from data are own properties, or keys of maps', () => {
  const web = globSync('web/**/*.{ts,tsx}', { cwd: root }).filter(file => !file.includes('.test.'))
  const files = [...sourceFiles(), ...web.sort()]
  assert(files.length > 1000, 'the check sees the sources')
  const found = files.flatMap(file =>
    namesFromData(program.tree(file), program.checker).map(place => `${file}:${place}`),
  )
  assert.deepEqual(found, [])
})

const text = `
declare const name: string, which: 'a' | 'b', maybe: string | undefined
declare const fields: Record<string, number>, closed: { a: number; b: number }, row: number[], at: number
fields[name]
fields[name] = 1
fields[name] ??= 1
fields[maybe ?? '']
fields[\`x-\${name}\`]
;(fields as any)[name]
name in fields
const { length } = [name].filter(one => fields[one])
const none: Record<string, number> = Object.create(null)
none[name] = 1
closed[which]
which in closed
fields['constructor']
row[at]
delete fields[name]
function guarded() { return Object.hasOwn(fields, name) ? (fields as any)[name] : undefined }
function asked() { if (ownValue(fields, name) !== undefined) fields[name] = 2 }
function other() { return Object.hasOwn(fields, which) ? fields[name] : undefined }
const copy = { ...fields, [name]: 1 }
`

test('the check sees reads, writes and `in`, and what is allowed', () => {
  const { tree, checker } = programOf(text)
  assert.deepEqual(namesFromData(tree, checker), [
    '4: fields[name]',
    '5: fields[name]',
    '6: fields[name]',
    "7: fields[maybe ?? '']",
    `8: fields[\`x-$\{name}\`]`,
    '9: (fields as any)[name]',
    '10: name in fields',
    '11: fields[one]',
    '21: fields[name]',
  ])
})
