import { acceptGameRelationship } from './accept-game-relationship.ts'
import { bulkRequestFriends } from './bulk-request-friends.ts'
import { deleteFriendRequests } from './delete-friend-requests.ts'
import { deleteFriendSuggestion } from './delete-friend-suggestion.ts'
import { deleteGameRelationship } from './delete-game-relationship.ts'
import { deleteGameRelationshipOfApplication } from './delete-game-relationship-of-application.ts'
import { deleteRelationship } from './delete-relationship.ts'
import { ignoreUser } from './ignore-user.ts'
import { listFriendSuggestions } from './list-friend-suggestions.ts'
import { listGameRelationships } from './list-game-relationships.ts'
import { listRelationships } from './list-relationships.ts'
import { putGameRelationship } from './put-game-relationship.ts'
import { putRelationship } from './put-relationship.ts'
import { requestFriendByName } from './request-friend-by-name.ts'
import { requestGameFriendByName } from './request-game-friend-by-name.ts'
import { unignoreUser } from './unignore-user.ts'
import { updateRelationship } from './update-relationship.ts'

export const relationshipOperations = [
  acceptGameRelationship,
  bulkRequestFriends,
  deleteFriendRequests,
  deleteFriendSuggestion,
  deleteGameRelationship,
  deleteGameRelationshipOfApplication,
  deleteRelationship,
  ignoreUser,
  listFriendSuggestions,
  listGameRelationships,
  listRelationships,
  putGameRelationship,
  putRelationship,
  requestFriendByName,
  requestGameFriendByName,
  unignoreUser,
  updateRelationship,
]
