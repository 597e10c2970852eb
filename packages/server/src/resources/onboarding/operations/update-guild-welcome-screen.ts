import {
  ApiError,
  Faults,
  Permission,
  WELCOME_CHANNEL_DESCRIPTION_MAX,
  WELCOME_CHANNELS_MAX,
  WELCOME_DESCRIPTION_MAX,
  WelcomeScreenObject,
} from '@guildhall/protocol'
import { guildForCaller } from '../../../access/guild.ts'
import type { GuildView } from '../../../kernel/guild-view.ts'
import { operation } from '../../../kernel/operation.ts'
import { List, OptionalNullable, SnowflakeId, type Static, Text, Type } from '../../../validation/schema.ts'

import { saveAuditedGuild } from '../../guilds/index.ts'
import type { WelcomeScreen as Screen } from '../documents.ts'
import { checkChannel, readEmoji } from '../emoji.ts'
import { presentWelcomeScreen } from '../present.ts'
import * as store from '../store.ts'

const WelcomeChannels = List(
  Type.Object({
    channel_id: SnowflakeId,
    description: Text(1, WELCOME_CHANNEL_DESCRIPTION_MAX),
    emoji_id: OptionalNullable(SnowflakeId),
    emoji_name: OptionalNullable(Text(0, 100)),
  }),
  0,
  WELCOME_CHANNELS_MAX,
)

/** Modify Guild Welcome Screen, of a community; being on or off is one of its features. */
export const updateGuildWelcomeScreen = operation({
  id: 'update_guild_welcome_screen',
  method: 'PATCH',
  path: '/guilds/:guild_id/welcome-screen',
  callers: ['bot', 'person'],
  params: Type.Object({ guild_id: SnowflakeId }),
  body: Type.Object({
    enabled: OptionalNullable(Type.Boolean()),
    description: OptionalNullable(Text(0, WELCOME_DESCRIPTION_MAX)),
    welcome_channels: OptionalNullable(WelcomeChannels),
  }),
  responses: { 200: WelcomeScreenObject },

  async run({ caller, params, body, work }) {
    const { view } = await guildForCaller(work, caller, params.guild_id, Permission.MANAGE_GUILD)
    const { guild } = view
    if (!guild.features.includes('COMMUNITY')) throw new ApiError('UNKNOWN_GUILD_WELCOME_SCREEN')
    const before = (await store.find(work, view.id, 'welcome_screen')) ?? { description: null, welcome_channels: [] }
    const after: Screen = {
      description: body.description === undefined ? before.description : body.description || null,
      welcome_channels:
        body.welcome_channels === undefined ? before.welcome_channels : channelsOf(view, body.welcome_channels ?? []),
    }
    await store.save(work, view.id, 'welcome_screen', after)
    if (body.enabled != null) {
      const others = guild.features.filter((feature) => feature !== 'WELCOME_SCREEN_ENABLED')
      const features = body.enabled ? [...others, 'WELCOME_SCREEN_ENABLED'] : others
      await saveAuditedGuild(work, view, { ...guild, features })
    }
    return presentWelcomeScreen(view, after)
  },
})

function channelsOf(view: GuildView, forms: Static<typeof WelcomeChannels>): Screen['welcome_channels'] {
  const faults = new Faults()
  const channels = forms.map((form, index) => {
    const path = ['welcome_channels', index]
    checkChannel(view, form.channel_id, faults, [...path, 'channel_id'])
    if (forms.findIndex(({ channel_id }) => channel_id === form.channel_id) !== index)
      faults.add([...path, 'channel_id'], 'SET_TYPE_ALREADY_CONTAINS_VALUE', 'The set already contains this value')
    const { channel_id, description } = form
    return { channel_id, description, emoji: readEmoji(view, form, faults, path) }
  })
  if (faults.any) throw new ApiError('INVALID_FORM_BODY', { faults })
  return channels
}
