import type { Snowflake } from '@guildhall/protocol'
import { packBeside, unpack } from '../../../kernel/json.ts'
import type { ExternalIdentityTable } from '../../../kernel/store/game-tables.ts'
import { db, prepareForIds } from '../../../kernel/store/statement.ts'
import type { StoreSession } from '../../../kernel/store/store.ts'
import type { ExternalIdentity, ExternalIdentityData } from './model.ts'

/** Ids that one statement asks for. */
const IDS_MAX = 512

const identitiesOfUsers = prepareForIds<{ applicationId: Snowflake }>()((ids, slot) =>
  db
    .selectFrom('external_identities')
    .selectAll()
    .where('application_id', '=', slot('applicationId'))
    .where('user_id', 'in', ids),
)

const DEFAULTS: ExternalIdentityData = { preferred_global_name: null, username: null, profile_data: null }

function identityOfRow({ data, ...columns }: ExternalIdentityTable): ExternalIdentity {
  return { ...columns, ...DEFAULTS, ...unpack<Partial<ExternalIdentityData>>(data) }
}

/** Key of an identity. */
export type IdentityKey = Pick<
  ExternalIdentity,
  'application_id' | 'provider_type' | 'provider_id' | 'provider_issued_user_id'
>

/** Returns an identity by its key. */
export async function findIdentity(session: StoreSession, key: IdentityKey): Promise<ExternalIdentity | undefined> {
  const row = await session.first(
    db
      .selectFrom('external_identities')
      .selectAll()
      .where('application_id', '=', key.application_id)
      .where('provider_type', '=', key.provider_type)
      .where('provider_id', '=', key.provider_id)
      .where('provider_issued_user_id', '=', key.provider_issued_user_id),
  )
  return row && identityOfRow(row)
}

/** Lists the identities by which an application knows a user, oldest first. */
export async function listIdentities(
  session: StoreSession,
  userId: Snowflake,
  applicationId: Snowflake,
): Promise<ExternalIdentity[]> {
  const rows = await session.all(
    db
      .selectFrom('external_identities')
      .selectAll()
      .where('user_id', '=', userId)
      .where('application_id', '=', applicationId)
      .orderBy('created_at'),
  )
  return rows.map(identityOfRow)
}

/** Lists the identities by which an application knows any of some users, the oldest of each user first. */
export async function listIdentitiesOfUsers(
  session: StoreSession,
  applicationId: Snowflake,
  userIds: Iterable<Snowflake>,
): Promise<ExternalIdentity[]> {
  const ids = [...new Set(userIds)]
  const found: ExternalIdentity[] = []
  for (let start = 0; start < ids.length; start += IDS_MAX) {
    const part = ids.slice(start, start + IDS_MAX)
    const rows = await session.allPrepared(...identitiesOfUsers.for(part, { applicationId }))
    found.push(...rows.map(identityOfRow))
  }
  return found.sort((one, other) => one.created_at - other.created_at)
}

/** Lists the identities of an application with an id that any provider issued. */
export async function listIdentitiesOfExternalId(
  session: StoreSession,
  applicationId: Snowflake,
  externalId: string,
): Promise<ExternalIdentity[]> {
  const rows = await session.all(
    db
      .selectFrom('external_identities')
      .selectAll()
      .where('application_id', '=', applicationId)
      .where('provider_issued_user_id', '=', externalId),
  )
  return rows.map(identityOfRow)
}

/** Deletes an identity. */
export async function deleteIdentity(session: StoreSession, key: IdentityKey): Promise<void> {
  await session.run(
    db
      .deleteFrom('external_identities')
      .where('application_id', '=', key.application_id)
      .where('provider_type', '=', key.provider_type)
      .where('provider_id', '=', key.provider_id)
      .where('provider_issued_user_id', '=', key.provider_issued_user_id),
  )
}

/** Inserts an identity, or overwrites the one with its key. */
export async function saveIdentity(session: StoreSession, identity: ExternalIdentity): Promise<void> {
  const { application_id, provider_type, provider_id, provider_issued_user_id, user_id, created_at, ...data } = identity
  const key = { application_id, provider_type, provider_id, provider_issued_user_id }
  const values = { user_id, created_at, data: packBeside(DEFAULTS, data) }
  await session.run(
    db
      .insertInto('external_identities')
      .values({ ...key, ...values })
      .onConflict((conflict) =>
        conflict
          .columns(['application_id', 'provider_issued_user_id', 'provider_type', 'provider_id'])
          .doUpdateSet(values),
      ),
  )
}

/** Returns the ids of the applications that know a user by an identity. */
export async function listApplicationsKnowing(session: StoreSession, userId: Snowflake): Promise<Snowflake[]> {
  const rows = await session.all(
    db.selectFrom('external_identities').select('application_id').distinct().where('user_id', '=', userId),
  )
  return rows.map(({ application_id }) => application_id)
}

/** Moves the identities that an application has of a user to another user. Returns their number. */
export async function moveIdentities(
  session: StoreSession,
  applicationId: Snowflake,
  { from, to }: { from: Snowflake; to: Snowflake },
): Promise<number> {
  return session.run(
    db
      .updateTable('external_identities')
      .set({ user_id: to })
      .where('user_id', '=', from)
      .where('application_id', '=', applicationId),
  )
}

/** Deletes the identities that an application has, of one user or of all. */
export async function deleteIdentities(
  session: StoreSession,
  applicationId: Snowflake,
  userId?: Snowflake,
): Promise<void> {
  const all = db.deleteFrom('external_identities').where('application_id', '=', applicationId)
  await session.run(userId === undefined ? all : all.where('user_id', '=', userId))
}
