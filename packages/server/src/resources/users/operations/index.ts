import { getMyUser } from './get-my-user.ts'
import { login } from './login.ts'

export const userOperations = [
  getMyUser,
  login,
]
