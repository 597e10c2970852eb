import { ApplicationFlag, Intent, type MessageObject, type Snowflake } from '@guildhall/protocol'
import type { AttachmentSigner } from '../../../kernel/attachment-urls.ts'
import type { Caller } from '../../../kernel/caller.ts'
import type { Viewer } from '../../../kernel/viewer.ts'
import type { HydratedMessage, StoredMessage, StoredSnapshot } from './model.ts'
import { presentMessage } from './present.ts'

/** A user, application or webhook that receives messages, over any transport. */
export interface MessageReader {
  readonly userId: Snowflake
  readonly applicationId: Snowflake | null
  readonly webhookId?: Snowflake
  /** Whether the reader is a person, or a bot with MESSAGE_CONTENT. */
  readonly readsAll: boolean
  /** Whether the reader is a recipient of the DM. False for an application that was used in a DM between others. */
  readonly inDm: boolean
}

const CONTENT_FLAGS = ApplicationFlag.GATEWAY_MESSAGE_CONTENT | ApplicationFlag.GATEWAY_MESSAGE_CONTENT_LIMITED
type ReadingApplication = { readonly id: Snowflake; readonly bot_id: Snowflake | null; readonly flags: bigint }

/**
 * Returns whether the application has MESSAGE_CONTENT enabled. HTTP checks this; a session checks its intents.
 * [END-46]
 */
function hasContentFlag(application: Pick<ReadingApplication, 'flags'> | null): boolean {
  return ((application?.flags ?? 0n) & CONTENT_FLAGS) !== 0n
}

/** Returns whether the caller may search messages: people, and bots whose application has MESSAGE_CONTENT. [END-46] */
export function searchesContent(caller: Caller): boolean {
  return caller.kind !== 'bot' || hasContentFlag(caller.application)
}

/** Returns the caller of an HTTP operation as the reader of its response. */
function callerAsReader(caller: Caller): MessageReader {
  const applicationId = caller.application?.id ?? null
  return { userId: caller.userId, applicationId, readsAll: searchesContent(caller), inDm: true }
}

/** Returns an application as the reader of an interaction, and of the responses to its callbacks. */
export function applicationAsReader(application: ReadingApplication, inDm: boolean): MessageReader {
  return {
    userId: application.bot_id ?? 0n,
    applicationId: application.id,
    webhookId: application.id,
    readsAll: hasContentFlag(application),
    inDm,
  }
}

/** Returns a gateway viewer as the reader of events. */
function viewerAsReader(viewer: Viewer): MessageReader {
  const readsAll = viewer.kind === 'person' || (viewer.intents & Intent.MESSAGE_CONTENT) !== 0
  return { userId: viewer.userId, applicationId: viewer.applicationId, readsAll, inDm: true }
}

/** Fields of a message, or of the message behind a snapshot, that the rule depends on. */
type ContentSource = Pick<StoredMessage, 'guild_id' | 'author_id' | 'application_id' | 'webhook_id' | 'mentions'>

/**
 * The only rule of message content. Bots read it with MESSAGE_CONTENT. Without it they read their own messages, DMs
 * with them, and messages that mention them. `readBy` of a part grants the target of a message command. [END-61]
 */
function mayReadContent(reader: MessageReader, message: ContentSource): boolean {
  if (reader.readsAll || (message.guild_id === null && reader.inDm)) return true
  if (message.author_id === reader.userId || message.mentions.includes(reader.userId)) return true
  if (message.webhook_id !== null && message.webhook_id === reader.webhookId) return true
  return message.application_id !== null && message.application_id === reader.applicationId
}

/** Returns whether the caller of an HTTP operation may read the content of a message. */
export function callerReadsContent(caller: Caller, message: StoredMessage): boolean {
  return mayReadContent(callerAsReader(caller), message)
}

/** A message or snapshot inside a hydrated message. Its content is visible or hidden individually. */
interface Part {
  /** The stored message or snapshot. */
  readonly stored: object
  readonly source: ContentSource
  /** The containing message, whose author may read this part in any case. */
  readonly readBy: StoredMessage | null
}

/** Lists the message itself and every message nested in it: the referenced one, and snapshots of either. */
function partsOf({ message, referenced }: HydratedMessage): Part[] {
  const parts: Part[] = [{ stored: message, source: message, readBy: null }]
  for (const snapshot of message.snapshots) parts.push(partOfSnapshot(message, snapshot))
  if (!referenced) return parts
  const [target, ...deeper] = partsOf(referenced)
  // The application received the content of its command's target with the interaction.
  const commanded = message.interaction_metadata?.target_message_id === referenced.message.id.toString()
  if (target) parts.push(commanded ? { ...target, readBy: message } : target)
  parts.push(...deeper)
  return parts
}

/** Returns the part of a snapshot. Its forwarder was able to read it, otherwise there would be no snapshot. */
function partOfSnapshot(message: StoredMessage, snapshot: StoredSnapshot): Part {
  const source = {
    guild_id: message.guild_id,
    author_id: snapshot.author_id ?? -1n,
    application_id: snapshot.application_id ?? null,
    webhook_id: null,
    // Snapshots of older versions may lack the field.
    mentions: (snapshot.message.mentions ?? []).map(({ id }) => BigInt(id)),
  }
  return { stored: snapshot, source, readBy: message }
}

function isAuthor({ userId, applicationId }: MessageReader, message: StoredMessage): boolean {
  return message.author_id === userId || (message.application_id !== null && message.application_id === applicationId)
}

function readsPart(reader: MessageReader, { source, readBy }: Part): boolean {
  return mayReadContent(reader, source) || (readBy !== null && isAuthor(reader, readBy))
}

/** Returns the users and applications that the rule names, for `evaluateIndividually` of message events. */
export function* namedReaders(hydrated: HydratedMessage): Iterable<Snowflake> {
  for (const { source, readBy } of partsOf(hydrated)) {
    yield source.author_id
    yield* source.mentions
    if (source.application_id !== null) yield source.application_id
    if (readBy) yield readBy.author_id
  }
}

/** Returns the variant of a message event for a viewer: one digit for each part, 0 where its content is hidden. */
export function contentVariant(viewer: Viewer, hydrated: HydratedMessage): string {
  return variantFor(viewerAsReader(viewer), hydrated)
}

function variantFor(reader: MessageReader, hydrated: HydratedMessage): string {
  if (reader.readsAll) return ''
  const digits = partsOf(hydrated).map((part) => (readsPart(reader, part) ? '1' : '0'))
  return digits.includes('0') ? digits.join('') : ''
}

const NONE: ReadonlySet<object> = new Set()

/** Returns the stored messages and snapshots whose content a variant hides. */
export function hiddenBy(variant: string, hydrated: HydratedMessage): ReadonlySet<object> {
  if (variant === '') return NONE
  return new Set(partsOf(hydrated).flatMap(({ stored }, index) => (variant[index] === '0' ? [stored] : [])))
}

/** Returns the message object for a reader. The content of each message nested in it is decided individually. */
export function presentForReader(
  reader: MessageReader,
  hydrated: HydratedMessage,
  urls: AttachmentSigner,
): MessageObject {
  if (reader.readsAll) return presentMessage(hydrated, NONE, urls)
  const hidden = partsOf(hydrated).filter((part) => !readsPart(reader, part))
  return presentMessage(hydrated, hidden.length === 0 ? NONE : new Set(hidden.map(({ stored }) => stored)), urls)
}

/** Returns the variant of a message for the caller of an HTTP operation, as `contentVariant` does for a viewer. */
export function callerVariant(caller: Caller, hydrated: HydratedMessage): string {
  return variantFor(callerAsReader(caller), hydrated)
}

/** Returns the message object of a variant. */
export function presentMessageVariant(
  hydrated: HydratedMessage,
  variant: string,
  urls: AttachmentSigner,
): MessageObject {
  return presentMessage(hydrated, hiddenBy(variant, hydrated), urls)
}

/** Returns the target of a message command. Its application always reads the content of the target itself. [SVC-6] */
export function presentCommandTarget(
  reader: MessageReader,
  hydrated: HydratedMessage,
  urls: AttachmentSigner,
): MessageObject {
  const hidden = partsOf(hydrated).filter((part) => part.stored !== hydrated.message && !readsPart(reader, part))
  return presentMessage(hydrated, new Set(hidden.map(({ stored }) => stored)), urls)
}

/** Returns the message object for the response to a caller. */
export function presentMessageForCaller(
  caller: Caller,
  hydrated: HydratedMessage,
  urls: AttachmentSigner,
): MessageObject {
  return presentForReader(callerAsReader(caller), hydrated, urls)
}
