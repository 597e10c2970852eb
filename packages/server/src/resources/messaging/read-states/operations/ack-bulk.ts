import { operation } from '../../../../kernel/operation.ts'
import { SYSTEM_ACTOR } from '../../../../kernel/units.ts'
import { NoContent } from '../../../../validation/schema.ts'
import { planAck } from '../actions/acknowledge.ts'
import { saveAck } from '../actions/save.ts'
import { BulkAckRequest } from '../requests.ts'

/** Type of read states of channels. */
const CHANNEL = 0

/** Acknowledge Bulk: marks several channels as read. One that the person cannot see refuses the whole request. */
export const ackBulk = operation({
  id: 'ack_bulk',
  method: 'POST',
  path: '/read-states/ack-bulk',
  callers: ['person'],
  unlisted: true,
  body: BulkAckRequest,
  responses: { 204: NoContent },

  before({ caller, body, platform }) {
    const states = body.read_states.filter(({ read_state_type = CHANNEL }) => read_state_type === CHANNEL)
    return platform.units.read(SYSTEM_ACTOR, async (work) => {
      const acks = []
      for (const { channel_id, message_id } of states)
        acks.push(await planAck(work, caller, { channelId: channel_id, messageId: message_id, manual: false }))
      return acks
    })
  },

  async run({ work, prepared: acks }) {
    for (const ack of acks) if (ack) await saveAck(work, ack)
  },
})
