import assert from 'node:assert/strict'
import { test } from 'node:test'
import { MessageFlag } from '@guildhall/protocol'
import { previewLinks, takesPreviews } from './link-rules.ts'

test('previewLinks finds addresses without what ends their sentence, each once', () => {
  for (const [content, expected] of [
    ['no link', []],
    ['ftp://a.example/ mailto:a@b.example', []],
    ['See https://a.example/x, and http://b.example.', ['https://a.example/x', 'http://b.example/']],
    ['https://a.example/x https://A.example/x', ['https://a.example/x']],
    ['(https://a.example/x) [text](https://b.example/y)', ['https://a.example/x', 'https://b.example/y']],
    ['https://a.example/x_(y)', ['https://a.example/x_(y)']],
    ['**https://a.example/x**', ['https://a.example/x']],
    ['||https://a.example/x||', ['https://a.example/x']],
    ['https://user:password@a.example/', []],
    ['https://', []],
    [`https://a.example/${'x'.repeat(3_000)}`, []],
  ] as const)
    assert.deepEqual(previewLinks(content), expected, content.slice(0, 100))
})

test('previewLinks leaves out addresses in code and angle brackets, and those after the fifth', () => {
  assert.deepEqual(previewLinks('`https://a.example` ``https://b.example `` <https://c.example>'), [])
  assert.deepEqual(previewLinks('```js\nhttps://a.example\n``` https://b.example'), ['https://b.example/'])
  const many = Array.from({ length: 7 }, (_, n) => `https://a.example/${n}`)
  assert.deepEqual(previewLinks(many.join(' ')), many.slice(0, 5))
})

test('previewLinks comes to an end with hostile texts', () => {
  for (const part of ['`', '``` ', 'https://(', '<https://a ', '||https://'])
    assert.ok(previewLinks(`://${part.repeat(4_000 / part.length)}`).length <= 5)
})

test('takesPreviews refuses hidden embeds, and a message with embeds of its author', () => {
  const cases = [
    { flags: 0, embeds: [] },
    { flags: 0, embeds: [{ type: 'link' }] },
    { flags: MessageFlag.SUPPRESS_EMBEDS, embeds: [] },
    { flags: 0, embeds: [{ type: 'link' }, { type: 'rich' }] },
  ]
  assert.deepEqual(cases.map(takesPreviews), [true, true, false, false])
})
