import { setImmediate as nextTurn } from 'node:timers/promises'
import type { Snowflake } from '@guildhall/protocol'
import type { GuildView } from '../../../../../kernel/guild-view.ts'
import type { Work } from '../../../../../kernel/work.ts'
import { listChannelIdsDescending } from '../../../../guild/channels/index.ts'
import { textsDropped } from '../../../../guild/guilds/jobs.ts'
import { type IndexProgress, indexingContinues } from '../../jobs.ts'
import type { StoredMessage } from '../../model.ts'
import { listMessages } from '../../store.ts'
import { documentsOf } from '../documents.ts'
import { mark } from '../marks.ts'
import { findIndexState, isIndexingPending } from '../store.ts'
import { createIndexState, saveIndexState } from './save.ts'

/** Messages per job. A job takes a few ms, because on SQLite all other writers wait for it. */
const BATCH_MESSAGES = 250
/** Channels per job. More than one, so that empty channels do not slow the indexing down. */
const BATCH_CHANNELS = 200

/** Starts to index a guild's messages, or restarts an indexing that has stopped. */
export async function startIndexing(work: Work, guildId: Snowflake): Promise<void> {
  const view = await work.view(guildId)
  const state = await findIndexState(work, guildId)
  if (!view || state?.ready) return
  if (state && (await isIndexingPending(work, guildId))) return
  const initial = { ready: false, documents: 0 }
  if (state) await saveIndexState(work, guildId, initial)
  else await createIndexState(work, guildId, initial)
  await work.schedule(indexingContinues, guildId.toString(), work.now, { guildId, channelId: null, messageId: null })
}

/** Job `index-messages`: indexes one batch of earlier messages, and schedules itself for the rest. */
export async function indexMessages(work: Work, progress: IndexProgress): Promise<void> {
  await nextTurn() // jobs follow each other at once: other tasks run between them
  const { guildId } = progress
  const view = await work.view(guildId)
  const state = await findIndexState(work, guildId)
  if (!view || !state || state.ready) return
  const { messages, next } = await nextBatch(work, progress)
  await work.texts.put(await documentsOf(work, view, messages))
  await saveIndexState(work, guildId, { ready: next === null, documents: state.documents + messages.length })
  if (next) await work.schedule(indexingContinues, guildId.toString(), work.now, next)
}

async function nextBatch(
  work: Work,
  from: IndexProgress,
): Promise<{ messages: StoredMessage[]; next: IndexProgress | null }> {
  const { guildId } = from
  const messages: StoredMessage[] = []
  const channelIds = await listChannelIdsDescending(work, guildId, from.channelId, BATCH_CHANNELS)
  for (const channelId of channelIds) {
    const left = BATCH_MESSAGES - messages.length
    const before = channelId === from.channelId ? from.messageId : null
    const page = await listMessages(work, channelId, before === null ? { newest: true } : { before }, left)
    messages.push(...page)
    if (page.length === left) return { messages, next: { guildId, channelId, messageId: page.at(-1)?.id ?? 0n } }
  }
  const last = channelIds.at(-1)
  const done = last === undefined || channelIds.length < BATCH_CHANNELS
  return { messages, next: done ? null : { guildId, channelId: last, messageId: 0n } }
}

/** Indexes a new or changed message, if its guild has been searched. Searches find it from the commit on. */
export async function indexMessage(work: Work, view: GuildView | null, message: StoredMessage): Promise<void> {
  if (view?.searchIndexed) await work.texts.put(await documentsOf(work, view, [message]))
}

/** Removes deleted messages from the index of their guild. */
export async function unindexMessages(work: Work, view: GuildView | null, ids: readonly Snowflake[]): Promise<void> {
  if (view?.searchIndexed) await work.texts.remove(ids)
}

/**
 * Job `forget-texts`: removes the messages of a deleted guild, or of a deleted channel, from the index in batches. No
 * search reaches them any more, so the job is not urgent.
 */
export async function unindexChannel(
  work: Work,
  of: { guildId: Snowflake; channelId: Snowflake | null },
): Promise<void> {
  await nextTurn()
  const any = of.channelId === null ? [] : [[mark.channel(of.channelId)]]
  const search = { scope: { group: of.guildId, also: [] }, phrases: [], gap: 0, any, none: [] }
  const page = { order: 'newest', limit: BATCH_MESSAGES, offset: 0, totalMax: BATCH_MESSAGES } as const
  const { ids } = await work.texts.find(search, page)
  await work.texts.remove(ids)
  if (ids.length === BATCH_MESSAGES) await work.schedule(textsDropped, '', work.now, of)
}
