import assert from 'node:assert/strict'
import { test } from 'node:test'
import { packPayload } from '../../kernel/payload-codec.ts'
import { lengthened, shortened } from './short-text.ts'

const run = '"interaction_metadata":null,"interaction":null,"application_id":null,"webhook":null,"nonce":'

test('texts come back, whatever users write', () => {
  const controls = Array.from({ length: 0x20 }, (_, code) => String.fromCharCode(code)).join('')
  for (const content of ['', run, controls, `é\u{1f600}${run}`, '\ud800']) {
    const text = `message.created - 1\n${packPayload({ content, [content]: [run, new Set([1n])] })}`
    assert.equal(lengthened(shortened(text)), text)
  }
})

test('a mark never changes its meaning, and the longest phrase has it', () => {
  const text = `message.created - 9\n{${run}null,"guild_id":"~5"}`
  assert.equal(shortened(text), '\u001c9\n{\u0007null\u00175"}')
  assert.equal(lengthened('\u001c9\n{\u0007null\u00175"}'), text)
})

test('a mark that only a newer program writes is refused', () => {
  assert.throws(() => lengthened('message.created - 3\n{\u001f}'), /unknown mark 31/)
})
