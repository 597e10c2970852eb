import { ApiError, AuditLogAction, Faults, NewMemberWelcomeObject, Permission } from '@guildhall/protocol'
import { guildForCaller } from '../../../access/guild.ts'
import { operation } from '../../../kernel/operation.ts'
import { Distinct, Int, List, OptionalNullable, SnowflakeId, Text, Type } from '../../../validation/schema.ts'
import { audit } from '../../audit-log/index.ts'
import type { NewMemberWelcome as Welcome } from '../documents.ts'
import { checkChannel, readEmoji } from '../emoji.ts'
import { presentNewMemberWelcome } from '../present.ts'
import * as store from '../store.ts'

const EMOJI = { emoji_id: OptionalNullable(SnowflakeId), emoji_name: OptionalNullable(Text(0, 100)) }
const ENTRIES_MAX = 7

/** A person writes what awaits new members. The public description tells how it is read, not how it is written. */
export const putGuildNewMemberWelcome = operation({
  id: 'put_guild_new_member_welcome',
  method: 'PUT',
  path: '/guilds/:guild_id/new-member-welcome',
  callers: ['person'],
  unlisted: true,
  params: Type.Object({ guild_id: SnowflakeId }),
  body: Type.Object({
    enabled: Type.Boolean(),
    welcome_message: OptionalNullable(Type.Object({ author_ids: Distinct(SnowflakeId, 0, 10), message: Text(1, 300) })),
    new_member_actions: List(
      Type.Object({
        channel_id: SnowflakeId,
        action_type: Int(0, 1),
        title: Text(1, 60),
        description: OptionalNullable(Text(0, 200)),
        ...EMOJI,
      }),
      0,
      ENTRIES_MAX,
    ),
    resource_channels: List(
      Type.Object({
        channel_id: SnowflakeId,
        title: Text(1, 60),
        description: OptionalNullable(Text(0, 200)),
        ...EMOJI,
      }),
      0,
      ENTRIES_MAX,
    ),
  }),
  responses: { 200: NewMemberWelcomeObject },

  async run({ caller, params, body, work }) {
    const { view } = await guildForCaller(work, caller, params.guild_id, Permission.MANAGE_GUILD)
    const faults = new Faults()
    for (const list of ['new_member_actions', 'resource_channels'] as const) {
      for (const [index, { channel_id }] of body[list].entries())
        checkChannel(view, channel_id, faults, [list, index, 'channel_id'])
    }
    const welcome: Welcome = {
      enabled: body.enabled,
      welcome_message: body.welcome_message ?? null,
      new_member_actions: body.new_member_actions.map((action, index) => ({
        channel_id: action.channel_id,
        action_type: action.action_type,
        title: action.title,
        description: action.description ?? '',
        emoji: readEmoji(view, action, faults, ['new_member_actions', index]),
      })),
      resource_channels: body.resource_channels.map((channel, index) => ({
        channel_id: channel.channel_id,
        title: channel.title,
        description: channel.description ?? '',
        emoji: readEmoji(view, channel, faults, ['resource_channels', index]),
      })),
    }
    if (faults.any) throw new ApiError('INVALID_FORM_BODY', { faults })
    const before = await store.find(work, view.id, 'new_member_welcome')
    await store.save(work, view.id, 'new_member_welcome', welcome)
    const action = before ? AuditLogAction.HOME_SETTINGS_UPDATE : AuditLogAction.HOME_SETTINGS_CREATE
    await audit(work, { guildId: view.id, action, targetId: view.id })
    return presentNewMemberWelcome(view, welcome)
  },
})
