import { operation } from '../../../../kernel/operation.ts'
import { SYSTEM_ACTOR } from '../../../../kernel/units.ts'
import { SnowflakeId, Type } from '../../../../validation/schema.ts'
import { planAck } from '../actions/acknowledge.ts'
import { saveAck } from '../actions/save.ts'
import { AckRequest } from '../requests.ts'

/** Acknowledge Message: marks a channel as read up to a message, or as unread after it. */
export const ackMessage = operation({
  id: 'ack_message',
  method: 'POST',
  path: '/channels/:channel_id/messages/:message_id/ack',
  callers: ['person'],
  unlisted: true,
  params: Type.Object({ channel_id: SnowflakeId, message_id: SnowflakeId }),
  body: AckRequest,
  responses: { 200: Type.Object({ token: Type.Null() }) },

  before({ caller, params, body, platform }) {
    const ack = { channelId: params.channel_id, messageId: params.message_id, manual: body.manual ?? false }
    return platform.units.read(SYSTEM_ACTOR, (work) => planAck(work, caller, ack))
  },

  async run({ work, prepared: ack }) {
    if (ack) await saveAck(work, ack)
    return { token: null }
  },
})
