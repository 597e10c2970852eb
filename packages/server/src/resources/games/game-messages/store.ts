import type { Snowflake } from '@guildhall/protocol'
import type { GameMessageTable } from '../../../kernel/store/game-message-tables.ts'
import { db, prepare, prepareForIds } from '../../../kernel/store/statement.ts'
import type { StoreSession } from '../../../kernel/store/store.ts'
import { GAME_MESSAGE_DEFAULTS, type GameDm, type GameMessageData, type StoredGameMessage } from './model.ts'

/** Bound of the DMs that a game is sent. */
const GAME_DMS_MAX = 1000

type Row = { [K in keyof GameMessageTable]: GameMessageTable[K] }

const insertRow = prepare<Row>()((slot) =>
  db.insertInto('game_messages').values({
    id: slot('id'),
    channel_id: slot('channel_id'),
    application_id: slot('application_id'),
    author_id: slot('author_id'),
    type: slot('type'),
    flags: slot('flags'),
    content: slot('content'),
    edited_at: slot('edited_at'),
    data: slot('data'),
  }),
)
const rowById = prepare<{ channelId: Snowflake; id: Snowflake }>()((slot) =>
  db.selectFrom('game_messages').selectAll().where('id', '=', slot('id')).where('channel_id', '=', slot('channelId')),
)
const newest = prepare<{ channelId: Snowflake; since: Snowflake; limit: number }>()((slot) =>
  db
    .selectFrom('game_messages')
    .selectAll()
    .where('channel_id', '=', slot('channelId'))
    .where('id', '>=', slot('since'))
    .orderBy('id', 'desc')
    .limit(slot('limit')),
)
const newestId = prepare<{ channelId: Snowflake }>()((slot) =>
  db
    .selectFrom('game_messages')
    .select('id')
    .where('channel_id', '=', slot('channelId'))
    .orderBy('id', 'desc')
    .limit(1),
)
const dmsOfUser = prepare<{ userId: Snowflake; applicationId: Snowflake }>()((slot) =>
  db
    .selectFrom('game_dms')
    .selectAll()
    .where((eb) => eb.or([eb('low_user_id', '=', slot('userId')), eb('high_user_id', '=', slot('userId'))]))
    .where('application_id', '=', slot('applicationId'))
    .orderBy('id')
    .limit(GAME_DMS_MAX),
)
const rowsByIds = prepareForIds<{ channelId: Snowflake }>()((ids, slot) =>
  db.selectFrom('game_messages').selectAll().where('channel_id', '=', slot('channelId')).where('id', 'in', ids),
)

// Plain JSON, without the marks of `pack`: these columns hold no bigint.

function messageOfRow({ data, ...columns }: GameMessageTable): StoredGameMessage {
  return { ...GAME_MESSAGE_DEFAULTS, ...(JSON.parse(data) as Partial<GameMessageData>), ...columns }
}

function rowOfMessage(message: StoredGameMessage): GameMessageTable {
  // Only the response and the event of the new message carry a nonce.
  const { additional_name, metadata, moderation_metadata, activity, nonce: _, parts, ...columns } = message
  const data = { additional_name, metadata, moderation_metadata, activity, parts }
  const set = Object.entries(data).filter(([, value]) => value !== null)
  return { ...columns, data: JSON.stringify(Object.fromEntries(set)) }
}

/** Inserts a message. */
export async function insertGameMessage(session: StoreSession, message: StoredGameMessage): Promise<void> {
  await session.sendPrepared(insertRow, rowOfMessage(message))
}

/** Overwrites the row of a message. */
export async function updateGameMessage(session: StoreSession, message: StoredGameMessage): Promise<void> {
  await session.run(db.updateTable('game_messages').set(rowOfMessage(message)).where('id', '=', message.id))
}

/** Returns a message of a lobby or game DM. */
export async function findGameMessage(
  session: StoreSession,
  channelId: Snowflake,
  id: Snowflake,
): Promise<StoredGameMessage | undefined> {
  const row = await session.firstPrepared(rowById, { channelId, id })
  return row && messageOfRow(row)
}

/** Lists the messages of a lobby or game DM from an id on, newest first. */
export async function listGameMessages(
  session: StoreSession,
  channelId: Snowflake,
  since: Snowflake,
  limit: number,
): Promise<StoredGameMessage[]> {
  return (await session.allPrepared(newest, { channelId, since, limit })).map(messageOfRow)
}

/** Lists those of the messages with these ids that are in a lobby. */
export async function listGameMessagesById(
  session: StoreSession,
  channelId: Snowflake,
  ids: readonly Snowflake[],
): Promise<StoredGameMessage[]> {
  const found: StoredGameMessage[] = []
  for (let start = 0; start < ids.length; start += 512) {
    const part = ids.slice(start, start + 512)
    found.push(...(await session.allPrepared(...rowsByIds.for(part, { channelId }))).map(messageOfRow))
  }
  return found
}

/** Returns the id of the newest message of a lobby or game DM. */
export async function findNewestGameMessageId(
  session: StoreSession,
  channelId: Snowflake,
): Promise<Snowflake | undefined> {
  return (await session.firstPrepared(newestId, { channelId }))?.id
}

/** Deletes a message. Returns whether it existed. */
export async function deleteGameMessage(session: StoreSession, id: Snowflake): Promise<boolean> {
  return (await session.run(db.deleteFrom('game_messages').where('id', '=', id))) > 0
}

/** Deletes the messages of a lobby or game DM, or only those before an id. */
export async function deleteGameMessagesOf(
  session: StoreSession,
  channelId: Snowflake,
  before: Snowflake | null = null,
): Promise<void> {
  const statement = db.deleteFrom('game_messages').where('channel_id', '=', channelId)
  await session.run(before === null ? statement : statement.where('id', '<', before))
}

/** Gives the messages of a user another author, as the account is replaced. */
export async function updateAuthorOfGameMessages(
  session: StoreSession,
  { from, to, applicationId }: { from: Snowflake; to: Snowflake; applicationId: Snowflake },
): Promise<void> {
  await session.run(
    db
      .updateTable('game_messages')
      .set({ author_id: to })
      .where('author_id', '=', from)
      .where('application_id', '=', applicationId),
  )
}

function orderedPair(one: Snowflake, other: Snowflake): Pick<GameDm, 'low_user_id' | 'high_user_id'> {
  return one < other ? { low_user_id: one, high_user_id: other } : { low_user_id: other, high_user_id: one }
}

/** Returns the DM of two players in a game. */
export async function findGameDm(
  session: StoreSession,
  applicationId: Snowflake,
  one: Snowflake,
  other: Snowflake,
): Promise<GameDm | undefined> {
  const { low_user_id, high_user_id } = orderedPair(one, other)
  return session.first(
    db
      .selectFrom('game_dms')
      .selectAll()
      .where('application_id', '=', applicationId)
      .where('low_user_id', '=', low_user_id)
      .where('high_user_id', '=', high_user_id),
  )
}

/** Inserts the DM of two players in a game. */
export async function insertGameDm(
  session: StoreSession,
  { id, applicationId }: { id: Snowflake; applicationId: Snowflake },
  one: Snowflake,
  other: Snowflake,
): Promise<GameDm> {
  const dm = { id, application_id: applicationId, ...orderedPair(one, other) }
  await session.run(db.insertInto('game_dms').values(dm))
  return dm
}

/** Lists the DMs of a player that exist only in a game. */
export async function listGameDms(
  session: StoreSession,
  userId: Snowflake,
  applicationId: Snowflake,
): Promise<GameDm[]> {
  return session.allPrepared(dmsOfUser, { userId, applicationId })
}

/** Deletes a game DM with its messages. */
export async function deleteGameDm(session: StoreSession, id: Snowflake): Promise<void> {
  await deleteGameMessagesOf(session, id)
  await session.run(db.deleteFrom('game_dms').where('id', '=', id))
}

/** Moves the messages of a game DM to another one. */
export async function moveMessagesOf(session: StoreSession, from: Snowflake, to: Snowflake): Promise<void> {
  await session.run(db.updateTable('game_messages').set({ channel_id: to }).where('channel_id', '=', from))
}

/** Deletes the DMs that exist only in a game, with their messages. */
export async function deleteGameDmsOfApplication(session: StoreSession, applicationId: Snowflake): Promise<void> {
  const dms = db.selectFrom('game_dms').select('id').where('application_id', '=', applicationId)
  await session.run(db.deleteFrom('game_messages').where('channel_id', 'in', dms))
  await session.run(db.deleteFrom('game_dms').where('application_id', '=', applicationId))
}

/** Deletes messages of an author in all games, at most `limit`. Returns their number. */
export async function deleteGameMessagesByAuthor(
  session: StoreSession,
  authorId: Snowflake,
  limit: number,
): Promise<number> {
  const some = db.selectFrom('game_messages').select('id').where('author_id', '=', authorId).limit(limit)
  return session.run(db.deleteFrom('game_messages').where('id', 'in', some))
}
