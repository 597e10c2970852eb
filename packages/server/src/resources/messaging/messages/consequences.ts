import type { Snowflake } from '@guildhall/protocol'
import { consequence } from '../../../kernel/consequence.ts'
import type { ChannelLocation, HydratedMessage } from './model.ts'

/** Message at its place, hydrated for everyone: without the viewer's own reactions. */
export interface MessageAt {
  readonly location: ChannelLocation
  readonly hydrated: HydratedMessage
}

/** Change of a message. `rewritten`: its content is different. */
export interface MessageEdit extends MessageAt {
  readonly rewritten: boolean
}

/** Messages of one channel. */
export interface MessagesOfChannel {
  readonly location: ChannelLocation
  readonly ids: readonly Snowflake[]
}

/** A message was stored, and MESSAGE_CREATE was emitted. */
export const messageCreated = consequence<MessageAt>('message created')

/** A message was changed, and MESSAGE_UPDATE was emitted. */
export const messageEdited = consequence<MessageEdit>('message edited')

/** Messages of one channel are about to be deleted. */
export const messagesDeleting = consequence<MessagesOfChannel>('deleting messages')
