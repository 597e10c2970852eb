import { APPLIED_TAGS_MAX, type Snowflake, WEBHOOK_NAME_MAX } from '@guildhall/protocol'
import {
  ImageData,
  Optional,
  OptionalNullable,
  SnowflakeId,
  type Static,
  Text,
  Type,
} from '../../../validation/schema.ts'
import { MessageRequest } from '../../messaging/messages/index.ts'

export const WebhookParams = Type.Object({ webhook_id: SnowflakeId })
export const TokenParams = Type.Object({ webhook_id: SnowflakeId, webhook_token: Text(1, 1000) })
export const MessageOfWebhookParams = Type.Object({ ...TokenParams.properties, message_id: SnowflakeId })

/** Trimmed name of a webhook. The public platform forbids its own names. */
export const WebhookName = Type.String({
  minLength: 1,
  maxLength: WEBHOOK_NAME_MAX,
  trim: true,
  pattern: '^(?!.*([Cc][Ll][Yy][Dd][Ee]|[Dd][Ii][Ss][Cc][Oo][Rr][Dd])).*$',
})

/** Body of Modify Webhook with Token. */
export const WebhookTokenChanges = Type.Object({
  name: OptionalNullable(WebhookName),
  avatar: OptionalNullable(ImageData),
})

/** Body of Modify Webhook. */
export const WebhookChanges = Type.Object({
  ...WebhookTokenChanges.properties,
  channel_id: OptionalNullable(SnowflakeId),
})

/** Body of Execute Webhook: a message, with the name and avatar to post it under. */
export const ExecuteRequest = Type.Object({
  ...MessageRequest.properties,
  username: OptionalNullable(WebhookName),
  avatar_url: OptionalNullable(Text(0, 2048)),
  thread_name: OptionalNullable(Text(1, 100)),
  applied_tags: OptionalNullable(Type.Array(SnowflakeId, { maxItems: APPLIED_TAGS_MAX })),
})
export type ExecuteRequest = Static<typeof ExecuteRequest>

export const ThreadQuery = Type.Object({ thread_id: Optional(SnowflakeId), with_components: Optional(Type.Boolean()) })
export const ForeignQuery = Type.Object({ wait: Optional(Type.Boolean()), thread_id: Optional(SnowflakeId) })

/** Id of a message, or `@original` for the first response to an interaction. */
export type OwnMessageId = Snowflake | '@original'
