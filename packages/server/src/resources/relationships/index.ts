export { gameRelationshipsOf, relationshipsOf } from './actions/list.ts'
export { moveRelationships, purgeRelationships } from './actions/moves.ts'
export { areFriends, isBlockedBetween } from './store.ts'
