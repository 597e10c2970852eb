export { inviteExpired } from './expire.ts'
