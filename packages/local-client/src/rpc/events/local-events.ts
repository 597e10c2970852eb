import { eventSource } from '../command.ts'
import { NoArguments } from '../commands/fields.ts'
import { voiceSettingsObject } from '../commands/voice.ts'
import { LocalEvent, type VoicePlace } from '../host.ts'
import { PseudoScope } from '../scopes.ts'

const voiceChannelSelect = eventSource({
  name: 'VOICE_CHANNEL_SELECT',
  scope: ['rpc'],
  args: NoArguments,
  subscribe: ({ host }, _args, dispatch) =>
    host.on(LocalEvent.VOICE_CHANNEL, (place: VoicePlace | null) =>
      dispatch(place ? { channel_id: place.channelId, guild_id: place.guildId } : { channel_id: null }),
    ),
})

const voiceSettingsUpdate = eventSource({
  name: 'VOICE_SETTINGS_UPDATE',
  scope: ['rpc', 'rpc.voice.read'],
  args: NoArguments,
  subscribe: ({ host }, _args, dispatch) =>
    host.on(LocalEvent.VOICE_SETTINGS, () => dispatch(voiceSettingsObject(host.voiceSettings()))),
})

const voiceSettingsUpdate2 = eventSource({
  name: 'VOICE_SETTINGS_UPDATE_2',
  scope: [PseudoScope.LOCAL],
  args: NoArguments,
  subscribe: ({ host }, _args, dispatch) =>
    host.on(LocalEvent.VOICE_SETTINGS, () => {
      const { mute, deaf, mode } = host.voiceSettings()
      const users = [...host.userVoices()]
      dispatch({
        input_mode: { type: mode.type, shortcut: mode.shortcut.map(({ name, code }) => name ?? `${code}`).join('+') },
        local_mutes: users.filter(([, voice]) => voice.mute).map(([id]) => id),
        local_volumes: Object.fromEntries(users.map(([id, { volume }]) => [id, volume])),
        self_mute: mute,
        self_deaf: deaf,
      })
    }),
})

export const localEvents = [voiceChannelSelect, voiceSettingsUpdate, voiceSettingsUpdate2]
