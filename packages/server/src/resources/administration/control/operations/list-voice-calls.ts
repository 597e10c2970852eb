import { operation } from '../../../../kernel/operation.ts'
import { Type } from '../../../../validation/schema.ts'
import { presentCall } from '../present.ts'
import { CONTROL } from '../requests.ts'
import { VoiceCallState } from '../responses.ts'

/** List Voice Calls: the calls of this process, with their members, kinds, loss and delay. */
export const listVoiceCalls = operation({
  ...CONTROL,
  id: 'list_voice_calls',
  method: 'GET',
  path: '/voice/calls',
  responses: { 200: Type.Array(VoiceCallState) },

  async run({ platform }) {
    return (await platform.control.voice.calls()).map(presentCall)
  },
})
