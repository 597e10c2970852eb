import type { Snowflake } from '@guildhall/protocol'
import { guildTopic } from '../../../../../kernel/event.ts'
import type { Work } from '../../../../../kernel/work.ts'
import { guildSearched } from '../events.ts'
import * as store from '../store.ts'

type IndexState = Parameters<typeof store.insertIndexState>[2]

/** Stores that a guild is being indexed, and emits it. From then on its new messages are indexed too. */
export async function createIndexState(work: Work, guildId: Snowflake, state: IndexState): Promise<void> {
  await store.insertIndexState(work, guildId, state)
  work.emit(guildSearched, guildTopic(guildId), null)
}

/** Stores the progress of an indexing. */
export async function saveIndexState(work: Work, guildId: Snowflake, state: IndexState): Promise<void> {
  await store.updateIndexState(work, guildId, state)
}
