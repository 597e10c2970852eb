import { RelationshipType } from '@guildhall/protocol'
import { operation } from '../../../../kernel/operation.ts'
import { Distinct, NoContent, OneOf, Optional, OptionalNullable, Type } from '../../../../validation/schema.ts'
import { rejectRequests } from '../actions/friends.ts'

const Filter = { SPAM: 1, IGNORED: 2 } as const

/** Bulk Remove Relationships: rejects incoming requests: all, those flagged as spam, or those of ignored users. */
export const deleteFriendRequests = operation({
  id: 'delete_friend_requests',
  method: 'DELETE',
  path: '/users/@me/relationships',
  callers: ['person'],
  unlisted: true,
  query: Type.Object({
    relationship_type: Optional(OneOf(RelationshipType.INCOMING_REQUEST, `${RelationshipType.INCOMING_REQUEST}`)),
    only_spam: Optional(Type.Boolean()),
  }),
  body: Type.Object({ filters: OptionalNullable(Distinct(OneOf(Filter.SPAM, Filter.IGNORED), 0, 2)) }),
  responses: { 204: NoContent },

  async run({ caller, query, body, work }) {
    const filters = body.filters ?? []
    const onlySpam = filters.includes(Filter.SPAM) || query.only_spam === true
    const onlyIgnored = filters.includes(Filter.IGNORED)
    await rejectRequests(work, caller.user, ({ spam, ignored }) => (spam || !onlySpam) && (ignored || !onlyIgnored))
  },
})
