import { PollVotersObject, REACTION_USERS_PAGE_MAX } from '@guildhall/protocol'
import { messageForCaller } from '../../../../access/message.ts'
import { operation } from '../../../../kernel/operation.ts'
import { Int, Optional, SnowflakeId, Type } from '../../../../validation/schema.ts'
import { listUsers, presentUser } from '../../../accounts/users/index.ts'
import { getPoll } from '../actions/poll.ts'
import { listVoterIds } from '../poll-store.ts'

const PAGE_DEFAULT = 25

/** Get Answer Voters: users by ascending id. */
export const getAnswerVoters = operation({
  id: 'get_answer_voters',
  method: 'GET',
  path: '/channels/:channel_id/polls/:message_id/answers/:answer_id',
  callers: ['bot', 'person'],
  params: Type.Object({ channel_id: SnowflakeId, message_id: SnowflakeId, answer_id: Int(1, 1000) }),
  query: Type.Object({ after: Optional(SnowflakeId), limit: Optional(Int(1, REACTION_USERS_PAGE_MAX)) }),
  responses: { 200: PollVotersObject },

  async run({ caller, params, query, work }) {
    const { message } = await messageForCaller(work, caller, params)
    getPoll(message)
    const limit = query.limit ?? PAGE_DEFAULT
    const ids = await listVoterIds(work, message.id, params.answer_id, query.after ?? 0n, limit)
    const users = await listUsers(work, ids)
    return { users: ids.flatMap((id) => users.get(id) ?? []).map(presentUser) }
  },
})
