export { gameRelationshipsOf, relationshipsOf } from './actions/list.ts'
export { areFriends, isBlockedBetween } from './store.ts'
