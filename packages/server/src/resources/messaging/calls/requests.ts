import { SnowflakeId, Type } from '../../../validation/schema.ts'

/** Recipients in a request: more than a group DM can have is not a list of recipients. */
export const GROUP_DM_RECIPIENTS = Type.Array(SnowflakeId, { maxItems: 25 })
