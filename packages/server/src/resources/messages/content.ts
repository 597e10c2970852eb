import { ApplicationFlag, Intent, type MessageObject, type Snowflake } from '@guildhall/protocol'
import type { AttachmentSigner } from '../../kernel/attachment-urls.ts'
import type { Caller } from '../../kernel/caller.ts'
import type { Viewer } from '../../kernel/viewer.ts'
import type { Message, ShownMessage } from './message.ts'
import { presentMessage } from './present.ts'

/** A user, application or webhook that is sent messages, over any transport. */
export interface ContentReader {
  readonly userId: Snowflake
  readonly applicationId: Snowflake | null
  readonly webhookId?: Snowflake
  /** People, and bots with MESSAGE_CONTENT. */
  readonly readsAll: boolean
  /** False for an application that was used in a DM between others. */
  readonly inDm: boolean
}

const CONTENT_SWITCH = ApplicationFlag.GATEWAY_MESSAGE_CONTENT | ApplicationFlag.GATEWAY_MESSAGE_CONTENT_LIMITED
type Switched = { readonly id: Snowflake; readonly bot_id: Snowflake | null; readonly flags: bigint }

/** Returns whether the application has the MESSAGE_CONTENT switch on. HTTP goes by it, a session by its intents. [END-46] */
function hasContentSwitch(application: Pick<Switched, 'flags'> | null): boolean {
  return ((application?.flags ?? 0n) & CONTENT_SWITCH) !== 0n
}

/** Returns whether the caller may search messages: people, and bots whose application has the switch on. [END-46] */
export function searchesContent(caller: Caller): boolean {
  return caller.kind !== 'bot' || hasContentSwitch(caller.application)
}

/** The caller of an HTTP operation, as a reader of its response. */
function callerAsReader(caller: Caller): ContentReader {
  const applicationId = caller.application?.id ?? null
  return { userId: caller.userId, applicationId, readsAll: searchesContent(caller), inDm: true }
}

/** An application, as the reader of an interaction or of the responses to its callbacks. */
export function applicationAsReader(application: Switched, inDm: boolean): ContentReader {
  return {
    userId: application.bot_id ?? 0n,
    applicationId: application.id,
    webhookId: application.id,
    readsAll: hasContentSwitch(application),
    inDm,
  }
}

/** A gateway viewer, as a reader of events. */
function viewerAsReader(viewer: Viewer): ContentReader {
  const readsAll = viewer.kind === 'person' || (viewer.intents & Intent.MESSAGE_CONTENT) !== 0
  return { userId: viewer.userId, applicationId: viewer.applicationId, readsAll, inDm: true }
}

/** What the rule asks of a message, or of the message that a snapshot was taken of. */
type Judged = Pick<Message, 'guild_id' | 'author_id' | 'application_id' | 'webhook_id' | 'mentions'>

/**
 * The one rule of message content: bots read it by MESSAGE_CONTENT, and without it in their own messages, in DMs with them
 * and in messages that mention them. The target of a message command is excepted by `contains`. [END-61] [message content]
 */
function mayReadContent(reader: ContentReader, message: Judged): boolean {
  if (reader.readsAll || (message.guild_id === null && reader.inDm)) return true
  if (message.author_id === reader.userId || message.mentions.includes(reader.userId)) return true
  if (message.webhook_id !== null && message.webhook_id === reader.webhookId) return true
  return message.application_id !== null && message.application_id === reader.applicationId
}

export function callerReadsContent(caller: Caller, message: Message): boolean {
  return mayReadContent(callerAsReader(caller), message)
}

/** A message or snapshot inside a rendered message: hidden or shown individually. */
interface Part {
  /** The stored message or snapshot. */
  readonly source: object
  readonly judged: Judged
  /** The message that contains it, when its writer has read this part in any case. */
  readonly readBy: Message | null
}

/** Lists the message itself and every message nested in it: the referenced one, and snapshots of either. */
function partsOf({ message, referenced }: ShownMessage): Part[] {
  const parts: Part[] = [{ source: message, judged: message, readBy: null }]
  for (const snapshot of message.snapshots) parts.push(partOfSnapshot(message, snapshot))
  if (!referenced) return parts
  const [target, ...deeper] = partsOf(referenced)
  // The application was given its target's content with the interaction.
  const commanded = message.interaction_metadata?.target_message_id === referenced.message.id.toString()
  if (target) parts.push(commanded ? { ...target, readBy: message } : target)
  parts.push(...deeper)
  return parts
}

/** A snapshot has no author on the wire; the stored one names it. Its forwarder could read it, else there would be none. */
function partOfSnapshot(message: Message, snapshot: Message['snapshots'][number]): Part {
  const { author_id, application_id } = snapshot as { author_id?: Snowflake; application_id?: Snowflake | null }
  const { mentions = [] } = snapshot.message as { mentions?: { id: string }[] }
  const judged = {
    guild_id: message.guild_id,
    author_id: author_id ?? -1n,
    application_id: application_id ?? null,
    webhook_id: null,
    mentions: mentions.map(({ id }) => BigInt(id)),
  }
  return { source: snapshot, judged, readBy: message }
}

function isOwn({ userId, applicationId }: ContentReader, message: Message): boolean {
  return message.author_id === userId || (message.application_id !== null && message.application_id === applicationId)
}

function readsPart(reader: ContentReader, { judged, readBy }: Part): boolean {
  return mayReadContent(reader, judged) || (readBy !== null && isOwn(reader, readBy))
}

/** Users and applications whose reading differs from that of others with the same intents: for `apart` of events. */
export function* namedReaders(shown: ShownMessage): Iterable<Snowflake> {
  for (const { judged, readBy } of partsOf(shown)) {
    yield judged.author_id
    yield* judged.mentions
    if (judged.application_id !== null) yield judged.application_id
    if (readBy) yield readBy.author_id
  }
}

/** Returns the variant of a message event for a viewer: one digit for each part, 0 where its content is hidden. */
export function contentVariant(viewer: Viewer, shown: ShownMessage): string {
  const reader = viewerAsReader(viewer)
  if (reader.readsAll) return ''
  const digits = partsOf(shown).map((part) => (readsPart(reader, part) ? '1' : '0'))
  return digits.includes('0') ? digits.join('') : ''
}

const NONE: ReadonlySet<object> = new Set()

/** Returns the stored messages and snapshots whose content a variant hides. */
export function hiddenBy(variant: string, shown: ShownMessage): ReadonlySet<object> {
  if (variant === '') return NONE
  return new Set(partsOf(shown).flatMap(({ source }, index) => (variant[index] === '0' ? [source] : [])))
}

/** Returns the message object as a reader may read it; each message nested in it is judged individually. */
export function presentForReader(reader: ContentReader, shown: ShownMessage, urls: AttachmentSigner): MessageObject {
  if (reader.readsAll) return presentMessage(shown, NONE, urls)
  const hidden = partsOf(shown).filter((part) => !readsPart(reader, part))
  return presentMessage(shown, hidden.length === 0 ? NONE : new Set(hidden.map(({ source }) => source)), urls)
}

/** Returns the target of a message command, whose content its application always reads. [SVC-6] */
export function presentTarget(reader: ContentReader, shown: ShownMessage, urls: AttachmentSigner): MessageObject {
  const hidden = partsOf(shown).filter((part) => part.source !== shown.message && !readsPart(reader, part))
  return presentMessage(shown, new Set(hidden.map(({ source }) => source)), urls)
}

export function presentFor(caller: Caller, shown: ShownMessage, urls: AttachmentSigner): MessageObject {
  return presentForReader(callerAsReader(caller), shown, urls)
}
