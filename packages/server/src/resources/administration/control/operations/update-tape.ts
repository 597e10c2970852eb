import { operation } from '../../../../kernel/operation.ts'
import { CONTROL } from '../requests.ts'
import { presentTape } from '../tape/present.ts'
import { TapeChange } from '../tape/requests.ts'
import { TapeState } from '../tape/responses.ts'

/** Update Tape: starts or stops recording. Records stay. */
export const updateTape = operation({
  ...CONTROL,
  id: 'update_tape',
  method: 'PATCH',
  path: '/tape',
  body: TapeChange,
  responses: { 200: TapeState },
  writes: false,

  async run({ body, platform }) {
    const { tape } = platform.control
    tape.recording = body.recording
    return presentTape(tape)
  },
})
