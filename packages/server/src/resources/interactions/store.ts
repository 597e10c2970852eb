import { createHash } from 'node:crypto'
import { FILE_MAX_BYTES, type Instant, type Snowflake } from '@guildhall/protocol'
import { pack, unpack } from '../../kernel/json.ts'
import type { Secrets } from '../../kernel/store/secrets.ts'
import { db } from '../../kernel/store/statement.ts'
import type { StoreSession } from '../../kernel/store/store.ts'
import type { InteractionTable } from '../../kernel/store/tables.ts'
import type { Message } from '../messages/index.ts'
import type { Interaction, InteractionData } from './interaction.ts'

/** What interactions of an older version, which may still be open, do not carry. */
const LATER_FIELDS = { failed_at: null, attachment_size_limit: FILE_MAX_BYTES, focused_type: null, session_id: null }

/** Tokens are found by their hash. They are also kept encrypted, since later events show them again. */
type StoredData = InteractionData & { sealed_token: string }

const placeOfToken = (id: Snowflake) => `interactions.token.${id}`
const hashOf = (token: string) => createHash('sha256').update(token).digest('base64url')

function interactionOfRow({ secrets }: StoreSession, row: InteractionTable): Interaction {
  const { data, ...columns } = row
  const { sealed_token, ...rest } = unpack<StoredData>(data)
  return { ...LATER_FIELDS, ...rest, ...columns, token: secrets.open(sealed_token, placeOfToken(row.id)) }
}

function rowOfInteraction({ secrets }: StoreSession, interaction: Interaction): InteractionTable {
  const { id, application_id, token, type, user_id, channel_id, guild_id, created_at, ...rest } = interaction
  const data: StoredData = { ...rest, sealed_token: secrets.seal(token, placeOfToken(id)) }
  return { id, application_id, token: hashOf(token), type, user_id, channel_id, guild_id, created_at, data: pack(data) }
}

export async function insert(session: StoreSession, interaction: Interaction): Promise<void> {
  await session.run(db.insertInto('interactions').values(rowOfInteraction(session, interaction)))
}

export async function findByToken(session: StoreSession, token: string): Promise<Interaction | undefined> {
  const row = await session.first(db.selectFrom('interactions').selectAll().where('token', '=', hashOf(token)))
  return row && interactionOfRow(session, row)
}

export async function find(session: StoreSession, id: Snowflake): Promise<Interaction | undefined> {
  const row = await session.first(db.selectFrom('interactions').selectAll().where('id', '=', id))
  return row && interactionOfRow(session, row)
}

/** The interaction, held against other units of work until this one ends: it is answered once, whoever is faster. */
export async function hold(session: StoreSession, id: Snowflake): Promise<Interaction | undefined> {
  await session.run(db.updateTable('interactions').set({ id }).where('id', '=', id))
  return find(session, id)
}

export async function update(session: StoreSession, interaction: Interaction): Promise<void> {
  await session.run(
    db.updateTable('interactions').set(rowOfInteraction(session, interaction)).where('id', '=', interaction.id),
  )
}

/** Interactions whose token has died, and the ephemeral messages that went with them. */
export async function forgetBefore(session: StoreSession, at: Instant): Promise<void> {
  await session.run(db.deleteFrom('interactions').where('created_at', '<', at))
  await session.run(db.deleteFrom('ephemeral_messages').where('expires_at', '<', at))
}

export async function saveEphemeral(
  session: StoreSession,
  interaction: Interaction,
  message: Message,
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

export async function findEphemeral(session: StoreSession, id: Snowflake): Promise<Message | undefined> {
  const row = await session.first(db.selectFrom('ephemeral_messages').selectAll().where('id', '=', id))
  return row && unpack<Message>(row.data)
}

export async function removeEphemeral(session: StoreSession, id: Snowflake): Promise<void> {
  await session.run(db.deleteFrom('ephemeral_messages').where('id', '=', id))
}

/** Encrypts every token anew; `from` opens the stored ones. Older versions stored the token itself in `token`. */
export async function reseal(session: StoreSession, from: Secrets): Promise<void> {
  for (const row of await session.all(db.selectFrom('interactions').selectAll())) {
    const data = unpack<InteractionData & Partial<StoredData>>(row.data)
    const place = placeOfToken(row.id)
    const token = data.sealed_token === undefined ? row.token : from.open(data.sealed_token, place)
    const changed = { token: hashOf(token), data: pack({ ...data, sealed_token: session.secrets.seal(token, place) }) }
    await session.run(db.updateTable('interactions').set(changed).where('id', '=', row.id))
  }
}
