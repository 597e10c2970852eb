import type { Snowflake } from '@guildhall/protocol'
import { job } from '../../../kernel/job.ts'

/** Work of one job: files by their keys, or the files that messages of deleted channels showed. */
export interface Removal {
  readonly keys: readonly string[]
  readonly channelIds: readonly Snowflake[]
}

/** Files may be removed, if nothing refers to them any more. */
export const filesDropped = job<Removal>('remove-files')
