import { SnowflakeId, Type } from '../../validation/schema.ts'

export const EventPath = Type.Object({ guild_id: SnowflakeId, guild_scheduled_event_id: SnowflakeId })
export const ExceptionPath = Type.Object({ ...EventPath.properties, exception_id: SnowflakeId })
