import assert from 'node:assert/strict'
import { test } from 'node:test'
import { ChannelType, Permission, type Verdict } from '@guildhall/protocol'
import { mayAddMember, mayRemoveMember, mayStartThread } from './rules.ts'

const P = Permission
const T = ChannelType
const said = (verdict: Verdict) => (verdict.ok ? 'ok' : verdict.error)

test('which threads are started where, and by whom', () => {
  const wrong = 'CANNOT_EXECUTE_ON_CHANNEL_TYPE'
  const missing = 'MISSING_PERMISSIONS'
  const cases = [
    [P.CREATE_PUBLIC_THREADS, T.GUILD_TEXT, T.PUBLIC_THREAD, true, 'ok'],
    [P.CREATE_PRIVATE_THREADS, T.GUILD_TEXT, T.PUBLIC_THREAD, true, missing],
    [P.CREATE_PUBLIC_THREADS, T.GUILD_TEXT, T.ANNOUNCEMENT_THREAD, true, wrong],
    [P.CREATE_PUBLIC_THREADS, T.GUILD_ANNOUNCEMENT, T.ANNOUNCEMENT_THREAD, true, 'ok'],
    [P.CREATE_PUBLIC_THREADS, T.GUILD_ANNOUNCEMENT, T.PUBLIC_THREAD, false, wrong],
    [P.CREATE_PRIVATE_THREADS, T.GUILD_TEXT, T.PRIVATE_THREAD, false, 'ok'],
    [P.CREATE_PUBLIC_THREADS, T.GUILD_TEXT, T.PRIVATE_THREAD, false, missing],
    [P.CREATE_PRIVATE_THREADS, T.GUILD_ANNOUNCEMENT, T.PRIVATE_THREAD, false, wrong],
    [P.SEND_MESSAGES, T.GUILD_FORUM, T.PUBLIC_THREAD, false, 'ok'],
    [P.CREATE_PUBLIC_THREADS, T.GUILD_FORUM, T.PUBLIC_THREAD, false, missing],
    [P.SEND_MESSAGES, T.GUILD_MEDIA, T.PUBLIC_THREAD, false, 'ok'],
    [P.SEND_MESSAGES, T.GUILD_FORUM, T.PUBLIC_THREAD, true, wrong],
    [P.CREATE_PUBLIC_THREADS, T.GUILD_VOICE, T.PUBLIC_THREAD, false, wrong],
    [P.CREATE_PUBLIC_THREADS, T.PUBLIC_THREAD, T.PUBLIC_THREAD, true, wrong],
    [P.CREATE_PUBLIC_THREADS, T.DM, T.PUBLIC_THREAD, true, wrong],
  ] as const
  for (const [permissions, parentType, type, ofMessage, expected] of cases)
    assert.equal(
      said(mayStartThread(permissions, { parentType, type, ofMessage })),
      expected,
      `${type} in ${parentType}`,
    )
})

test('who puts others into a thread and out of it', () => {
  const sees = { seesParent: true }
  const open = { archived: false, invitable: null }
  const closedCircle = { archived: false, invitable: false }
  const writer = { permissions: P.SEND_MESSAGES, owner: false }
  const moderator = { permissions: P.SEND_MESSAGES | P.MANAGE_THREADS, owner: false }
  const owner = { permissions: P.SEND_MESSAGES, owner: true }
  const adding = [
    [writer, open, sees, 'ok'],
    [{ permissions: 0n, owner: true }, open, sees, 'MISSING_PERMISSIONS'],
    [writer, closedCircle, sees, 'MISSING_PERMISSIONS'],
    [owner, closedCircle, sees, 'ok'],
    [moderator, closedCircle, sees, 'ok'],
    [writer, { ...open, archived: true }, sees, 'THREAD_ARCHIVED'],
    [writer, open, { seesParent: false }, 'MISSING_ACCESS'],
  ] as const
  for (const [actor, thread, target, expected] of adding)
    assert.equal(said(mayAddMember(actor, thread, target)), expected)
  const removing = [
    [owner, T.PRIVATE_THREAD, false, 'ok'],
    [owner, T.PUBLIC_THREAD, false, 'MISSING_PERMISSIONS'],
    [moderator, T.PUBLIC_THREAD, false, 'ok'],
    [writer, T.PRIVATE_THREAD, false, 'MISSING_PERMISSIONS'],
    [moderator, T.PUBLIC_THREAD, true, 'THREAD_ARCHIVED'],
  ] as const
  for (const [actor, type, archived, expected] of removing)
    assert.equal(said(mayRemoveMember(actor, { archived, type })), expected)
})
