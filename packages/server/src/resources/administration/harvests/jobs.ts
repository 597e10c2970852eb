import type { Snowflake } from '@guildhall/protocol'
import { job } from '../../../kernel/job.ts'

/** A package that is to be made, or to be removed. */
export interface HarvestJob {
  readonly id: Snowflake
}

/** A package waits, or the process that made it may have ended. */
export const harvestDue = job<HarvestJob>('harvest')

/** A package can be downloaded no more. */
export const harvestExpires = job<HarvestJob>('harvest-expired')
