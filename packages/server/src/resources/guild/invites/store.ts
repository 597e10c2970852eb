import type { Instant, Snowflake } from '@guildhall/protocol'
import { pack, unpack } from '../../../kernel/json.ts'
import { db } from '../../../kernel/store/statement.ts'
import type { StoreSession } from '../../../kernel/store/store.ts'
import type { InviteTable } from '../../../kernel/store/tables.ts'
import type { StoredInvite } from './model.ts'

function inviteOfRow({ data, ...columns }: InviteTable): StoredInvite {
  return {
    ...unpack<Pick<StoredInvite, 'target_type' | 'target_user_id' | 'target_application_id' | 'role_ids'>>(data),
    ...columns,
  }
}

/** Returns an invite that has neither expired nor been used up; undefined otherwise. */
export async function findInvite(session: StoreSession, code: string, at: Instant): Promise<StoredInvite | undefined> {
  const row = await session.first(db.selectFrom('invites').selectAll().where('code', '=', code))
  const live =
    row && (row.expires_at === null || row.expires_at > at) && (row.max_uses === 0 || row.uses < row.max_uses)
  return live ? inviteOfRow(row) : undefined
}

/** Lists the invites of a guild or channel that have not expired, oldest first. */
export async function listInvites(
  session: StoreSession,
  where: { guildId: Snowflake; channelId?: Snowflake },
  at: Instant,
): Promise<StoredInvite[]> {
  let query = db.selectFrom('invites').selectAll().where('guild_id', '=', where.guildId)
  if (where.channelId !== undefined) query = query.where('channel_id', '=', where.channelId)
  const rows = await session.all(query.orderBy('created_at'))
  return rows.filter((row) => row.expires_at === null || row.expires_at > at).map(inviteOfRow)
}

/** Stores a new invite. */
export async function insertInvite(session: StoreSession, invite: StoredInvite): Promise<void> {
  const { target_type, target_user_id, target_application_id, role_ids, ...columns } = invite
  const data = pack({ target_type, target_user_id, target_application_id, role_ids })
  await session.run(db.insertInto('invites').values({ ...columns, data }))
}

/** Adds one to the uses of an invite. */
export async function incrementInviteUses(session: StoreSession, code: string): Promise<void> {
  await session.run(
    db
      .updateTable('invites')
      .set((eb) => ({ uses: eb('uses', '+', 1) }))
      .where('code', '=', code),
  )
}

/** Deletes an invite; its lists of target users go with it. */
export async function deleteInvite(session: StoreSession, code: string): Promise<void> {
  await session.run(db.deleteFrom('invites').where('code', '=', code))
}
