import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import { Parser } from 'htmlparser2'
import { runs } from '../../../../test/ground/runs.ts'
import { nestFreely } from './open-elements.ts'

/** The events of a parser, with its own stacks or with ours. */
function events(html: string, isOurs: boolean): string[] {
  const seen: string[] = []
  const close = (name: string) => void seen.push(`/${name}`)
  const parser: Parser = new Parser({
    onopentagname: name => void seen.push(name),
    onclosetag: close,
    ontext: data => void seen.push(`=${data}`),
  })
  if (isOurs) nestFreely(parser, close)
  parser.end(html)
  return seen
}

test('the events are those of the parser with its own arrays', () => {
  const names = [
    'div',
    'p',
    'b',
    'form',
    'svg',
    'foreignObject',
    'math',
    'mi',
    'title',
    'br',
    'li',
    'tr',
    'td',
  ]
  const pieces = names.flatMap(name => [`<${name}>`, `</${name}>`, `<${name}/>`])
  fc.assert(
    fc.property(
      fc.array(fc.constantFrom(...pieces, 'x', '<', '<![CDATA[c]]>'), { maxLength: 40 }),
      parts => {
        const html = parts.join('')
        assert.deepEqual(events(html, true), events(html, false))
      },
    ),
    { numRuns: runs(2000) },
  )
})
