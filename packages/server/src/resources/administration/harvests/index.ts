export { HarvestMaker } from './actions/maker.ts'
export { failHarvest, removeHarvest, removeHarvestsOfAccount } from './actions/save.ts'
