import { ApiError, ChannelType, demand, type Snowflake } from '@guildhall/protocol'
import { channelForCaller } from '../../../../access/channel.ts'
import type { Caller } from '../../../../kernel/caller.ts'
import { guildTopic } from '../../../../kernel/event.ts'
import type { GuildView } from '../../../../kernel/guild-view.ts'
import type { StoredSoundboardSound } from '../../../../kernel/model.ts'
import { operation } from '../../../../kernel/operation.ts'
import type { Work } from '../../../../kernel/work.ts'
import { NoContent, OptionalNullable, SnowflakeId, Type } from '../../../../validation/schema.ts'

import { findEmoji } from '../../emojis/index.ts'
import { findMember } from '../../members/index.ts'
import { connectedTo } from '../../voice-states/index.ts'
import { DEFAULT_SOUNDS } from '../default-sounds.ts'
import { type VoiceChannelEffect, voiceChannelEffectSend } from '../events.ts'
import { maySendSound } from '../rules.ts'
import * as store from '../store.ts'

/** Send Soundboard Sound to the users connected to a voice channel. */
export const sendSoundboardSound = operation({
  id: 'send_soundboard_sound',
  method: 'POST',
  path: '/channels/:channel_id/send-soundboard-sound',
  callers: ['bot', 'person'],
  params: Type.Object({ channel_id: SnowflakeId }),
  body: Type.Object({ sound_id: SnowflakeId, source_guild_id: OptionalNullable(SnowflakeId) }),
  responses: { 204: NoContent },

  async run({ caller, params, body, work }) {
    const { view, channel, permissions } = await channelForCaller(work, caller, params.channel_id)
    if (!view || channel.type !== ChannelType.GUILD_VOICE) throw new ApiError('CANNOT_EXECUTE_ON_CHANNEL_TYPE')
    const { sound, external } = await soundToPlay(work, caller, view, body)
    const voiceState = view.voiceStates.get(caller.userId)
    const state = voiceState?.channel_id === channel.id ? voiceState : undefined
    const subscribed = caller.kind === 'bot' || caller.user.premium_type > 0
    demand(maySendSound({ permissions, state, external, subscribed }))
    const recipients = new Set(connectedTo(view, channel.id).map(({ user_id }) => user_id))
    const source = { guildId: view.id, channelId: channel.id, userId: caller.userId }
    const effect = { ...source, recipients, sound, emoji: await hydrateEmoji(work, sound) }
    work.emit(voiceChannelEffectSend, guildTopic(view.id), effect)
  },
})

type PlayedSound = Pick<StoredSoundboardSound, 'id' | 'volume' | 'emoji_id' | 'emoji_name'>

/** Returns the emoji that clients animate. A deleted custom emoji gives none. */
async function hydrateEmoji(work: Work, { emoji_id, emoji_name }: PlayedSound): Promise<VoiceChannelEffect['emoji']> {
  const custom = emoji_id === null ? undefined : await findEmoji(work, emoji_id)
  if (custom) return { id: custom.id.toString(), name: custom.name, animated: custom.animated }
  return emoji_name === null ? null : { id: null, name: emoji_name, animated: false }
}

/**
 * Returns a default sound, a sound of this guild, or one of the named other guild.
 *
 * @throws ApiError UNKNOWN_SOUND (10097), also for a guild of which the caller is no member
 */
async function soundToPlay(
  work: Work,
  caller: Caller,
  view: GuildView,
  { sound_id, source_guild_id }: { sound_id: Snowflake; source_guild_id?: Snowflake | null },
): Promise<{ sound: PlayedSound; external: boolean }> {
  const defaultSound = DEFAULT_SOUNDS.find(({ id }) => id === sound_id)
  if (defaultSound) return { sound: { ...defaultSound, volume: 1, emoji_id: null }, external: false }
  const own = view.sounds.get(sound_id)
  if (own) return { sound: own, external: false }
  const other = await store.findSound(work, sound_id)
  const isNamed = other !== undefined && other.guild_id === source_guild_id
  if (!isNamed || !(await findMember(work, other.guild_id, caller.userId))) throw new ApiError('UNKNOWN_SOUND')
  return { sound: other, external: true }
}
