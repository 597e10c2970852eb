export { demandPassword } from './actions/check-password.ts'
export { hashChosenPassword } from './actions/choose-password.ts'
export { demandFreeName } from './actions/free-name.ts'
export { type Identity, identifyToken } from './actions/identify.ts'
export { listSessionsOf } from './actions/list-sessions-of.ts'
export { lockAccounts } from './actions/lock.ts'
export {
  addAccessToken,
  addBotToken,
  addUser,
  deleteUser,
  markSecondFactor,
  revokeBotTokens,
  saveDeletedUser,
  savePassword,
  saveUser,
} from './actions/save.ts'
export {
  beginSession,
  demandStaying,
  endAllSessions,
  endSignedInSessions,
  provedSecondFactor,
  recordSessionUse,
  replaceSession,
} from './actions/sessions.ts'
export { signInByName } from './actions/sign-in-by-name.ts'
export { sessionsEnded, sessionWanted, tokensPruned, tokensRevoked, userUpdate } from './events.ts'
export { FORMER_PASSWORD_MAX, newToken, sessionIdHash, tokenHash } from './model.ts'
export { boundedPasswords, hashGeneratedPassword, hashPassword, type PasswordCost } from './password.ts'
export { presentSelf, presentSelfFor, presentSettings, presentUser } from './present.ts'
export { mayHaveName } from './rules.ts'
export { getClientSettings } from './settings-store.ts'
export {
  findAddressHolder,
  findPassword,
  findUser,
  findUserByLogin,
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
} from './store.ts'
