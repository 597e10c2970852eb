import { getMyUser } from './get-my-user.ts'
import { getUser } from './get-user.ts'
import { login } from './login.ts'
import { updateMyUser } from './update-my-user.ts'

export const userOperations = [getMyUser, getUser, login, updateMyUser]
