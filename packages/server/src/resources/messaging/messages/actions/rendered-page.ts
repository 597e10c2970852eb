import type { MessageObject, Snowflake } from '@guildhall/protocol'
import type { AttachmentSigner } from '../../../../kernel/attachment-urls.ts'
import type { Caller } from '../../../../kernel/caller.ts'
import { JsonText } from '../../../../kernel/operation.ts'
import type { StampedChange } from '../../../../kernel/store/table-changes.ts'
import type { Work } from '../../../../kernel/work.ts'
import { callerVariant, presentMessageVariant, searchesContent } from '../content-present.ts'
import type { HydratedMessage } from '../model.ts'
import { listMessageIds, listMessagesById, type MessageWindow } from '../store.ts'
import { hydrateMessages } from './hydrate.ts'

/** Changes that a rendered message with neither reactions nor polls, threads and files depends on. */
const CHANGES: readonly StampedChange[] = ['change messages', 'change users', 'insert reactions', 'change reactions']
/** Changes that the ids of a page depend on as well. */
const PAGE_CHANGES: readonly StampedChange[] = [...CHANGES, 'insert messages']
/** Memory of the objects of a kept message, besides its texts. */
const MESSAGE_BYTES = 2_000

/** A message that looks alike to all viewers who may read the same parts of it. */
interface Kept {
  readonly hydrated: HydratedMessage
  /** JSON by the variant of content. */
  readonly texts: Map<string, Uint8Array>
}

const [COMMA, OPEN, CLOSE] = [Buffer.from(','), Buffer.from('['), Buffer.from(']')]

/**
 * Returns a page of a channel as JSON, newest first. Messages that look alike to all viewers are rendered once, until a
 * row that they are made of changes.
 */
export async function renderedPage(
  work: Work,
  caller: Caller,
  page: { channelId: Snowflake; window: MessageWindow; limit: number },
  urls: AttachmentSigner,
): Promise<JsonText<MessageObject[]>> {
  const { rendered } = work
  // Read before the rows, so that a change in between makes what is kept here outdated.
  const [stamp, pageStamp] = [rendered.stamp(CHANGES), rendered.stamp(PAGE_CHANGES)]
  const { channelId, window, limit } = page
  const name = `page ${channelId} ${limit}`
  const isShared = 'newest' in window && searchesContent(caller)
  const known = isShared ? rendered.get<Uint8Array>(name, pageStamp) : undefined
  if (known) return new JsonText(known)
  const ids = await listMessageIds(work, channelId, window, limit)
  const kept = new Map<Snowflake, Kept>()
  const missing: Snowflake[] = []
  for (const id of ids) {
    const found = rendered.get<Kept>(id, stamp)
    if (found) kept.set(id, found)
    else missing.push(id)
  }
  const personal = new Map<Snowflake, HydratedMessage>()
  if (missing.length > 0) {
    for (const hydrated of await hydrateMessages(work, await listMessagesById(work, missing), caller.userId)) {
      const { id } = hydrated.message
      if (looksAlike(hydrated)) kept.set(id, { hydrated, texts: new Map() })
      else personal.set(id, hydrated)
    }
  }
  const texts: Uint8Array[] = []
  for (const id of ids) {
    const own = kept.get(id)
    const hydrated = personal.get(id)
    if (own) texts.push(textOf(own, caller, urls, (bytes) => rendered.keep(id, stamp, own, MESSAGE_BYTES + bytes)))
    // A message that was deleted since the ids were read is in neither.
    else if (hydrated) texts.push(render(hydrated, callerVariant(caller, hydrated), urls))
  }
  const bytes = listOf(texts)
  if (isShared && personal.size === 0) rendered.keep(name, pageStamp, bytes, bytes.length)
  return new JsonText(bytes)
}

/** Returns the JSON of a kept message for a caller. */
function textOf(
  { hydrated, texts }: Kept,
  caller: Caller,
  urls: AttachmentSigner,
  keep: (bytes: number) => void,
): Uint8Array {
  const variant = callerVariant(caller, hydrated)
  const known = texts.get(variant)
  if (known) return known
  const text = render(hydrated, variant, urls)
  texts.set(variant, text)
  keep(text.length)
  return text
}

function render(hydrated: HydratedMessage, variant: string, urls: AttachmentSigner): Uint8Array {
  return Buffer.from(JSON.stringify(presentMessageVariant(hydrated, variant, urls)))
}

/** Returns whether nothing in a message depends on the viewer, the day, or rows of further tables. */
function looksAlike({ message, reactions, thread, application, referenced }: HydratedMessage): boolean {
  const { attachments, snapshots, poll, thread_id, activity } = message
  if (attachments.length > 0 || snapshots.length > 0 || poll || thread_id !== null || activity) return false
  if (thread || application || (reactions ?? []).length > 0) return false
  return referenced ? looksAlike(referenced) : true
}

function listOf(texts: readonly Uint8Array[]): Uint8Array {
  const parts: Uint8Array[] = [OPEN]
  for (const [index, text] of texts.entries()) {
    if (index > 0) parts.push(COMMA)
    parts.push(text)
  }
  parts.push(CLOSE)
  return Buffer.concat(parts)
}
