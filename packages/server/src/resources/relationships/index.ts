export { areFriends, isBlockedBetween } from './store.ts'
