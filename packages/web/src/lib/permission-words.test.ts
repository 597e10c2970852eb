import assert from 'node:assert/strict'
import { test } from 'node:test'
import { ChannelType, Permission } from '@guildhall/protocol'
import { channelPermissionGroups, permissionGroups, permissionsInWords } from './permission-words.ts'

test('permissionsInWords spells constants as words', () => {
  const names = permissionsInWords(Permission.SEND_MESSAGES | Permission.SEND_TTS_MESSAGES).map(({ name }) => name)
  assert.deepEqual(names, ['Send Messages', 'Send TTS Messages'])
  assert.deepEqual(permissionsInWords(0n), [])
})

test('the English name of a permission is its constant as words', () => {
  for (const [constant, bit] of Object.entries(Permission))
    assert.equal(permissionsInWords(bit)[0]?.name.toUpperCase().replaceAll(' ', '_'), constant)
})

test('every permission is in one group', () => {
  const bits = permissionGroups().flatMap(({ permissions }) => permissions.map(({ bit }) => bit))
  assert.deepEqual([...bits].sort(), Object.values(Permission).sort())
})

test('channelPermissionGroups has only what a channel of the type uses', () => {
  const bitsOf = (type: number) =>
    channelPermissionGroups(type)
      .flatMap(({ permissions }) => permissions)
      .reduce((bits, { bit }) => bits | bit, 0n)
  const text = bitsOf(ChannelType.GUILD_TEXT)
  assert.ok(text & Permission.SEND_MESSAGES)
  assert.equal(text & (Permission.CONNECT | Permission.KICK_MEMBERS | Permission.ADMINISTRATOR), 0n)
  assert.ok(bitsOf(ChannelType.GUILD_VOICE) & Permission.CONNECT)
  assert.ok(bitsOf(ChannelType.GUILD_STAGE_VOICE) & Permission.REQUEST_TO_SPEAK)
  const category = bitsOf(ChannelType.GUILD_CATEGORY)
  for (const type of [0, 2, 5, 13, 15]) assert.equal(bitsOf(type) & ~category, 0n, `type ${type}`)
})
