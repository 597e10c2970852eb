import assert from 'node:assert/strict'
import { test } from 'node:test'
import * as fc from 'fast-check'
import { ChannelType } from './channel-types.ts'
import {
  basePermissions,
  channelPermissions,
  implicitPermissions,
  type OverwriteBits,
  threadPermissions,
  timedOutPermissions,
} from './permission-rules.ts'
import { ALL_PERMISSIONS, has, namesOf, Permission as P } from './permissions.ts'

const guildId = 1n
const userId = 9n
const [red, blue, other] = [2n, 3n, 4n]
const everyone = (permissions: bigint) => ({ id: guildId, permissions })
const member = { guildId, userId, roleIds: [red, blue] }
const role = (id: bigint, allow: bigint, deny: bigint): OverwriteBits => ({ id, type: 0, allow, deny })
const own = (allow: bigint, deny: bigint): OverwriteBits => ({ id: userId, type: 1, allow, deny })

test('[PRM-23] [PRM-25] the owner and ADMINISTRATOR have every bit in the guild and in each channel', () => {
  const plain = { ownerId: 8n, guildId, userId, roles: [everyone(P.VIEW_CHANNEL), { id: red, permissions: P.SPEAK }] }
  assert.equal(basePermissions(plain), P.VIEW_CHANNEL | P.SPEAK)
  assert.equal(basePermissions({ ...plain, ownerId: userId }), ALL_PERMISSIONS)
  const admin = basePermissions({ ...plain, roles: [everyone(0n), { id: red, permissions: P.ADMINISTRATOR }] })
  assert.equal(admin, ALL_PERMISSIONS)
  assert.equal(channelPermissions(admin, { ...member, overwrites: [own(0n, ALL_PERMISSIONS)] }), ALL_PERMISSIONS)
})

test('channelPermissions() ignores ADMINISTRATOR in an overwrite', () => {
  const bits = channelPermissions(P.VIEW_CHANNEL, { ...member, overwrites: [own(P.ADMINISTRATOR | P.SPEAK, 0n)] })
  assert.equal(namesOf(bits), 'VIEW_CHANNEL | SPEAK')
})

test('[PRM-19] channelPermissions() applies @everyone, all roles, then the member, and denies before it allows', () => {
  const view = P.VIEW_CHANNEL
  const cases: [string, bigint, OverwriteBits[], boolean][] = [
    ['none', view, [], true],
    ['@everyone denied', view, [role(guildId, 0n, view)], false],
    ['@everyone allowed', 0n, [role(guildId, view, 0n)], true],
    ['allowed and denied at one step', 0n, [role(guildId, view, view)], true],
    ['role over @everyone', view, [role(guildId, 0n, view), role(red, view, 0n)], true],
    ['one role allows, another denies', view, [role(red, view, 0n), role(blue, 0n, view)], true],
    ['in the other order too', view, [role(red, 0n, view), role(blue, view, 0n)], true],
    ['a role not held', 0n, [role(other, view, 0n)], false],
    ['member over roles', view, [own(0n, view), role(red, view, 0n)], false],
    ['member allowed over all', 0n, [own(view, 0n), role(red, 0n, view), role(guildId, 0n, view)], true],
    ['another member', view, [{ id: 10n, type: 1, allow: 0n, deny: view }], true],
    ['a role overwrite with the id of the user', view, [role(userId, 0n, view)], true],
    ['a member overwrite with the id of a role', view, [{ id: red, type: 1, allow: 0n, deny: view }], true],
  ]
  for (const [name, base, overwrites, visible] of cases) {
    assert.equal(has(channelPermissions(base, { ...member, overwrites }), view), visible, name)
    const asSet = { ...member, roleIds: new Set(member.roleIds), overwrites }
    assert.equal(has(channelPermissions(base, asSet), view), visible, `${name}, roles as a set`)
  }
})

test('implicitPermissions() removes bits that are useless without another one', () => {
  const text = P.MENTION_EVERYONE | P.SEND_TTS_MESSAGES | P.ATTACH_FILES | P.EMBED_LINKS
  const voice = P.SPEAK | P.STREAM | P.MANAGE_CHANNELS | P.SET_VOICE_CHANNEL_STATUS
  const cases: [string, bigint, number, bigint][] = [
    ['hidden', ALL_PERMISSIONS & ~P.VIEW_CHANNEL, ChannelType.GUILD_TEXT, 0n],
    ['mute', P.VIEW_CHANNEL | P.ADD_REACTIONS | text, ChannelType.GUILD_TEXT, P.VIEW_CHANNEL | P.ADD_REACTIONS],
    [
      'may send',
      P.VIEW_CHANNEL | P.SEND_MESSAGES | text,
      ChannelType.GUILD_TEXT,
      P.VIEW_CHANNEL | P.SEND_MESSAGES | text,
    ],
    [
      'may not connect',
      P.VIEW_CHANNEL | P.SEND_MESSAGES | voice,
      ChannelType.GUILD_VOICE,
      P.VIEW_CHANNEL | P.SEND_MESSAGES,
    ],
    ['neither', P.VIEW_CHANNEL | text | voice, ChannelType.GUILD_STAGE_VOICE, P.VIEW_CHANNEL],
    ['may connect', P.VIEW_CHANNEL | P.CONNECT | voice, ChannelType.GUILD_VOICE, P.VIEW_CHANNEL | P.CONNECT | voice],
    ['no voice in text', P.VIEW_CHANNEL | voice, ChannelType.GUILD_TEXT, P.VIEW_CHANNEL | voice],
    ['thread, parent only', P.VIEW_CHANNEL | P.SEND_MESSAGES | text, ChannelType.PUBLIC_THREAD, P.VIEW_CHANNEL],
    [
      'thread',
      P.VIEW_CHANNEL | P.SEND_MESSAGES_IN_THREADS | text,
      ChannelType.PRIVATE_THREAD,
      P.VIEW_CHANNEL | P.SEND_MESSAGES_IN_THREADS | P.SEND_MESSAGES | text,
    ],
  ]
  for (const [name, bits, type, expected] of cases) {
    assert.equal(namesOf(implicitPermissions(bits, type)), namesOf(expected), name)
  }
})

test('timedOutPermissions() keeps VIEW_CHANNEL and READ_MESSAGE_HISTORY, and all bits of ADMINISTRATOR', () => {
  const left = P.VIEW_CHANNEL | P.READ_MESSAGE_HISTORY
  assert.equal(timedOutPermissions(ALL_PERMISSIONS & ~P.ADMINISTRATOR), left)
  assert.equal(timedOutPermissions(P.SEND_MESSAGES), 0n)
  assert.equal(timedOutPermissions(ALL_PERMISSIONS), ALL_PERMISSIONS)
})

test('threadPermissions() replaces SEND_MESSAGES by SEND_MESSAGES_IN_THREADS', () => {
  assert.equal(threadPermissions(P.SEND_MESSAGES), 0n)
  assert.equal(threadPermissions(P.SEND_MESSAGES_IN_THREADS), P.SEND_MESSAGES_IN_THREADS | P.SEND_MESSAGES)
})

test('[PRM-19] [PRM-23] [PRM-25] the last step that names a bit decides it, in any order of overwrites', async () => {
  const bits = fc.bigInt({ min: 0n, max: ALL_PERMISSIONS }).map((n) => n & ALL_PERMISSIONS)
  const overwrite = fc.record({
    id: fc.constantFrom(guildId, red, blue, other, userId),
    type: fc.constantFrom(0, 1),
    allow: bits,
    deny: bits,
  })
  await fc.assert(
    fc.property(bits, fc.array(overwrite, { maxLength: 8 }), fc.boolean(), (base, overwrites, reversed) => {
      const given = reversed ? overwrites.toReversed() : overwrites
      const result = channelPermissions(base, { ...member, overwrites: given })
      if (has(base, P.ADMINISTRATOR)) return result === ALL_PERMISSIONS
      const steps = [
        overwrites.filter((each) => each.type === 0 && each.id === guildId),
        overwrites.filter((each) => each.type === 0 && (each.id === red || each.id === blue)),
        overwrites.filter((each) => each.type === 1 && each.id === userId),
      ]
      return Object.values(P).every((bit) => {
        let held = has(base, bit)
        for (const step of steps) {
          if (step.some((each) => has(each.allow, bit))) held = true
          else if (step.some((each) => has(each.deny, bit))) held = false
        }
        return has(result, bit) === (held && bit !== P.ADMINISTRATOR)
      })
    }),
  )
})

test('no rule adds a bit, except SEND_MESSAGES in threads', async () => {
  const bits = fc.bigInt({ min: 0n, max: ALL_PERMISSIONS })
  await fc.assert(
    fc.property(bits, fc.constantFrom(...Object.values(ChannelType)), (given, type) => {
      const gained = (implicitPermissions(given, type) | timedOutPermissions(given)) & ~given
      return gained === 0n || (gained === P.SEND_MESSAGES && has(given, P.SEND_MESSAGES_IN_THREADS))
    }),
  )
})
