import { Intent, type Snowflake, VoiceEffectAnimation } from '@guildhall/protocol'
import { eventType } from '../../../kernel/event.ts'
import type { StoredSoundboardSound } from '../../../kernel/model.ts'
import { presentSound } from './present.ts'

/** Returns an event with one sound, sent to all members of its guild. */
function soundEvent(key: string, name: string) {
  return eventType<StoredSoundboardSound>({
    key,
    name,
    intents: () => Intent.GUILD_EXPRESSIONS,
    visibleTo: () => true,
    present: (sound) => presentSound(sound),
    apply: (view, sound) => void view.sounds.set(sound.id, sound),
  })
}

export const guildSoundboardSoundCreate = soundEvent('soundboard-sound.created', 'GUILD_SOUNDBOARD_SOUND_CREATE')
export const guildSoundboardSoundUpdate = soundEvent('soundboard-sound.updated', 'GUILD_SOUNDBOARD_SOUND_UPDATE')

export const guildSoundboardSoundDelete = eventType<{ guildId: Snowflake; soundId: Snowflake }>({
  key: 'soundboard-sound.deleted',
  name: 'GUILD_SOUNDBOARD_SOUND_DELETE',
  intents: () => Intent.GUILD_EXPRESSIONS,
  visibleTo: () => true,
  present: ({ guildId, soundId }) => ({ sound_id: soundId.toString(), guild_id: guildId.toString() }),
  apply: (view, { soundId }) => void view.sounds.delete(soundId),
})

/** Sound that a member plays in a voice channel. */
export interface VoiceChannelEffect {
  readonly guildId: Snowflake
  readonly channelId: Snowflake
  readonly userId: Snowflake
  /** Users connected to the channel, who alone receive the event. */
  readonly recipients: ReadonlySet<Snowflake>
  readonly sound: { id: Snowflake; volume: number }
  readonly emoji: { id: string | null; name: string | null; animated: boolean } | null
}

/** Sent to the users connected to a channel in which a member plays a sound. */
export const voiceChannelEffectSend = eventType<VoiceChannelEffect>({
  key: 'voice-channel-effect.sent',
  name: 'VOICE_CHANNEL_EFFECT_SEND',
  intents: () => Intent.GUILD_VOICE_STATES,
  visibleTo: (viewer, { recipients }) => recipients.has(viewer.userId),
  evaluateIndividually: ({ recipients }) => recipients,
  visibleInChannel: ({ channelId }) => channelId,
  present: ({ guildId, channelId, userId, sound, emoji }) => ({
    channel_id: channelId.toString(),
    guild_id: guildId.toString(),
    user_id: userId.toString(),
    sound_id: sound.id.toString(),
    sound_volume: sound.volume,
    animation_type: VoiceEffectAnimation.BASIC,
    animation_id: 0,
    emoji,
  }),
})
