import { getSelfVoiceState } from './get-self-voice-state.ts'
import { getVoiceState } from './get-voice-state.ts'
import { listGuildVoiceRegions } from './list-guild-voice-regions.ts'
import { listVoiceRegions } from './list-voice-regions.ts'
import { updateSelfVoiceState } from './update-self-voice-state.ts'
import { updateVoiceChannelStatus } from './update-voice-channel-status.ts'
import { updateVoiceState } from './update-voice-state.ts'

export const voiceStateOperations = [
  getSelfVoiceState,
  getVoiceState,
  listGuildVoiceRegions,
  listVoiceRegions,
  updateSelfVoiceState,
  updateVoiceChannelStatus,
  updateVoiceState,
]
