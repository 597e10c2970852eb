export { getSigningKey, type SigningKey, signIdToken } from './actions/signing.ts'
export { ACCESS_LIFETIME_S, issueAccessToken, issueTokens, revokeGrants } from './actions/tokens.ts'
export { secretFits } from './model.ts'
export { openidConfiguration } from './present.ts'
export {
  findAccessToken,
  hasGrantedScope,
  listGrantedApplications,
  listGrantingUsers,
  resealIdTokenKey,
} from './store.ts'
