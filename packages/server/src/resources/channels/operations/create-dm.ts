import { ApiError, Channel, demand } from '@guildhall/protocol'
import { operation } from '../../../kernel/operation.ts'
import { Nullable, Optional, SnowflakeId, Type } from '../../../kernel/schema.ts'
import { mayMeetInDm } from '../../guilds/index.ts'
import { listUsers } from '../../users/index.ts'
import { findDm, insertDm } from '../dm-store.ts'
import { mayWriteTo, openDm } from '../dms.ts'
import { presentDm } from '../present.ts'

/** Create DM: one channel for each pair. The other is shown it with the first message. */
export const createDm = operation({
  id: 'create_dm',
  method: 'POST',
  path: '/users/@me/channels',
  callers: ['bot', 'person'],
  body: Type.Object({
    recipient_id: Optional(Nullable(SnowflakeId)),
    recipients: Optional(Nullable(Type.Array(SnowflakeId, { maxItems: 1 }))),
  }),
  answers: { 200: Channel },

  async run({ caller, body, work }) {
    const otherId = body.recipient_id ?? body.recipients?.[0]
    if (otherId == null || otherId === caller.userId) throw new ApiError('INVALID_RECIPIENTS')
    const existing = await findDm(work, caller.userId, otherId)
    if (!existing) {
      demand(await mayWriteTo(work, caller.user, otherId))
      demand(await mayMeetInDm(work, caller.userId, otherId))
    }
    const channel = existing ?? (await insertDm(work, work.nextId(), caller.userId, otherId))
    await openDm(work, channel, [caller.userId])
    return presentDm(channel, caller.userId, [...(await listUsers(work, channel.recipient_ids)).values()])
  },
})
