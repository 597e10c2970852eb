import Type from 'typebox'
import { eventSource } from '../command.ts'
import { NoArguments, NullableId } from '../commands/fields.ts'
import { demandChannel } from '../commands/guilds.ts'
import { LocalEvent, type SpeakingChange, type VoiceConnection } from '../host.ts'
import { PseudoScope } from '../scopes.ts'

const voiceConnectionStatus = eventSource({
  name: 'VOICE_CONNECTION_STATUS',
  scope: ['rpc', 'rpc.voice.read'],
  args: NoArguments,
  subscribe: ({ host }, _args, dispatch) =>
    host.on(LocalEvent.VOICE_CONNECTION, (status: VoiceConnection) => dispatch(status)),
})

/** Declares one of the two events about users who speak. Without a channel they are about every call of the person. */
function speakingEvent(name: 'SPEAKING_START' | 'SPEAKING_STOP', begins: boolean) {
  return eventSource({
    name,
    scope: ['rpc', 'rpc.voice.read', PseudoScope.LOCAL],
    args: Type.Object({ channel_id: Type.Optional(NullableId) }),
    subscribe({ host }, { channel_id }, dispatch) {
      if (channel_id != null) demandChannel(host, channel_id)
      return host.on(LocalEvent.SPEAKING, ({ channelId, userId, isSpeaking }: SpeakingChange) => {
        if (isSpeaking !== begins || (channel_id != null && channel_id !== channelId)) return
        dispatch({ channel_id: channelId, user_id: userId })
      })
    },
  })
}

export const voiceEvents = [
  voiceConnectionStatus,
  speakingEvent('SPEAKING_START', true),
  speakingEvent('SPEAKING_STOP', false),
]
