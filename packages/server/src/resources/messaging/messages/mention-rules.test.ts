import assert from 'node:assert/strict'
import { test } from 'node:test'
import { Faults } from '@guildhall/protocol'
import { checkAllowedMentions, permittedMentions } from './mention-rules.ts'

test('permittedMentions returns the mentions that allowed_mentions permits', () => {
  const text = '<@1> <@!2> <@1> <@&3> @everyone'
  const all = { users: [1n, 2n], roles: [3n], everyone: true }
  const none = { users: [], roles: [], everyone: false }
  const cases = [
    [text, null, all],
    [text, {}, none],
    [text, { parse: [] }, none],
    [text, { parse: ['users' as const] }, { ...none, users: [1n, 2n] }],
    [text, { parse: ['roles' as const] }, { ...none, roles: [3n] }],
    [text, { parse: ['everyone' as const] }, { ...none, everyone: true }],
    [text, { users: [2n, 9n] }, { ...none, users: [2n] }],
    [text, { roles: [3n], parse: ['everyone' as const] }, { ...none, roles: [3n], everyone: true }],
    ['nobody', null, none],
    ['a@b.c <@x> <@> <@&> <#5>', null, none],
    ['`<@1>` ```\n<@2> @everyone\n``` <@3>', null, { ...none, users: [3n] }],
    ['@here', null, { ...none, everyone: true }],
    ['@everyonehere', null, none],
  ] as const
  for (const [content, allowed, expected] of cases)
    assert.deepEqual(
      permittedMentions(content, allowed as never),
      expected,
      `${content} ${JSON.stringify(allowed, (_, value) => (typeof value === 'bigint' ? `${value}` : value))}`,
    )
})

test('permittedMentions returns at most 100 users', () => {
  const text = Array.from({ length: 300 }, (_, index) => `<@${index + 1}>`).join('')
  assert.equal(permittedMentions(text, null).users.length, 100)
})

test('checkAllowedMentions rejects a kind that is both parsed and listed', () => {
  const faultsOf = (allowed: Parameters<typeof checkAllowedMentions>[0]) => {
    const faults = new Faults()
    checkAllowedMentions(allowed, faults.at('allowed_mentions'))
    return faults.any
  }
  assert.equal(faultsOf({ parse: ['users'], users: [1n] }), true)
  assert.equal(faultsOf({ parse: ['roles'], roles: [1n] }), true)
  assert.equal(faultsOf({ parse: ['users'], users: [] }), false)
  assert.equal(faultsOf({ parse: ['roles'], users: [1n] }), false)
})
