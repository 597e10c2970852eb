import { createHash } from 'node:crypto'
import { FILE_MAX_BYTES, type Instant, type Snowflake } from '@guildhall/protocol'
import { pack, unpack } from '../../../kernel/json.ts'
import type { Secrets } from '../../../kernel/store/secrets.ts'
import { db } from '../../../kernel/store/statement.ts'
import type { StoreSession } from '../../../kernel/store/store.ts'
import type { InteractionTable } from '../../../kernel/store/tables.ts'
import type { StoredMessage } from '../../messaging/messages/model.ts'
import type { InteractionData, StoredInteraction } from './model.ts'

/** Defaults of fields that rows of an older version lack. Such interactions may still be open. */
const LATER_FIELDS = { failed_at: null, attachment_size_limit: FILE_MAX_BYTES, focused_type: null, session_id: null }

/** `data` of a row. Interactions are found by the hash of their token. It is also kept encrypted, for later events. */
type RowData = InteractionData & { sealed_token: string }

/** Context that the encryption of a token is bound to. */
const sealContextOf = (id: Snowflake) => `interactions.token.${id}`
const hashOf = (token: string) => createHash('sha256').update(token).digest('base64url')

function interactionOfRow({ secrets }: StoreSession, row: InteractionTable): StoredInteraction {
  const { data, ...columns } = row
  const { sealed_token, ...rest } = unpack<RowData>(data)
  return { ...LATER_FIELDS, ...rest, ...columns, token: secrets.open(sealed_token, sealContextOf(row.id)) }
}

function rowOfInteraction({ secrets }: StoreSession, interaction: StoredInteraction): InteractionTable {
  const { id, application_id, token, type, user_id, channel_id, guild_id, created_at, ...rest } = interaction
  const data: RowData = { ...rest, sealed_token: secrets.seal(token, sealContextOf(id)) }
  return { id, application_id, token: hashOf(token), type, user_id, channel_id, guild_id, created_at, data: pack(data) }
}

/** Inserts an interaction. */
export async function insertInteraction(session: StoreSession, interaction: StoredInteraction): Promise<void> {
  await session.run(db.insertInto('interactions').values(rowOfInteraction(session, interaction)))
}

/** Returns the interaction of a token, whether or not the token is still valid. */
export async function findInteractionByToken(
  session: StoreSession,
  token: string,
): Promise<StoredInteraction | undefined> {
  const row = await session.first(db.selectFrom('interactions').selectAll().where('token', '=', hashOf(token)))
  return row && interactionOfRow(session, row)
}

/** Returns an interaction by its id. */
export async function findInteraction(session: StoreSession, id: Snowflake): Promise<StoredInteraction | undefined> {
  const row = await session.first(db.selectFrom('interactions').selectAll().where('id', '=', id))
  return row && interactionOfRow(session, row)
}

/** Locks an interaction until the transaction ends, so that only one of two parallel responses succeeds. */
export async function lockInteraction(session: StoreSession, id: Snowflake): Promise<StoredInteraction | undefined> {
  await session.run(db.updateTable('interactions').set({ id }).where('id', '=', id))
  return findInteraction(session, id)
}

/** Replaces the row of an interaction. */
export async function updateInteraction(session: StoreSession, interaction: StoredInteraction): Promise<void> {
  await session.run(
    db.updateTable('interactions').set(rowOfInteraction(session, interaction)).where('id', '=', interaction.id),
  )
}

/** Deletes interactions created before a time, and ephemeral messages that expired before it. */
export async function deleteInteractionsBefore(session: StoreSession, at: Instant): Promise<void> {
  await session.run(db.deleteFrom('interactions').where('created_at', '<', at))
  await session.run(db.deleteFrom('ephemeral_messages').where('expires_at', '<', at))
}

/** Inserts or replaces an ephemeral message of an interaction. */
export async function upsertEphemeralMessage(
  session: StoreSession,
  interaction: StoredInteraction,
  message: StoredMessage,
  expiresAt: Instant,
): Promise<void> {
  const row = {
    id: message.id,
    interaction_id: interaction.id,
    user_id: interaction.user_id,
    expires_at: expiresAt,
    data: pack(message),
  }
  await session.run(
    db
      .insertInto('ephemeral_messages')
      .values(row)
      .onConflict((conflict) => conflict.column('id').doUpdateSet({ data: row.data, expires_at: expiresAt })),
  )
}

/** Returns an ephemeral message by its id. */
export async function findEphemeralMessage(session: StoreSession, id: Snowflake): Promise<StoredMessage | undefined> {
  const row = await session.first(db.selectFrom('ephemeral_messages').selectAll().where('id', '=', id))
  return row && unpack<StoredMessage>(row.data)
}

/** Deletes an ephemeral message. */
export async function deleteEphemeralMessage(session: StoreSession, id: Snowflake): Promise<void> {
  await session.run(db.deleteFrom('ephemeral_messages').where('id', '=', id))
}

/**
 * Encrypts every token with the session's secrets. `from` decrypts the stored ones. Rows of older versions have the
 * token itself in the `token` column.
 */
export async function resealInteractionTokens(session: StoreSession, from: Secrets): Promise<void> {
  for (const row of await session.all(db.selectFrom('interactions').selectAll())) {
    const data = unpack<InteractionData & Partial<RowData>>(row.data)
    const context = sealContextOf(row.id)
    const token = data.sealed_token === undefined ? row.token : from.open(data.sealed_token, context)
    const sealed = { ...data, sealed_token: session.secrets.seal(token, context) }
    const changed = { token: hashOf(token), data: pack(sealed) }
    await session.run(db.updateTable('interactions').set(changed).where('id', '=', row.id))
  }
}
