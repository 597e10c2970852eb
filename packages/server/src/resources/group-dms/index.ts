export { bearerOf as bearerOfGroupToken, dissolveGroup, editGroup, makeGroup, removeFromGroup } from './manage.ts'
