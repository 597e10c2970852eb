import type { Snowflake } from '@guildhall/protocol'
import { pack, unpack } from '../../../kernel/json.ts'
import type { Application, ApplicationData } from '../../../kernel/model.ts'
import type { ApplicationTable } from '../../../kernel/store/account-tables.ts'
import type { Secrets } from '../../../kernel/store/secrets.ts'
import { db } from '../../../kernel/store/statement.ts'
import type { StoreSession } from '../../../kernel/store/store.ts'

const DEFAULTS: Omit<ApplicationData, 'verify_key'> = {
  icon: null,
  description: '',
  rpc_origins: [],
  bot_public: true,
  bot_require_code_grant: false,
  terms_of_service_url: null,
  privacy_policy_url: null,
  cover_image: null,
  tags: [],
  install_params: null,
  integration_types_config: { '0': {}, '1': {} },
  custom_install_url: null,
  interactions_endpoint_url: null,
  role_connections_verification_url: null,
  redirect_uris: [],
  event_webhooks_url: null,
  event_webhooks_status: 1,
  event_webhooks_types: [],
  event_webhooks_failure: null,
  guild_id: null,
  large_bot_sharding: false,
  max_concurrency: 1,
  channel_obfuscation_opt_in: false,
  premium_approved: false,
  social_layer_approved: false,
  social_sdk_terms_accepted: false,
  external_auth: [],
  url_map: [],
  embedded_activity_config: {},
  max_participants: -1,
  verified: false,
  intents_approved_at: null,
  intents_request: null,
}

/** Name under which a signing key is sealed; a sealed key opens under its own name only. */
const purposeOfKey = (id: Snowflake) => `applications.signing_key.${id}`

function applicationOfRow({ secrets }: StoreSession, row: ApplicationTable): Application {
  const { data, ...columns } = row
  const signing_key = secrets.open(row.signing_key, purposeOfKey(row.id))
  return { ...DEFAULTS, ...unpack<Partial<ApplicationData> & { verify_key: string }>(data), ...columns, signing_key }
}

function rowOfApplication({ secrets }: StoreSession, application: Application): ApplicationTable {
  const { id, name, owner_id, bot_id, parent_id, flags, client_secret_hash, signing_key: key, ...data } = application
  const signing_key = secrets.seal(key, purposeOfKey(id))
  return { id, name, owner_id, bot_id, parent_id, flags, client_secret_hash, signing_key, data: pack(data) }
}

/** Returns an application by id. */
export async function findApplication(session: StoreSession, id: Snowflake): Promise<Application | undefined> {
  const row = await session.first(db.selectFrom('applications').selectAll().where('id', '=', id))
  return row && applicationOfRow(session, row)
}

/** Returns the existing applications of `ids`, by id. */
export async function listApplications(
  session: StoreSession,
  ids: readonly Snowflake[],
): Promise<Map<Snowflake, Application>> {
  if (ids.length === 0) return new Map()
  const rows = await session.all(
    db
      .selectFrom('applications')
      .selectAll()
      .where('id', 'in', [...new Set(ids)]),
  )
  return new Map(rows.map((row) => [row.id, applicationOfRow(session, row)]))
}

/** Returns names and bots of the first applications by id, at most `limit`. */
export function listApplicationNames(
  session: StoreSession,
  limit: number,
): Promise<Pick<ApplicationTable, 'id' | 'name' | 'bot_id'>[]> {
  return session.all(db.selectFrom('applications').select(['id', 'name', 'bot_id']).orderBy('id').limit(limit))
}

/** Returns an application and locks its row until the transaction ends. A caller's own copy may be older. */
export async function lockApplication(session: StoreSession, id: Snowflake): Promise<Application | undefined> {
  await session.run(db.updateTable('applications').set({ id }).where('id', '=', id))
  return findApplication(session, id)
}

/** Returns the application of a bot user. */
export async function findApplicationOfBot(session: StoreSession, botId: Snowflake): Promise<Application | undefined> {
  const row = await session.first(db.selectFrom('applications').selectAll().where('bot_id', '=', botId))
  return row && applicationOfRow(session, row)
}

/** Lists the games of a publisher. */
export async function listChildren(session: StoreSession, parentId: Snowflake): Promise<Application[]> {
  const rows = await session.all(db.selectFrom('applications').selectAll().where('parent_id', '=', parentId))
  return rows.map((row) => applicationOfRow(session, row))
}

/** Inserts an application and returns it with all defaults. */
export async function insertApplication(
  session: StoreSession,
  application: Omit<ApplicationTable, 'data'> & Partial<ApplicationData> & { verify_key: string },
): Promise<Application> {
  const whole = { ...DEFAULTS, ...application }
  await session.run(db.insertInto('applications').values(rowOfApplication(session, whole)))
  return whole
}

/** Overwrites the row of an application. */
export async function updateApplication(session: StoreSession, application: Application): Promise<void> {
  await session.run(
    db.updateTable('applications').set(rowOfApplication(session, application)).where('id', '=', application.id),
  )
}

/** Encrypts every signing key again; `from` decrypts the stored ones. */
export async function resealSigningKeys(session: StoreSession, from: Secrets): Promise<void> {
  for (const { id, signing_key } of await session.all(db.selectFrom('applications').select(['id', 'signing_key']))) {
    const sealed = session.secrets.seal(from.open(signing_key, purposeOfKey(id)), purposeOfKey(id))
    await session.run(db.updateTable('applications').set({ signing_key: sealed }).where('id', '=', id))
  }
}

/** Lists the applications that a person owns, oldest first. */
export async function listApplicationsOfOwner(session: StoreSession, ownerId: Snowflake): Promise<Application[]> {
  const rows = await session.all(
    db.selectFrom('applications').selectAll().where('owner_id', '=', ownerId).orderBy('id'),
  )
  return rows.map((row) => applicationOfRow(session, row))
}

/** Deletes the row of an application. */
export async function deleteApplication(session: StoreSession, id: Snowflake): Promise<void> {
  await session.run(db.deleteFrom('applications').where('id', '=', id))
}
