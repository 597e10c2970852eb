import { setImmediate as nextTurn } from 'node:timers/promises'
import type { Snowflake } from '@guildhall/protocol'
import { eventType, guildTopic } from '../../../kernel/event.ts'
import type { GuildView } from '../../../kernel/guild-view.ts'
import { db } from '../../../kernel/store/statement.ts'
import type { StoreSession } from '../../../kernel/store/store.ts'
import type { Work } from '../../../kernel/work.ts'
import { listChannelIdsDescending } from '../../channels/index.ts'
import type { Message } from '../message.ts'
import * as store from '../store.ts'
import { documentsOf } from './documents.ts'
import { mark } from './marks.ts'

/** Messages of one job: a few ms of work, since on SQLite all other writers wait for it. */
const BATCH = 250
/** Looked into by one job; more than one, or no job would get on. */
const CHANNELS = 200

/** How far the index of a guild is; undefined where nobody has searched yet. */
export interface IndexState {
  readonly ready: boolean
  readonly documents: number
}

export async function indexState(session: StoreSession, guildId: Snowflake): Promise<IndexState | undefined> {
  const row = await session.first(db.selectFrom('search_guilds').selectAll().where('guild_id', '=', guildId))
  return row && { ready: row.ready === 1, documents: row.documents }
}

/** From now on the guild's messages are put into the index as they come. */
const guildSearched = eventType<null>({
  name: '',
  intents: () => 0,
  visibleTo: () => false,
  present: () => null,
  apply: (view) => {
    view.searchIndexed = true
  },
})

interface Progress {
  guildId: Snowflake
  /** Where the job before stopped: channels by descending id, in each the newest message first. */
  channelId: Snowflake | null
  messageId: Snowflake | null
}

/** Sees to it that a guild is being indexed: begins with what it has, or goes on with what had stopped. */
export async function beginIndexing(work: Work, guildId: Snowflake): Promise<void> {
  const view = await work.view(guildId)
  const state = await indexState(work, guildId)
  if (!view || state?.ready) return
  const key = guildId.toString()
  const waiting = await work.first(
    db.selectFrom('jobs').select('id').where('kind', '=', 'index-messages').where('key', '=', key),
  )
  if (state && waiting) return
  if (!state) {
    await work.run(db.insertInto('search_guilds').values({ guild_id: guildId, ready: 0, documents: 0 }))
    work.emit(guildSearched, guildTopic(guildId), null)
  } else await setState(work, guildId, { ready: 0, documents: 0 })
  await work.schedule('index-messages', key, work.now, { guildId, channelId: null, messageId: null })
}

/** The job that indexes the messages that a guild has: a part, and then itself again for the rest. */
export async function indexMessages(work: Work, progress: Progress): Promise<void> {
  await nextTurn() // part follows upon part: others get their turn between them
  const { guildId } = progress
  const view = await work.view(guildId)
  const state = await indexState(work, guildId)
  if (!view || !state || state.ready) return
  const { messages, next } = await nextPart(work, progress)
  await work.texts.put(await documentsOf(work, view, messages))
  const documents = state.documents + messages.length
  await setState(work, guildId, { ready: next ? 0 : 1, documents })
  if (next) await work.schedule('index-messages', guildId.toString(), work.now, next)
}

async function nextPart(work: Work, from: Progress): Promise<{ messages: Message[]; next: Progress | null }> {
  const { guildId } = from
  const messages: Message[] = []
  const channelIds = await listChannelIdsDescending(work, guildId, from.channelId, CHANNELS)
  for (const channelId of channelIds) {
    const left = BATCH - messages.length
    const before = channelId === from.channelId ? from.messageId : null
    const page = await store.page(work, channelId, before === null ? { newest: true } : { before }, left)
    messages.push(...page)
    if (page.length === left) return { messages, next: { guildId, channelId, messageId: page.at(-1)?.id ?? 0n } }
  }
  const last = channelIds.at(-1)
  const done = last === undefined || channelIds.length < CHANNELS
  return { messages, next: done ? null : { guildId, channelId: last, messageId: 0n } }
}

async function setState(work: Work, guildId: Snowflake, state: { ready: number; documents: number }): Promise<void> {
  await work.run(db.updateTable('search_guilds').set(state).where('guild_id', '=', guildId))
}

/** A message is new or has changed: searches find it from the commit on. */
export async function indexMessage(work: Work, view: GuildView | null, message: Message): Promise<void> {
  if (view?.searchIndexed) await work.texts.put(await documentsOf(work, view, [message]))
}

export async function unindexMessages(work: Work, view: GuildView | null, ids: readonly Snowflake[]): Promise<void> {
  if (view?.searchIndexed) await work.texts.remove(ids)
}

/**
 * The job that clears the index of what was in a guild that is gone, or in a channel. No search looks there any more, so it
 * may take its time.
 */
export async function forgetTexts(work: Work, of: { guildId: Snowflake; channelId: Snowflake | null }): Promise<void> {
  await nextTurn()
  const any = of.channelId === null ? [] : [[mark.channel(of.channelId)]]
  const search = { scope: { group: of.guildId, also: [] }, phrases: [], gap: 0, any, none: [] }
  const { ids } = await work.texts.find(search, { order: 'newest', limit: BATCH, offset: 0, totalMax: BATCH })
  await work.texts.remove(ids)
  if (ids.length === BATCH) await work.schedule('forget-texts', '', work.now, of)
}
