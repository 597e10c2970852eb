import type { Snowflake } from '@guildhall/protocol'
import { job } from '../../../kernel/job.ts'

/** An integration that was removed. */
export interface RemovedIntegration {
  readonly guildId: Snowflake
  readonly applicationId: Snowflake
  /** Ids of rows that belong to a later integration are above this one. */
  readonly before: Snowflake
}

/** The commands of a removed integration are to be deleted. */
export const integrationRemoved = job<RemovedIntegration>('integration-removed')
