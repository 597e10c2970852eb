import assert from 'node:assert/strict'
import { hash } from 'node:crypto'
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

test('the texts of the first program with marks are read', () => {
  // A list of its marks, and what it meant by them: a change of either loses events while nodes of two versions run.
  const marks = [...Array.from({ length: 9 }, (_, at) => at + 1), ...Array.from({ length: 19 }, (_, at) => at + 11)]
  const text = lengthened(marks.map((code) => String.fromCharCode(code)).join(' '))
  assert.equal(hash('sha256', text), 'be0f4cfde981bddf715f7048d2d207d09ed84d844d490c509c885ae87d50be22')
})

test('a mark that only a newer program writes is refused', () => {
  assert.throws(() => lengthened('message.created - 3\n{\u001f}'), /unknown mark 31/)
})
