import { getUserProfile } from './get-user-profile.ts'

export const profileOperations = [getUserProfile]
