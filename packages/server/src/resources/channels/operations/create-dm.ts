import { ApiError, Channel } from '@guildhall/protocol'
import { userTopic } from '../../../kernel/event.ts'
import { operation } from '../../../kernel/operation.ts'
import { Nullable, Optional, SnowflakeId, Type } from '../../../kernel/schema.ts'
import { guildIdsOf } from '../../members/index.ts'
import { findUser } from '../../users/index.ts'
import { dmCreate } from '../events.ts'
import { presentDm } from '../present.ts'
import * as store from '../store.ts'

/** Create DM: one channel for each pair. A bot reaches people who share a guild with it and let bots write to them. */
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
    const other = await findUser(work, otherId)
    if (!other) throw new ApiError('UNKNOWN_USER')
    const recipients = [caller.user, other]
    const existing = await store.findDm(work, caller.userId, otherId)
    if (existing) return presentDm(existing, caller.userId, recipients)
    const own = new Set(await guildIdsOf(work, caller.userId))
    const shared = (await guildIdsOf(work, otherId)).some((id) => own.has(id))
    if (caller.kind === 'bot' && (other.bot || !shared || !other.allow_dms)) throw new ApiError('CANNOT_SEND_TO_USER')
    const channel = await store.insertDm(work, work.nextId(), caller.userId, otherId)
    for (const { id } of recipients) work.emit(dmCreate, userTopic(id), { channel, viewerId: id, recipients })
    return presentDm(channel, caller.userId, recipients)
  },
})
