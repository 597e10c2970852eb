import assert from 'node:assert/strict'
import { test } from 'node:test'
import { fromMarkup, mentionText, type Names, toMarkup } from './markup.ts'

const names: Names = {
  users: new Map([
    ['bob', '1'],
    ['bob.b', '2'],
  ]),
  roles: [
    ['crew of two', '4'],
    ['crew', '3'],
    ['bob', '8'],
    ['here', '9'],
  ],
  channels: [
    ['general-2', '6'],
    ['general', '5'],
  ],
  emojis: new Map([['party', '<:party:7>']]),
}

const CASES: [text: string, sent: string][] = [
  ['hi @bob', 'hi <@1>'],
  ['@Bob, @bob.b and @bob.', '<@1>, <@2> and <@1>.'],
  ['@bobby me@bob', '@bobby me@bob'],
  ['**@bob**', '**<@1>**'],
  ['@crew of two @crew', '<@&4> <@&3>'],
  ['#general and #general-2 and #generally', '<#5> and <#6> and #generally'],
  [':party: :other:', '<:party:7> :other:'],
  ['`@bob` and ```\n#general\n```', '`@bob` and ```\n#general\n```'],
  ['<@9> <:party:8> https://example.com/@bob', '<@9> <:party:8> https://example.com/@bob'],
  ['@everyone @here', '@everyone @here'],
]

for (const [text, sent] of CASES) {
  test(`toMarkup sends ${JSON.stringify(text)}`, () => assert.equal(toMarkup(text, names), sent))
}

test('fromMarkup is the opposite of toMarkup, and keeps what has no name', () => {
  for (const text of ['hi <@1> and <@&4> in <#6> <:party:7>', 'hi <@9>', '<:party:8>', '`<@1>`'])
    assert.equal(toMarkup(fromMarkup(text, names), names), text)
  assert.equal(fromMarkup('hi <@1> in <#5> :party:', names), 'hi <@1> in <#5> :party:')
  assert.equal(fromMarkup('hi <@1> in <#5>', names), 'hi @bob in #general')
})

test('mentionText writes a name, or the markup where the name means something else', () => {
  const role = (value: string, label: string) => mentionText({ kind: 'role', value, label }, names)
  assert.equal(mentionText({ kind: 'user', value: '1', label: 'bob' }, names), '@bob')
  assert.equal(mentionText({ kind: 'channel', value: '5', label: 'general' }, names), '#general')
  assert.deepEqual([role('4', 'crew of two'), role('everyone', 'everyone')], ['@crew of two', '@everyone'])
  assert.deepEqual([role('8', 'bob'), role('9', 'here'), role('10', 'crew')], ['<@&8>', '<@&9>', '<@&10>'])
})

test('toMarkup takes a long text of signs in bounded time', { timeout: 5_000 }, () => {
  for (const text of [
    '@'.repeat(4_000),
    ' @'.repeat(2_000),
    '`'.repeat(4_000),
    ':a'.repeat(2_000),
    ' #g'.repeat(1_300),
  ])
    assert.equal(toMarkup(text, names), text)
})
