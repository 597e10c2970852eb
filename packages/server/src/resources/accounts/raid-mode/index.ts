export { demandRaidParts, demandRaidPause, isRestrictedByRaid, raidModeOf } from './actions/raid.ts'
export { presentRaid, RaidObject } from './present.ts'
