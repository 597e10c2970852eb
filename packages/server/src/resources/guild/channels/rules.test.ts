import assert from 'node:assert/strict'
import { test } from 'node:test'
import { ChannelType, datedChanges, instant, Permission, type Verdict } from '@guildhall/protocol'
import { mayConvert, mayCreateWith, mayMessageUser, mayMove, mayOverwrite, slowmodeWaitMs } from './rules.ts'

const P = Permission
const outcome = (verdict: Verdict) => (verdict.ok ? 'ok' : verdict.error)

test('mayOverwrite needs MANAGE_ROLES and, for each changed bit, the bit or an overwrite of the channel', () => {
  const send = { allow: P.SEND_MESSAGES, deny: 0n }
  const none = { allow: 0n, deny: 0n }
  const cases = [
    ['nothing changes', { permissions: 0n, wider: 0n, managesHere: false }, send, send, 'ok'],
    [
      'without MANAGE_ROLES',
      { permissions: P.SEND_MESSAGES, wider: P.SEND_MESSAGES, managesHere: false },
      none,
      send,
      'MISSING_PERMISSIONS',
    ],
    [
      'a bit that the actor has',
      { permissions: P.MANAGE_ROLES, wider: P.SEND_MESSAGES, managesHere: false },
      none,
      send,
      'ok',
    ],
    [
      'a bit that the actor lacks',
      { permissions: P.MANAGE_ROLES, wider: 0n, managesHere: false },
      none,
      send,
      'MISSING_PERMISSIONS',
    ],
    [
      'removing a bit that the actor lacks',
      { permissions: P.MANAGE_ROLES, wider: 0n, managesHere: false },
      send,
      none,
      'MISSING_PERMISSIONS',
    ],
    [
      'a bit that the actor has only in the channel',
      { permissions: P.MANAGE_ROLES | P.SEND_MESSAGES, wider: P.MANAGE_ROLES, managesHere: false },
      none,
      send,
      'MISSING_PERMISSIONS',
    ],
    [
      'with an overwrite of the channel',
      { permissions: P.MANAGE_ROLES, wider: 0n, managesHere: true },
      none,
      send,
      'ok',
    ],
    ['administrators', { permissions: P.ADMINISTRATOR, wider: 0n, managesHere: false }, none, send, 'ok'],
  ] as const
  for (const [name, actor, before, after, expected] of cases) {
    assert.equal(outcome(mayOverwrite(actor, before, after)), expected, name)
    assert.equal(outcome(mayOverwrite(actor, before === none ? undefined : before, after)), expected, `${name}, new`)
  }
})

test('mayCreateWith allows bits that the creator has, and MANAGE_ROLES for administrators only', () => {
  const send = { allow: 0n, deny: P.SEND_MESSAGES }
  const roles = { allow: P.MANAGE_ROLES, deny: 0n }
  assert.equal(outcome(mayCreateWith(P.SEND_MESSAGES, [send])), 'ok')
  assert.equal(outcome(mayCreateWith(P.MANAGE_CHANNELS, [send])), 'MISSING_PERMISSIONS')
  assert.equal(outcome(mayCreateWith(P.MANAGE_ROLES, [roles])), 'MISSING_PERMISSIONS')
  assert.equal(outcome(mayCreateWith(P.ADMINISTRATOR, [send, roles])), 'ok')
  assert.equal(outcome(mayCreateWith(0n, [])), 'ok')
})

test('[PRM-20] mayMove needs MANAGE_CHANNELS and, for a new parent, access to the channel', () => {
  const manages = P.MANAGE_CHANNELS
  const views = P.VIEW_CHANNEL
  const cases = [
    ['new position in a hidden channel', { guild: manages, channel: 0n, from: null, to: null }, false, false, 'ok'],
    ['by MANAGE_CHANNELS in the category', { guild: 0n, channel: 0n, from: manages, to: manages }, false, false, 'ok'],
    [
      'without MANAGE_CHANNELS',
      { guild: 0n, channel: manages, from: 0n, to: null },
      false,
      false,
      'MISSING_PERMISSIONS',
    ],
    [
      'new parent for a hidden channel',
      { guild: manages, channel: manages, from: null, to: manages },
      true,
      false,
      'MISSING_ACCESS',
    ],
    ['new parent', { guild: manages, channel: manages | views, from: null, to: manages }, true, false, 'ok'],
    [
      'new parent without MANAGE_CHANNELS there',
      { guild: manages, channel: manages | views, from: null, to: 0n },
      true,
      false,
      'MISSING_PERMISSIONS',
    ],
    ['out of a category', { guild: manages, channel: manages | views, from: 0n, to: null }, true, false, 'ok'],
    [
      'copying overwrites without MANAGE_ROLES',
      { guild: manages, channel: manages | views, from: null, to: manages },
      true,
      true,
      'MISSING_PERMISSIONS',
    ],
    [
      'copying overwrites with MANAGE_ROLES',
      { guild: manages, channel: manages | views | P.MANAGE_ROLES, from: null, to: manages },
      true,
      true,
      'ok',
    ],
  ] as const
  for (const [name, permissions, newParent, syncsOverwrites, expected] of cases)
    assert.equal(outcome(mayMove(permissions, { newParent, newFlags: false, syncsOverwrites })), expected, name)
})

test('mayMove needs access to the channel and MANAGE_CHANNELS there for new flags', () => {
  const move = { newParent: false, newFlags: true, syncsOverwrites: false }
  for (const [channel, expected] of [
    [0n, 'MISSING_ACCESS'],
    [P.VIEW_CHANNEL, 'MISSING_PERMISSIONS'],
    [P.VIEW_CHANNEL | P.MANAGE_CHANNELS, 'ok'],
  ] as const)
    assert.equal(outcome(mayMove({ guild: P.MANAGE_CHANNELS, channel, from: null, to: null }, move)), expected)
})

test('mayConvert allows text and announcement channels in guilds with the NEWS feature', () => {
  const { GUILD_TEXT: text, GUILD_ANNOUNCEMENT: news, GUILD_VOICE: voice } = ChannelType
  assert.equal(outcome(mayConvert(text, news, ['NEWS'])), 'ok')
  assert.equal(outcome(mayConvert(news, text, ['NEWS'])), 'ok')
  assert.equal(outcome(mayConvert(text, news, [])), 'CANNOT_EXECUTE_ON_CHANNEL_TYPE')
  assert.equal(outcome(mayConvert(text, voice, ['NEWS'])), 'CANNOT_EXECUTE_ON_CHANNEL_TYPE')
})

test('mayMessageUser requires a bot to share a guild with a person who accepts messages of bots', () => {
  const person = { bot: false, allowDms: true, sharesGuild: true }
  const cases = [
    [true, person, 'ok'],
    [true, { ...person, sharesGuild: false }, 'NO_MUTUAL_GUILDS'],
    [true, { ...person, allowDms: false }, 'CANNOT_SEND_TO_USER'],
    [true, { ...person, bot: true }, 'CANNOT_SEND_TO_USER'],
    [false, { ...person, allowDms: false, sharesGuild: false }, 'ok'],
  ] as const
  for (const [bot, recipient, expected] of cases) assert.equal(outcome(mayMessageUser({ bot }, recipient)), expected)
})

test('[PRM-10] [PRM-15] PIN_MESSAGES is bit 51 and BYPASS_SLOWMODE is bit 52', () => {
  assert.deepEqual([P.PIN_MESSAGES, P.BYPASS_SLOWMODE], [1n << 51n, 1n << 52n])
})

test('[PRM-16] [PRM-17] [PRM-18] slowmodeWaitMs exempts bots and, by date, holders of some permissions', () => {
  const { BYPASS_SLOWMODE, MANAGE_CHANNELS, MANAGE_MESSAGES, MANAGE_THREADS } = P
  const cases = [
    ['2026-02-22', false, 0n, true],
    ['2026-02-22', false, BYPASS_SLOWMODE, false],
    ['2026-02-22', false, MANAGE_MESSAGES, false],
    ['2026-02-22', false, MANAGE_CHANNELS, false],
    ['2026-02-22', false, MANAGE_THREADS, false],
    ['2026-02-23', false, MANAGE_MESSAGES, true],
    ['2026-02-23', false, MANAGE_CHANNELS, true],
    ['2026-02-23', false, MANAGE_THREADS, true],
    ['2026-02-23', false, BYPASS_SLOWMODE, false],
    ['2026-02-22', true, 0n, false],
    ['2026-02-23', true, 0n, false],
  ] as const
  for (const [date, bot, permissions, waits] of cases) {
    const at = instant(date)
    const wait = slowmodeWaitMs({ bot, permissions, lastAt: at - 1_000 }, 60, at, datedChanges())
    assert.equal(wait, waits ? 59_000 : 0, `${date} ${bot} ${permissions}`)
  }
})

test('slowmodeWaitMs is 0 for a first message, after the interval and without slowmode', () => {
  const at = instant('2026-06-01')
  const actor = { bot: false, permissions: 0n, lastAt: null }
  assert.equal(slowmodeWaitMs(actor, 60, at, datedChanges()), 0, 'first message')
  assert.equal(slowmodeWaitMs({ ...actor, lastAt: at - 60_000 }, 60, at, datedChanges()), 0, 'after the interval')
  assert.equal(slowmodeWaitMs({ ...actor, lastAt: at }, 0, at, datedChanges()), 0, 'no slowmode')
})
