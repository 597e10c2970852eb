import assert from 'node:assert/strict'
import { test } from 'node:test'
import { parseMarkdown } from './parse.ts'
import { parseAhead, parsedMarkdown } from './parsed.ts'

test('a text that was parsed ahead is not parsed again, and gives the same nodes', async () => {
  const text = 'parsed **ahead** of its message'
  await parseAhead([text])
  assert.equal(parsedMarkdown(text), parsedMarkdown(text))
  assert.deepEqual(parsedMarkdown(text), parseMarkdown(text))
})

test('the oldest text is forgotten among very many', () => {
  const first = parsedMarkdown('the first text')
  for (let n = 0; n < 1_000; n += 1) parsedMarkdown(`text ${n}`)
  assert.notEqual(parsedMarkdown('the first text'), first)
})
