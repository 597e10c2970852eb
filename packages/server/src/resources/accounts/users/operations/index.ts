import { beginDemoSession } from './begin-demo-session.ts'
import { endSessions } from './end-sessions.ts'
import { getMySettings } from './get-my-settings.ts'
import { getMySignIn } from './get-my-sign-in.ts'
import { getMyUser } from './get-my-user.ts'
import { getUser } from './get-user.ts'
import { listDemoPeople } from './list-demo-people.ts'
import { listSessions } from './list-sessions.ts'
import { login } from './login.ts'
import { logout } from './logout.ts'
import { updateMyAccount } from './update-my-account.ts'
import { updateMySettings } from './update-my-settings.ts'
import { updateMyUser } from './update-my-user.ts'

export const userOperations = [
  beginDemoSession,
  endSessions,
  getMySettings,
  getMySignIn,
  getMyUser,
  getUser,
  listDemoPeople,
  listSessions,
  login,
  logout,
  updateMyAccount,
  updateMySettings,
  updateMyUser,
]
