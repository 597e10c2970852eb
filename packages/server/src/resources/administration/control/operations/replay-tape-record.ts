import { ApiError, invalidForm } from '@guildhall/protocol'
import { operation } from '../../../../kernel/operation.ts'
import { CONTROL } from '../requests.ts'
import { presentRecord } from '../tape/present.ts'
import { TapePath } from '../tape/requests.ts'
import { TapeRecordState } from '../tape/responses.ts'

/** Replay Tape Record: sends a delivery again, with a new signature. Its response is recorded, not carried out. */
export const replayTapeRecord = operation({
  ...CONTROL,
  id: 'replay_tape_record',
  method: 'POST',
  path: '/tape/:record_id/replay',
  params: TapePath,
  responses: { 200: TapeRecordState },
  writes: false,

  // Outside the unit of work: the server of the application may take seconds.
  async before({ params, platform }) {
    const { tape } = platform.control
    const record = tape.get(params.record_id)
    if (!record) throw new ApiError('NOT_FOUND')
    const { replay } = record.entry
    if (!replay) throw refusal('Only deliveries with a valid signature can be sent again.')
    const again = tape.recording ? await replay() : null
    if (!again) throw refusal('The tape is off, so the new record would be lost. Turn recording on first.')
    return again
  },

  async run({ prepared }) {
    return presentRecord(prepared)
  },
})

function refusal(message: string): ApiError {
  return invalidForm(['record_id'], 'BASE_TYPE_CHOICES', message)
}
