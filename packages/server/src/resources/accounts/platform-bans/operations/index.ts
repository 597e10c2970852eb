import { createPlatformBan } from './create-platform-ban.ts'
import { deletePlatformBan } from './delete-platform-ban.ts'

export const platformBanOperations = [createPlatformBan, deletePlatformBan]
