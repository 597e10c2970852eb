import assert from 'node:assert/strict'
import { test } from 'node:test'
import { ChannelType, datedChanges, instant, Permission, type Verdict } from '@guildhall/protocol'
import { mayWriteDm } from './dms.ts'
import { mayConvert, mayCreateWith, mayEditThread, mayMove, mayOverwrite, slowmodeWaitMs } from './rules.ts'

const P = Permission
const said = (verdict: Verdict) => (verdict.ok ? 'ok' : verdict.error)

test('whose overwrites may be changed to what', () => {
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
    ['what one has', { permissions: P.MANAGE_ROLES, wider: P.SEND_MESSAGES, managesHere: false }, none, send, 'ok'],
    [
      'what one lacks',
      { permissions: P.MANAGE_ROLES, wider: 0n, managesHere: false },
      none,
      send,
      'MISSING_PERMISSIONS',
    ],
    [
      'taking away what one lacks',
      { permissions: P.MANAGE_ROLES, wider: 0n, managesHere: false },
      send,
      none,
      'MISSING_PERMISSIONS',
    ],
    [
      'having it only in the channel',
      { permissions: P.MANAGE_ROLES | P.SEND_MESSAGES, wider: P.MANAGE_ROLES, managesHere: false },
      none,
      send,
      'MISSING_PERMISSIONS',
    ],
    ['by an overwrite of the channel', { permissions: P.MANAGE_ROLES, wider: 0n, managesHere: true }, none, send, 'ok'],
    ['administrators', { permissions: P.ADMINISTRATOR, wider: 0n, managesHere: false }, none, send, 'ok'],
  ] as const
  for (const [name, actor, before, after, expected] of cases) {
    assert.equal(said(mayOverwrite(actor, before, after)), expected, name)
    assert.equal(said(mayOverwrite(actor, before === none ? undefined : before, after)), expected, `${name}, new`)
  }
})

test('a new channel’s overwrites hold what its maker has, MANAGE_ROLES for administrators alone', () => {
  const send = { allow: 0n, deny: P.SEND_MESSAGES }
  const roles = { allow: P.MANAGE_ROLES, deny: 0n }
  assert.equal(said(mayCreateWith(P.SEND_MESSAGES, [send])), 'ok')
  assert.equal(said(mayCreateWith(P.MANAGE_CHANNELS, [send])), 'MISSING_PERMISSIONS')
  assert.equal(said(mayCreateWith(P.MANAGE_ROLES, [roles])), 'MISSING_PERMISSIONS')
  assert.equal(said(mayCreateWith(P.ADMINISTRATOR, [send, roles])), 'ok')
  assert.equal(said(mayCreateWith(0n, [])), 'ok')
})

test('who changes a thread, and what opens a closed one', () => {
  const edit = {
    archived: undefined,
    locked: undefined,
    rate_limit_per_user: undefined,
    flags: undefined,
    other: false,
  }
  const open = { archived: false, locked: false }
  const closed = { archived: true, locked: false }
  const locked = { archived: true, locked: true }
  const writer = { permissions: P.SEND_MESSAGES, owner: false }
  const owner = { permissions: P.SEND_MESSAGES, owner: true }
  const moderator = { permissions: P.MANAGE_THREADS, owner: false }
  const cases = [
    ['a reader opens', { permissions: 0n, owner: false }, closed, { ...edit, archived: false }, 'MISSING_PERMISSIONS'],
    ['a writer opens', writer, closed, { ...edit, archived: false }, 'ok'],
    ['a writer opens a locked one', writer, locked, { ...edit, archived: false }, 'MISSING_PERMISSIONS'],
    ['the owner opens a locked one', owner, locked, { ...edit, archived: false }, 'MISSING_PERMISSIONS'],
    ['a moderator opens a locked one', moderator, locked, { ...edit, archived: false }, 'ok'],
    ['a writer closes', writer, open, { ...edit, archived: true }, 'MISSING_PERMISSIONS'],
    ['the owner closes', owner, open, { ...edit, archived: true }, 'ok'],
    ['the owner renames', owner, open, { ...edit, other: true }, 'ok'],
    ['a writer renames', writer, open, { ...edit, other: true }, 'MISSING_PERMISSIONS'],
    ['a writer opens and renames', writer, closed, { ...edit, archived: false, other: true }, 'MISSING_PERMISSIONS'],
    ['the owner locks', owner, open, { ...edit, locked: true }, 'MISSING_PERMISSIONS'],
    ['the owner slows down', owner, open, { ...edit, rate_limit_per_user: 5 }, 'MISSING_PERMISSIONS'],
    ['the owner pins', owner, open, { ...edit, flags: 2 }, 'MISSING_PERMISSIONS'],
    [
      'a moderator does all',
      moderator,
      open,
      { archived: true, locked: true, rate_limit_per_user: 5, flags: 2, other: true },
      'ok',
    ],
    ['a moderator renames a closed one', moderator, closed, { ...edit, other: true }, 'THREAD_ARCHIVED'],
    ['a moderator opens and renames', moderator, closed, { ...edit, archived: false, other: true }, 'ok'],
  ] as const
  for (const [name, actor, thread, change, expected] of cases)
    assert.equal(said(mayEditThread(actor, thread, change)), expected, name)
})

test('[PRM-20] who moves a channel where', () => {
  const manages = P.MANAGE_CHANNELS
  const sees = P.VIEW_CHANNEL
  const cases = [
    ['among its like, unseen', { guild: manages, channel: 0n, from: null, to: null }, false, false, 'ok'],
    ['by the category', { guild: 0n, channel: 0n, from: manages, to: manages }, false, false, 'ok'],
    ['without', { guild: 0n, channel: manages, from: 0n, to: null }, false, false, 'MISSING_PERMISSIONS'],
    ['elsewhere, unseen', { guild: manages, channel: manages, from: null, to: manages }, true, false, 'MISSING_ACCESS'],
    ['elsewhere', { guild: manages, channel: manages | sees, from: null, to: manages }, true, false, 'ok'],
    [
      'elsewhere, not managed there',
      { guild: manages, channel: manages | sees, from: null, to: 0n },
      true,
      false,
      'MISSING_PERMISSIONS',
    ],
    ['out of a category', { guild: manages, channel: manages | sees, from: 0n, to: null }, true, false, 'ok'],
    [
      'taking on overwrites',
      { guild: manages, channel: manages | sees, from: null, to: manages },
      true,
      true,
      'MISSING_PERMISSIONS',
    ],
    [
      'taking on overwrites as one may',
      { guild: manages, channel: manages | sees | P.MANAGE_ROLES, from: null, to: manages },
      true,
      true,
      'ok',
    ],
  ] as const
  for (const [name, permissions, elsewhere, locks, expected] of cases)
    assert.equal(said(mayMove(permissions, { elsewhere, locks })), expected, name)
})

test('text and announcement channels turn into each other where there are announcements', () => {
  const { GUILD_TEXT: text, GUILD_ANNOUNCEMENT: news, GUILD_VOICE: voice } = ChannelType
  assert.equal(said(mayConvert(text, news, ['NEWS'])), 'ok')
  assert.equal(said(mayConvert(news, text, ['NEWS'])), 'ok')
  assert.equal(said(mayConvert(text, news, [])), 'CANNOT_EXECUTE_ON_CHANNEL_TYPE')
  assert.equal(said(mayConvert(text, voice, ['NEWS'])), 'CANNOT_EXECUTE_ON_CHANNEL_TYPE')
})

test('whom a bot may write to', () => {
  const person = { bot: false, allowDms: true, shared: true }
  const cases = [
    [true, person, 'ok'],
    [true, { ...person, shared: false }, 'CANNOT_SEND_TO_USER'],
    [true, { ...person, allowDms: false }, 'CANNOT_SEND_TO_USER'],
    [true, { ...person, bot: true }, 'CANNOT_SEND_TO_USER'],
    [false, { ...person, allowDms: false, shared: false }, 'ok'],
  ] as const
  for (const [bot, other, expected] of cases) assert.equal(said(mayWriteDm({ bot }, other)), expected)
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
