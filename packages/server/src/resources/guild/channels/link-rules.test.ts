import assert from 'node:assert/strict'
import { test } from 'node:test'
import { ChannelType, Permission } from '@guildhall/protocol'
import { GuildView } from '../../../kernel/guild-view.ts'
import type { Channel, Guild, StoredRole } from '../../../kernel/model.ts'
import { LINK_PERMISSIONS, linkFields } from './link-rules.ts'
import { newChannel } from './model.ts'

const GUILD = 100n
const BOTH = Permission.VIEW_CHANNEL | Permission.SEND_MESSAGES
const view = new GuildView({ id: GUILD, name: 'lab', owner_id: 1n } as Guild)
view.roles.set(GUILD, { id: GUILD, permissions: BOTH, position: 0 } as StoredRole)

function fieldsOf(fields: Partial<Channel>, permissions: bigint = LINK_PERMISSIONS) {
  const channel = newChannel({ id: 2n, guild_id: GUILD, type: ChannelType.GUILD_TEXT, name: 'hall', ...fields })
  view.channels.set(channel.id, channel)
  return linkFields(view, channel, permissions)
}

test('a player with all permissions links a text channel that has no lobby', () => {
  assert.equal(fieldsOf({}).is_linkable, true)
  assert.equal(fieldsOf({}, LINK_PERMISSIONS & ~Permission.MANAGE_CHANNELS).is_linkable, false)
  assert.equal(fieldsOf({}, LINK_PERMISSIONS & ~Permission.SEND_MESSAGES).is_linkable, false)
  assert.equal(fieldsOf({ nsfw: true }).is_linkable, false)
  assert.equal(fieldsOf({ type: ChannelType.GUILD_VOICE }).is_linkable, false)
  assert.equal(fieldsOf({ linked_lobby: { lobby_id: 1n } as unknown as Channel['linked_lobby'] }).is_linkable, false)
})

test('a channel is open to all members if no overwrite takes reading or writing away', () => {
  const open = (id: bigint, deny: bigint) =>
    fieldsOf({ permission_overwrites: [{ id, type: 0, allow: 0n, deny }] }).is_viewable_and_writeable_by_all_members
  assert.equal(fieldsOf({}).is_viewable_and_writeable_by_all_members, true)
  assert.equal(open(GUILD, Permission.SEND_MESSAGES), false)
  assert.equal(open(7n, Permission.VIEW_CHANNEL), false)
  assert.equal(open(7n, Permission.ADD_REACTIONS), true)
})
