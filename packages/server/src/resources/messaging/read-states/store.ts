import type { Snowflake } from '@guildhall/protocol'
import { db, prepare, type StoreValue } from '../../../kernel/store/statement.ts'
import type { StoreSession } from '../../../kernel/store/store.ts'
import type { StoredMention, StoredReadState } from './model.ts'

const IDS_PER_STATEMENT = 500

const advance = prepare<{ userId: Snowflake; channelId: Snowflake; messageId: Snowflake }>()((slot) =>
  db
    .insertInto('read_states')
    .values({ user_id: slot('userId'), channel_id: slot('channelId'), last_message_id: slot('messageId') })
    .onConflict((conflict) =>
      conflict
        .columns(['user_id', 'channel_id'])
        .doUpdateSet((row) => ({ last_message_id: row.ref('excluded.last_message_id') }))
        .whereRef('read_states.last_message_id', '<', 'excluded.last_message_id'),
    ),
)
const one = prepare<{ userId: Snowflake; channelId: Snowflake }>()((slot) =>
  db
    .selectFrom('read_states')
    .selectAll()
    .where('user_id', '=', slot('userId'))
    .where('channel_id', '=', slot('channelId')),
)
const newest = prepare<{ userId: Snowflake; limit: number }>()((slot) =>
  db
    .selectFrom('read_states')
    .selectAll()
    .where('user_id', '=', slot('userId'))
    .orderBy('last_message_id', 'desc')
    .limit(slot('limit')),
)
const mentionsOf = prepare<{ targetId: Snowflake; after: Snowflake; limit: number }>()((slot) =>
  db
    .selectFrom('mentions')
    .selectAll()
    .where('target_id', '=', slot('targetId'))
    .where('message_id', '>', slot('after'))
    .orderBy('message_id', 'desc')
    .limit(slot('limit')),
)
const insertRow = prepare<StoredMention & Record<string, StoreValue>>()((slot) =>
  db.insertInto('mentions').values({
    target_id: slot('target_id'),
    message_id: slot('message_id'),
    channel_id: slot('channel_id'),
    guild_id: slot('guild_id'),
  }),
)

/** Moves what a user has read forward to a message. An older message changes nothing. */
export async function advanceReadState(session: StoreSession, state: StoredReadState): Promise<void> {
  const { user_id: userId, channel_id: channelId, last_message_id: messageId } = state
  await session.sendPrepared(advance, { userId, channelId, messageId })
}

/** Inserts or replaces what a user has read. */
export async function putReadState(session: StoreSession, state: StoredReadState): Promise<void> {
  const insert = db.insertInto('read_states').values(state)
  const { last_message_id } = state
  await session.run(
    insert.onConflict((conflict) => conflict.columns(['user_id', 'channel_id']).doUpdateSet({ last_message_id })),
  )
}

/** Returns what a user has read in a channel; undefined if nothing. */
export async function findReadState(
  session: StoreSession,
  userId: Snowflake,
  channelId: Snowflake,
): Promise<StoredReadState | undefined> {
  return await session.firstPrepared(one, { userId, channelId })
}

/** Lists what a user has read, the channels with the newest read messages first. */
export async function listReadStates(
  session: StoreSession,
  userId: Snowflake,
  limit: number,
): Promise<StoredReadState[]> {
  return await session.allPrepared(newest, { userId, limit })
}

/** Inserts a mention. */
export async function insertMention(session: StoreSession, mention: StoredMention): Promise<void> {
  await session.sendPrepared(insertRow, { ...mention })
}

/** Lists the newest mentions of a target after a message. */
export async function listMentions(
  session: StoreSession,
  targetId: Snowflake,
  after: Snowflake,
  limit: number,
): Promise<StoredMention[]> {
  return await session.allPrepared(mentionsOf, { targetId, after, limit })
}

/** Deletes the mentions of messages. */
export async function deleteMentions(session: StoreSession, messageIds: readonly Snowflake[]): Promise<void> {
  for (let start = 0; start < messageIds.length; start += IDS_PER_STATEMENT) {
    const part = messageIds.slice(start, start + IDS_PER_STATEMENT)
    await session.run(db.deleteFrom('mentions').where('message_id', 'in', part))
  }
}
