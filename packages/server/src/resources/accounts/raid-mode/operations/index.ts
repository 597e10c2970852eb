import { updateRaidMode } from './update-raid-mode.ts'

export const raidModeOperations = [updateRaidMode]
