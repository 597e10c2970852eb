import assert from 'node:assert/strict'
import { test } from 'node:test'
import { ChannelType } from '@guildhall/protocol'
import { GuildView } from '../../../kernel/guild-view.ts'
import type { Channel, Guild, StoredRole } from '../../../kernel/model.ts'
import { isDirty, snapshotOf } from './snapshot-rules.ts'

function view(): GuildView {
  const guild = { id: 1n, name: 'Lab', system_channel_id: 12n, afk_channel_id: 99n } as Guild
  const result = new GuildView(guild)
  const role = (id: bigint, position: number, fields: Partial<StoredRole> = {}) =>
    result.roles.set(id, {
      id,
      guild_id: 1n,
      name: `r${id}`,
      position,
      permissions: 8n,
      managed: false,
      ...fields,
    } as StoredRole)
  role(1n, 0)
  role(5n, 2)
  role(4n, 1, { managed: true })
  const channel = (id: bigint, fields: Partial<Channel>) =>
    result.channels.set(id, {
      id,
      type: ChannelType.GUILD_TEXT,
      position: 0,
      parent_id: null,
      permission_overwrites: [],
      available_tags: [],
      default_reaction_emoji: null,
      thread_metadata: null,
      ...fields,
    } as Channel)
  channel(12n, { parent_id: 11n, permission_overwrites: [{ id: 4n, type: 0, allow: 1n, deny: 0n }] })
  channel(11n, { type: ChannelType.GUILD_CATEGORY, position: 9 })
  channel(13n, { type: ChannelType.PUBLIC_THREAD, thread_metadata: {} as never, parent_id: 12n })
  channel(14n, {
    type: ChannelType.GUILD_FORUM,
    position: 1,
    default_reaction_emoji: { emoji_id: 77n, emoji_name: 'own' },
    available_tags: [{ id: 8n, name: 'tag', moderated: true, emoji_id: null, emoji_name: '🎨' }],
  })
  return result
}

test('snapshotOf numbers roles and channels and leaves out managed roles, threads and custom emojis', () => {
  const snapshot = snapshotOf(view())
  assert.deepEqual(
    snapshot.roles.map(({ id, name }) => [id, name]),
    [
      [0, 'r1'],
      [1, 'r5'],
    ],
  )
  assert.deepEqual(
    snapshot.channels.map(({ id, type, parent_id }) => [id, type, parent_id]),
    [
      [2, 4, null],
      [3, 0, '2'],
      [4, 15, null],
    ],
  )
  assert.equal(snapshot.system_channel_id, '3')
  assert.equal(snapshot.afk_channel_id, null, 'a deleted channel')
  assert.deepEqual(snapshot.channels[1]?.permission_overwrites, [], 'an overwrite of a managed role')
  assert.deepEqual(snapshot.channels[2]?.default_reaction_emoji, { emoji_id: null, emoji_name: null })
  assert.deepEqual(snapshot.channels[2]?.available_tags, [
    { id: 0, name: 'tag', moderated: true, emoji_id: null, emoji_name: '🎨' },
  ])
})

test('snapshotOf replaces channel types that need COMMUNITY', () => {
  const guild = view()
  const types = [
    [ChannelType.GUILD_ANNOUNCEMENT, ChannelType.GUILD_TEXT],
    [ChannelType.GUILD_STAGE_VOICE, ChannelType.GUILD_VOICE],
    [ChannelType.GUILD_MEDIA, ChannelType.GUILD_FORUM],
    [ChannelType.GUILD_VOICE, ChannelType.GUILD_VOICE],
  ] as const
  const first = guild.channels.get(12n)
  assert.ok(first)
  for (const [type, replacement] of types) {
    guild.channels.set(12n, { ...first, type, parent_id: null })
    assert.ok(snapshotOf(guild).channels.some((channel) => channel.type === replacement && channel.name === first.name))
    assert.equal(
      snapshotOf(guild).channels.some((channel) => channel.type === type),
      type === replacement,
    )
  }
})

test('isDirty compares only fields that a snapshot contains', () => {
  const guild = view()
  const snapshot = snapshotOf(guild)
  assert.equal(isDirty(snapshot, snapshotOf(guild)), false)
  guild.memberCount += 5
  assert.equal(isDirty(snapshot, snapshotOf(guild)), false)
  guild.guild = { ...guild.guild, name: 'Other' }
  assert.equal(isDirty(snapshot, snapshotOf(guild)), true)
})
