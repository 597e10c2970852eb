export { type Identity, identifyToken, NO_CALLER } from './actions/identify.ts'
export { beginSession, recordSessionUse } from './actions/sessions.ts'
export { signInByName } from './actions/sign-in-by-name.ts'
export { sessionsEnded, tokensPruned, tokensRevoked, userUpdate } from './events.ts'
export { newToken, tokenHash } from './model.ts'
export { boundedPasswords, hashGeneratedPassword, hashPassword } from './password.ts'
export { presentSelf, presentSelfFor, presentSettings, presentUser } from './present.ts'
export { mayHaveName } from './rules.ts'
export { getClientSettings } from './settings-store.ts'
export {
  deleteTokensOfUser,
  deleteUser,
  findUser,
  findUserByName,
  insertToken,
  insertUser,
  isNameTaken,
  keepSignIns,
  listPeople,
  listSignIns,
  listUsers,
  listUsersWithTagOf,
  setPassword,
  updateUser,
} from './store.ts'
