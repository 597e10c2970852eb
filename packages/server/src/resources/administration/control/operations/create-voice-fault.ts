import type { Static } from 'typebox'
import { operation } from '../../../../kernel/operation.ts'
import type { MediaFault } from '../../../../kernel/voice-control.ts'
import { CONTROL, VoiceFaultRequest } from '../requests.ts'
import { FaultedMembers } from '../responses.ts'

/** Percentage of a fault that cuts the network. */
const ALL = 100

/** Create Voice Fault: media of the selected members is lost or late from now on, or no more. */
export const createVoiceFault = operation({
  ...CONTROL,
  id: 'create_voice_fault',
  method: 'POST',
  path: '/voice/faults',
  body: VoiceFaultRequest,
  responses: { 200: FaultedMembers },
  writes: false,

  async run({ body, platform }) {
    const filter = { userId: body.user_id, channelId: body.channel_id }
    return { members: platform.control.voice.fault(filter, faultOf(body)) }
  },
})

function faultOf({ type, percent = 10, delay_ms: delayMs = 0 }: Static<typeof VoiceFaultRequest>): MediaFault | null {
  switch (type) {
    case 'cut':
      return { lossPercent: ALL, delayMs: 0 }
    case 'loss':
      return { lossPercent: percent, delayMs }
    case 'delay':
      return { lossPercent: 0, delayMs }
    case 'none':
      return null
  }
}
