import { SnowflakeId, Type } from '../../validation/schema.ts'

export const ChannelParams = Type.Object({ channel_id: SnowflakeId })
export const MessageParams = Type.Object({ channel_id: SnowflakeId, message_id: SnowflakeId })
