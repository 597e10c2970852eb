import { ApiError, Faults, NewMemberWelcomeObject, Permission } from '@guildhall/protocol'
import { guildForCaller } from '../../../../access/guild.ts'
import { operation } from '../../../../kernel/operation.ts'
import { SnowflakeId, Type } from '../../../../validation/schema.ts'
import { saveNewMemberWelcome } from '../actions/save.ts'
import { checkChannel, emojiOfRequest } from '../field-rules.ts'
import type { StoredNewMemberWelcome } from '../model.ts'
import { presentNewMemberWelcome } from '../present.ts'
import { NewMemberWelcomeBody } from '../requests.ts'

/** Writes the new member welcome. The public documentation describes only how it is read. */
export const putGuildNewMemberWelcome = operation({
  id: 'put_guild_new_member_welcome',
  method: 'PUT',
  path: '/guilds/:guild_id/new-member-welcome',
  callers: ['person'],
  unlisted: true,
  params: Type.Object({ guild_id: SnowflakeId }),
  body: NewMemberWelcomeBody,
  responses: { 200: NewMemberWelcomeObject },

  async run({ caller, params, body, work }) {
    const { view } = await guildForCaller(work, caller, params.guild_id, Permission.MANAGE_GUILD)
    const faults = new Faults()
    for (const list of ['new_member_actions', 'resource_channels'] as const) {
      for (const [index, { channel_id }] of body[list].entries())
        checkChannel(view, channel_id, faults.at(list, index, 'channel_id'))
    }
    const welcome: StoredNewMemberWelcome = {
      enabled: body.enabled,
      welcome_message: body.welcome_message ?? null,
      new_member_actions: body.new_member_actions.map((action, index) => ({
        channel_id: action.channel_id,
        action_type: action.action_type,
        title: action.title,
        description: action.description ?? '',
        emoji: emojiOfRequest(view, action, faults.at('new_member_actions', index)),
      })),
      resource_channels: body.resource_channels.map((channel, index) => ({
        channel_id: channel.channel_id,
        title: channel.title,
        description: channel.description ?? '',
        emoji: emojiOfRequest(view, channel, faults.at('resource_channels', index)),
      })),
    }
    if (faults.any) throw new ApiError('INVALID_FORM_BODY', { faults })
    await saveNewMemberWelcome(work, view, welcome)
    return presentNewMemberWelcome(view, welcome)
  },
})
