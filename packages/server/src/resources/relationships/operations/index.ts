import { deleteRelationship } from './delete-relationship.ts'
import { listRelationships } from './list-relationships.ts'
import { putRelationship } from './put-relationship.ts'
import { requestFriendByName } from './request-friend-by-name.ts'

export const relationshipOperations = [deleteRelationship, listRelationships, putRelationship, requestFriendByName]
