import { operation } from '../../../../kernel/operation.ts'
import { NoContent } from '../../../../validation/schema.ts'
import { otherUser } from '../actions/parties.ts'
import { dismissSuggestion } from '../actions/suggestions.ts'
import { UserPath } from '../requests.ts'

/** Remove Friend Suggestion. */
export const deleteFriendSuggestion = operation({
  id: 'delete_friend_suggestion',
  method: 'DELETE',
  path: '/friend-suggestions/:user_id',
  callers: ['person'],
  unlisted: true,
  params: UserPath,
  responses: { 204: NoContent },

  async run({ caller, params, work }) {
    await dismissSuggestion(work, caller.user, await otherUser(work, caller, params.user_id))
  },
})
