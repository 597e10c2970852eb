import { SnowflakeId, Type } from '../../../validation/schema.ts'

/** Path of an application. */
export const ApplicationParams = Type.Object({ application_id: SnowflakeId })
/** Path of an entitlement. */
export const EntitlementParams = Type.Object({ application_id: SnowflakeId, entitlement_id: SnowflakeId })
