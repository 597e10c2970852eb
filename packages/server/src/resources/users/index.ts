export { tokensPruned, tokensRevoked, userUpdate } from './events.ts'
export { type Identity, identityOfToken, NO_CALLER } from './identity.ts'
export { hashGeneratedPassword, hashPassword } from './password.ts'
export { presentSelf, presentUser } from './present.ts'
export { noteSessionUse } from './sessions.ts'
export {
  deleteTokens,
  find as findUser,
  insert as insertUser,
  insertToken,
  list as listUsers,
  listWithTagOf as listUsersWithTagOf,
  setPassword,
  update as updateUser,
  userOfRow,
} from './store.ts'
export { newToken, tokenHash } from './tokens.ts'
