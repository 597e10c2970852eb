import {
  ApiError,
  FORWARDABLE_MESSAGE_TYPES,
  has,
  invalidForm,
  MessageFlag,
  MessageReferenceType,
  type MessageSnapshotObject,
  Permission,
} from '@guildhall/protocol'
import { channelForCaller } from '../../../../access/channel.ts'
import { UNSIGNED } from '../../../../kernel/attachment-urls.ts'
import type { Caller } from '../../../../kernel/caller.ts'
import type { Work } from '../../../../kernel/work.ts'
import { callerReadsContent } from '../content-present.ts'
import { type HydratedMessage, type MessageDraft, referenceTo } from '../model.ts'
import { presentMessage } from '../present.ts'
import type { MessageRequest } from '../requests.ts'
import { findMessage } from '../store.ts'
import { hydrateMessages } from './hydrate.ts'
import { unknownReference } from './reply.ts'

/**
 * Returns the fields of a forward: a snapshot of a message that the caller can read. [END-61] [ERR-3]
 *
 * @throws INVALID_MESSAGE_TYPE (50068) for system messages, polls and invites to activities; CANNOT_FORWARD_UNREADABLE
 *   for hidden content; a form fault for an unknown message; the errors of `channelForCaller`
 */
export async function forwardFields(
  work: Work,
  caller: Caller,
  reference: NonNullable<MessageRequest['message_reference']>,
): Promise<Pick<MessageDraft, 'flags' | 'reference' | 'snapshots'>> {
  const { channel_id, message_id } = reference
  if (!message_id) throw unknownReference()
  if (channel_id == null)
    throw invalidForm(['message_reference', 'channel_id'], 'BASE_TYPE_REQUIRED', 'This field is required')
  const from = await channelForCaller(work, caller, channel_id)
  const message = has(from.permissions, Permission.READ_MESSAGE_HISTORY)
    ? await findMessage(work, from.channel.id, message_id)
    : undefined
  if (!message) throw unknownReference()
  if (!FORWARDABLE_MESSAGE_TYPES.has(message.type) || message.poll || message.activity)
    throw new ApiError('INVALID_MESSAGE_TYPE')
  if (!callerReadsContent(caller, message)) throw new ApiError('CANNOT_FORWARD_UNREADABLE')
  const [source] = await hydrateMessages(work, [message], 0n)
  if (!source) throw unknownReference()
  // A forward of a forward shares its snapshot: snapshots do not nest.
  const { author_id, application_id } = message
  const snapshots =
    message.snapshots.length > 0 ? message.snapshots : [{ message: snapshotOf(source), author_id, application_id }]
  return {
    flags: MessageFlag.HAS_SNAPSHOT,
    reference: referenceTo(message, MessageReferenceType.FORWARD),
    snapshots,
  }
}

/** Returns the snapshot as it is stored: with unsigned addresses, and with the attachments that an embed displays. */
function snapshotOf(source: HydratedMessage): MessageSnapshotObject['message'] {
  const object = presentMessage(source, new Set(), UNSIGNED)
  const { type, content, embeds, timestamp, edited_timestamp, flags } = object
  const { mentions, mention_roles, sticker_items, components } = object
  const { attachments } = source.message
  return {
    type,
    content,
    embeds,
    attachments,
    timestamp,
    edited_timestamp,
    flags,
    mentions,
    mention_roles,
    ...(sticker_items && { sticker_items }),
    components,
  }
}
