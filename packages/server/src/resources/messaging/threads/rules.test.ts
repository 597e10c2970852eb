import assert from 'node:assert/strict'
import { test } from 'node:test'
import { ChannelFlag, ChannelType, Permission, type Verdict } from '@guildhall/protocol'
import { mayAddMember, mayApplyTags, mayEditThread, mayRemoveMember, mayStartThread } from './rules.ts'

const P = Permission
const T = ChannelType
const outcome = (verdict: Verdict) => (verdict.ok ? 'ok' : verdict.error)

test('mayStartThread compares the type of the thread with its parent and asks for its permission', () => {
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
      outcome(mayStartThread(permissions, { parentType, type, ofMessage })),
      expected,
      `${type} in ${parentType}`,
    )
})

test('mayAddMember and mayRemoveMember respect archived threads, invitable and ownership', () => {
  const views = { viewsParent: true }
  const open = { archived: false, invitable: null }
  const notInvitable = { archived: false, invitable: false }
  const writer = { permissions: P.SEND_MESSAGES, owner: false }
  const moderator = { permissions: P.SEND_MESSAGES | P.MANAGE_THREADS, owner: false }
  const owner = { permissions: P.SEND_MESSAGES, owner: true }
  const adding = [
    [writer, open, views, 'ok'],
    [{ permissions: 0n, owner: true }, open, views, 'MISSING_PERMISSIONS'],
    [writer, notInvitable, views, 'MISSING_PERMISSIONS'],
    [owner, notInvitable, views, 'ok'],
    [moderator, notInvitable, views, 'ok'],
    [writer, { ...open, archived: true }, views, 'THREAD_ARCHIVED'],
    [writer, open, { viewsParent: false }, 'MISSING_ACCESS'],
  ] as const
  for (const [actor, thread, target, expected] of adding)
    assert.equal(outcome(mayAddMember(actor, thread, target)), expected)
  const removing = [
    [owner, T.PRIVATE_THREAD, false, 'ok'],
    [owner, T.PUBLIC_THREAD, false, 'MISSING_PERMISSIONS'],
    [moderator, T.PUBLIC_THREAD, false, 'ok'],
    [writer, T.PRIVATE_THREAD, false, 'MISSING_PERMISSIONS'],
    [moderator, T.PUBLIC_THREAD, true, 'THREAD_ARCHIVED'],
  ] as const
  for (const [actor, type, archived, expected] of removing)
    assert.equal(outcome(mayRemoveMember(actor, { archived, type })), expected)
})

test('mayEditThread lets writers unarchive, the owner also archive and rename, and moderators do everything', () => {
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
    [
      'a reader unarchives',
      { permissions: 0n, owner: false },
      closed,
      { ...edit, archived: false },
      'MISSING_PERMISSIONS',
    ],
    ['a writer unarchives', writer, closed, { ...edit, archived: false }, 'ok'],
    ['a writer unarchives a locked thread', writer, locked, { ...edit, archived: false }, 'MISSING_PERMISSIONS'],
    ['the owner unarchives a locked thread', owner, locked, { ...edit, archived: false }, 'MISSING_PERMISSIONS'],
    ['a moderator unarchives a locked thread', moderator, locked, { ...edit, archived: false }, 'ok'],
    ['a writer archives', writer, open, { ...edit, archived: true }, 'MISSING_PERMISSIONS'],
    ['the owner archives', owner, open, { ...edit, archived: true }, 'ok'],
    ['the owner renames', owner, open, { ...edit, other: true }, 'ok'],
    ['a writer renames', writer, open, { ...edit, other: true }, 'MISSING_PERMISSIONS'],
    [
      'a writer unarchives and renames',
      writer,
      closed,
      { ...edit, archived: false, other: true },
      'MISSING_PERMISSIONS',
    ],
    ['the owner locks', owner, open, { ...edit, locked: true }, 'MISSING_PERMISSIONS'],
    ['the owner sets slowmode', owner, open, { ...edit, rate_limit_per_user: 5 }, 'MISSING_PERMISSIONS'],
    ['the owner pins', owner, open, { ...edit, flags: 2 }, 'MISSING_PERMISSIONS'],
    [
      'a moderator changes everything',
      moderator,
      open,
      { archived: true, locked: true, rate_limit_per_user: 5, flags: 2, other: true },
      'ok',
    ],
    ['a moderator renames an archived thread', moderator, closed, { ...edit, other: true }, 'THREAD_ARCHIVED'],
    ['a moderator unarchives and renames', moderator, closed, { ...edit, archived: false, other: true }, 'ok'],
  ] as const
  for (const [name, actor, thread, change, expected] of cases)
    assert.equal(outcome(mayEditThread(actor, thread, change)), expected, name)
})

test('mayApplyTags accepts tags of the forum, and moderated ones from moderators', () => {
  const tag = (id: bigint, moderated: boolean) => ({ id, name: `${id}`, moderated, emoji_id: null, emoji_name: null })
  const open = { flags: 0, available_tags: [tag(1n, false), tag(2n, true)] }
  const strict = { ...open, flags: ChannelFlag.REQUIRE_TAG }
  const moderatedOnly = { ...strict, available_tags: [tag(2n, true)] }
  const cases = [
    [open, [], 0n, [], 'ok'],
    [open, [1n], 0n, [], 'ok'],
    [open, [2n], 0n, [], 'MISSING_PERMISSIONS'],
    [open, [2n], P.MANAGE_THREADS, [], 'ok'],
    [open, [2n], 0n, [2n], 'ok'],
    [open, [1n], 0n, [2n], 'MISSING_PERMISSIONS'],
    [open, [1n], P.MANAGE_THREADS, [2n], 'ok'],
    [open, [1n, 3n], 0n, [], 1],
    [open, [2n, 3n], 0n, [], 'MISSING_PERMISSIONS'],
    [strict, [], 0n, [], 'TAG_REQUIRED'],
    [moderatedOnly, [], 0n, [], 'NO_TAGS_FOR_NON_MODERATORS'],
    [moderatedOnly, [], P.MANAGE_THREADS, [], 'TAG_REQUIRED'],
  ] as const
  for (const [forum, tags, permissions, before, expected] of cases) {
    const verdict = mayApplyTags(forum, tags, permissions, before)
    assert.equal('unknownAt' in verdict ? verdict.unknownAt : outcome(verdict), expected, `${tags} ${permissions}`)
  }
})
