import type { Snowflake } from '@guildhall/protocol'
import type { QueryCreator } from 'kysely'
import type { Event, Topic } from './event.ts'
import type { Raised, SharedTopics } from './shared-topics.ts'
import { db, prepare } from './store/statement.ts'
import type { Holding, StoreSession } from './store/store.ts'
import { STAMPED, type StampedChange } from './store/table-changes.ts'
import type { Tables } from './store/tables.ts'
import type { Outcome } from './work.ts'

const bumpTopic = prepare<{ topic: string }>()((slot) =>
  db
    .insertInto('topics')
    .values({ topic: slot('topic'), version: 1 })
    .onConflict((conflict) => conflict.column('topic').doUpdateSet((eb) => ({ version: eb('topics.version', '+', 1) })))
    .returning('version'),
)
/** Begins the statement that sets the version of a topic under its lock. */
export const settingTopic = (
  creator: QueryCreator<Tables>,
  values: { topic: string; version: number; newest_id: Snowflake },
) =>
  creator
    .insertInto('topics')
    .values(values)
    .onConflict((conflict) =>
      conflict
        .column('topic')
        .doUpdateSet((eb) => ({ version: eb.ref('excluded.version'), newest_id: eb.ref('excluded.newest_id') })),
    )
const setTopic = prepare<{ topic: string; version: number; newestId: Snowflake }>()((slot) =>
  settingTopic(db, { topic: slot('topic'), version: slot('version'), newest_id: slot('newestId') }),
)
const topicVersion = prepare<{ topic: string }>()((slot) =>
  db.selectFrom('topics').select(['version', 'newest_id']).where('topic', '=', slot('topic')),
)

/** Returns the version of a topic: the number of units of work that emitted an event on it. */
export async function versionOf(session: StoreSession, topic: Topic): Promise<number> {
  return (await standingOf(session, topic)).version
}

/** Returns the version of a topic, and the highest id that a writer made under its lock. */
export async function standingOf(
  session: StoreSession,
  topic: Topic,
): Promise<{ readonly version: number; readonly newestId: Snowflake }> {
  const row = await session.firstPrepared(topicVersion, { topic })
  return { version: row?.version ?? 0, newestId: row?.newest_id ?? 0n }
}

/**
 * Gives each event its topic's next version. Topics are raised in the order of their names, so that two transactions
 * cannot wait for each other, and all at once, so that the statements share a round trip. They are handed over before
 * anything is awaited, because COMMIT follows them in the same turn.
 */
export async function numberEvents(
  session: StoreSession,
  { events, holdings, newestId }: Outcome,
  shared: SharedTopics | null,
): Promise<void> {
  const tables = shared === null ? [] : stampedBy(session)
  if (events.length === 0) return tables.length > 0 ? shared?.noteTables(session, tables) : undefined
  const topics = [...new Set(events.map((event) => event.topic))].sort()
  const rows = await Promise.all(
    topics.map((topic, index) => {
      const place = { topic, holding: holdings.get(topic), newestId }
      if (shared === null) return raise(session, place)
      return log(session, shared, { ...place, tables: index === 0 ? tables : [] }, events)
    }),
  )
  const versions = new Map(topics.map((topic, index) => [topic, rows[index] ?? 0]))
  for (const event of events) event.version = versions.get(event.topic) ?? 0
}

/** Returns the changes of a transaction on which values in memory depend. */
function stampedBy(session: StoreSession): readonly StampedChange[] {
  const changes = new Set<string>(session.tableChanges())
  return STAMPED.filter((change) => changes.has(change))
}

/** Topic that a unit of work raises. */
interface RaisedTopic {
  readonly topic: Topic
  readonly holding: Holding | undefined
  readonly newestId: Snowflake
}

/** Raises the version of a topic. Under its lock the version is known, so that no response is waited for. */
async function raise(session: StoreSession, { topic, holding, newestId }: RaisedTopic): Promise<number> {
  const version = nextVersion(holding, newestId)
  if (version === null) return (await session.firstPrepared(bumpTopic, { topic }))?.version ?? 0
  await session.sendPrepared(setTopic, { topic, version, newestId: holding?.newestId ?? 0n })
  return version
}

/** Raises the version of a topic, and writes its events into the log for other nodes. */
function log(
  session: StoreSession,
  shared: SharedTopics,
  { topic, holding, newestId, tables }: RaisedTopic & Pick<Raised, 'tables'>,
  events: readonly Event[],
): Promise<number> {
  const version = nextVersion(holding, newestId)
  const own = events.filter((event) => event.topic === topic)
  return shared.append(session, { topic, version, newestId: holding?.newestId ?? 0n, tables }, own)
}

/** Returns the next version of a topic, and notes it under the topic's lock; null if only the database knows it. */
function nextVersion(holding: Holding | undefined, newestId: Snowflake): number | null {
  if (holding === undefined || holding.version === null) return null
  holding.version += 1
  if (newestId > holding.newestId) holding.newestId = newestId
  return holding.version
}
