import { invalidForm } from '@guildhall/protocol'
import { Optional, SnowflakeId, type Static, Type } from '../../../validation/schema.ts'
import type { ReportTarget } from './model.ts'

/** Fields that name what is reported: a message by both ids, or a person, or a guild. */
export const TargetFields = {
  channel_id: Optional(SnowflakeId),
  message_id: Optional(SnowflakeId),
  user_id: Optional(SnowflakeId),
  guild_id: Optional(SnowflakeId),
}
const Target = Type.Object(TargetFields)

/**
 * Returns what a request names. A message goes before a person, and a person before a guild: clients send the guild of
 * a message too.
 *
 * @throws ApiError INVALID_FORM_BODY at the field that is missing
 */
export function targetOf(given: Static<typeof Target>): ReportTarget {
  const { channel_id: channelId, message_id: messageId, user_id: userId, guild_id: guildId } = given
  if (messageId !== undefined || channelId !== undefined) {
    if (messageId === undefined || channelId === undefined)
      throw invalidForm(
        [messageId === undefined ? 'message_id' : 'channel_id'],
        'BASE_TYPE_REQUIRED',
        'This field is required',
      )
    return { kind: 'message', channelId, messageId }
  }
  if (userId !== undefined) return { kind: 'user', userId }
  if (guildId !== undefined) return { kind: 'guild', guildId }
  throw invalidForm(['message_id'], 'BASE_TYPE_REQUIRED', 'This field is required')
}
