import { GatewayOp } from '@guildhall/protocol'
import { gatewayCommand } from '../command.ts'
import { readVoiceRequest } from '../voice-request.ts'

/** Update Voice State (op 4) in guilds, and in DMs for people. */
export const updateVoiceState = gatewayCommand({
  op: GatewayOp.VOICE_STATE_UPDATE,
  kinds: ['bot', 'person'],
  read: readVoiceRequest,
  run({ gateway, session, background, ignored }, { guildId, channelId, flags }) {
    if (guildId !== null) return background(gateway.voice.request(session, { guildId, channelId, flags }))
    if (session.kind !== 'person') return ignored('only people call in DMs')
    background(gateway.calls.request(session, channelId, flags))
  },
})
