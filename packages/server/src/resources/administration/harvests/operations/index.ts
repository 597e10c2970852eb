import { createHarvest } from './create-harvest.ts'
import { downloadHarvest } from './download-harvest.ts'
import { exportAccount } from './export-account.ts'
import { getHarvest } from './get-harvest.ts'

export const harvestOperations = [createHarvest, downloadHarvest, exportAccount, getHarvest]
