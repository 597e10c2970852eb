import { GatewayOp } from '@guildhall/protocol'
import { gatewayCommand } from '../command.ts'
import { sendChannelInfo, sendSoundboardSounds } from '../guild-queries.ts'

/** Request Soundboard Sounds (op 31). Unknown guilds are ignored. */
export const requestSoundboardSounds = gatewayCommand({
  op: GatewayOp.REQUEST_SOUNDBOARD_SOUNDS,
  kinds: ['bot', 'person'],
  read: (data) => ({ data }),
  run: ({ gateway, session, background }, { data }) => background(sendSoundboardSounds(gateway.fanOut, session, data)),
})

/** Request Channel Info (op 43). Unknown guilds are ignored. */
export const requestChannelInfo = gatewayCommand({
  op: GatewayOp.REQUEST_CHANNEL_INFO,
  kinds: ['bot', 'person'],
  read: (data) => ({ data }),
  run: ({ gateway, session, background }, { data }) => background(sendChannelInfo(gateway.fanOut, session, data)),
})
