import { FriendSuggestionObject } from '@guildhall/protocol'
import { operation } from '../../../../kernel/operation.ts'
import { Type } from '../../../../validation/schema.ts'
import { suggestionsFor } from '../actions/list.ts'

/** List Friend Suggestions. */
export const listFriendSuggestions = operation({
  id: 'list_friend_suggestions',
  method: 'GET',
  path: '/friend-suggestions',
  callers: ['person'],
  unlisted: true,
  responses: { 200: Type.Array(FriendSuggestionObject) },

  run: ({ caller, work }) => suggestionsFor(work, caller.userId),
})
