import { ApiError, Faults, Permission, WelcomeScreenObject } from '@guildhall/protocol'
import { guildForCaller } from '../../../../access/guild.ts'
import type { GuildView } from '../../../../kernel/guild-view.ts'
import { operation } from '../../../../kernel/operation.ts'
import { SnowflakeId, Type } from '../../../../validation/schema.ts'
import { saveWelcomeScreen } from '../actions/save.ts'
import { checkChannel, emojiOfRequest } from '../field-rules.ts'
import type { StoredWelcomeScreen } from '../model.ts'
import { presentWelcomeScreen } from '../present.ts'
import { type WelcomeChannels, WelcomeScreenBody } from '../requests.ts'
import { findDocument } from '../store.ts'

/** Modify Guild Welcome Screen of a community. A feature of the guild records whether it is enabled. */
export const updateGuildWelcomeScreen = operation({
  id: 'update_guild_welcome_screen',
  method: 'PATCH',
  path: '/guilds/:guild_id/welcome-screen',
  callers: ['bot', 'person'],
  params: Type.Object({ guild_id: SnowflakeId }),
  body: WelcomeScreenBody,
  responses: { 200: WelcomeScreenObject },

  async run({ caller, params, body, work }) {
    const { view } = await guildForCaller(work, caller, params.guild_id, Permission.MANAGE_GUILD)
    if (!view.guild.features.includes('COMMUNITY')) throw new ApiError('UNKNOWN_GUILD_WELCOME_SCREEN')
    const before = (await findDocument(work, view.id, 'welcome_screen')) ?? {
      description: null,
      welcome_channels: [],
    }
    const after: StoredWelcomeScreen = {
      description: body.description === undefined ? before.description : body.description || null,
      welcome_channels:
        body.welcome_channels === undefined ? before.welcome_channels : channelsOf(view, body.welcome_channels ?? []),
    }
    await saveWelcomeScreen(work, view, after, body.enabled ?? null)
    return presentWelcomeScreen(view, after)
  },
})

function channelsOf(view: GuildView, requests: WelcomeChannels): StoredWelcomeScreen['welcome_channels'] {
  const faults = new Faults()
  const channels = requests.map((request, index) => {
    const at = faults.at('welcome_channels', index)
    checkChannel(view, request.channel_id, at.at('channel_id'))
    if (requests.findIndex(({ channel_id }) => channel_id === request.channel_id) !== index)
      at.add(['channel_id'], 'SET_TYPE_ALREADY_CONTAINS_VALUE', 'The set already contains this value')
    const { channel_id, description } = request
    return { channel_id, description, emoji: emojiOfRequest(view, request, at) }
  })
  if (faults.any) throw new ApiError('INVALID_FORM_BODY', { faults })
  return channels
}
