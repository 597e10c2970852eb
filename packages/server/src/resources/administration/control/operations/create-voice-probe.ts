import { ApiError } from '@guildhall/protocol'
import { operation } from '../../../../kernel/operation.ts'
import { CONTROL, VoiceProbeRequest } from '../requests.ts'
import { VoiceProbe } from '../responses.ts'

/** Create Voice Probe: opens a way of media that belongs to no call, by which a client tries the network. */
export const createVoiceProbe = operation({
  ...CONTROL,
  id: 'create_voice_probe',
  method: 'POST',
  path: '/voice/probes',
  body: VoiceProbeRequest,
  responses: { 200: VoiceProbe },
  writes: false,

  async run({ body, platform }) {
    const sdp = platform.control.voice.probe(body.sdp)
    if (sdp === null) throw new ApiError('OVERLOADED')
    if (sdp === undefined) throw new ApiError('INVALID_FORM_BODY')
    return { sdp }
  },
})
