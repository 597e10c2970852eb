import type { Snowflake } from '@guildhall/protocol'
import { unpack } from '../../../kernel/json.ts'
import { db, prepare } from '../../../kernel/store/statement.ts'
import type { StoreSession } from '../../../kernel/store/store.ts'
import type { FileUseTable, StoredFileTable } from '../../../kernel/store/tables.ts'
import type { FileKind } from './model.ts'

type ImageTable =
  | 'applications'
  | 'channels'
  | 'guilds'
  | 'quick_links'
  | 'roles'
  | 'scheduled_events'
  | 'users'
  | 'webhooks'
interface ImageField {
  readonly table: ImageTable
  readonly field: string
}

/** Fields that hold the hash of an image, by the folder of its key `images/<folder>/<id of the row>/<hash>`. */
const IMAGE_FIELDS: Readonly<Record<string, readonly ImageField[]>> = {
  'app-icons': [
    { table: 'applications', field: 'icon' },
    { table: 'applications', field: 'cover_image' },
  ],
  avatars: [
    { table: 'users', field: 'avatar' },
    { table: 'webhooks', field: 'avatar' },
  ],
  banners: [
    { table: 'users', field: 'banner' },
    { table: 'guilds', field: 'banner' },
  ],
  'channel-icons': [{ table: 'channels', field: 'icon' }],
  'discovery-splashes': [{ table: 'guilds', field: 'discovery_splash' }],
  'guild-events': [{ table: 'scheduled_events', field: 'image' }],
  'home-headers': [{ table: 'guilds', field: 'home_header' }],
  icons: [{ table: 'guilds', field: 'icon' }],
  'quick-links': [{ table: 'quick_links', field: 'image' }],
  'role-icons': [{ table: 'roles', field: 'icon' }],
  splashes: [{ table: 'guilds', field: 'splash' }],
}
/** Fields of a member, by the folder of the key `images/guilds/<guild>/users/<user>/<folder>/<hash>`. */
const MEMBER_FIELDS: Readonly<Record<string, string>> = { avatars: 'avatar', banners: 'banner' }
/** Tables of files that are named by the id of their row, by the folder of the key. */
const FILE_TABLES = {
  harvests: 'harvests',
  'images/emojis': 'emojis',
  'images/stickers': 'stickers',
  'soundboard-sounds': 'soundboard_sounds',
} as const

const insertUse = prepare<FileUseTable>()((slot) =>
  db
    .insertInto('file_uses')
    .values({ key: slot('key'), holder_id: slot('holder_id'), channel_id: slot('channel_id') })
    .onConflict((conflict) => conflict.columns(['key', 'holder_id']).doNothing()),
)
const useOfKey = prepare<{ key: string }>()((slot) =>
  db.selectFrom('file_uses').select('holder_id').where('key', '=', slot('key')).limit(1),
)
const usesOfHolder = prepare<{ holderId: Snowflake }>()((slot) =>
  db.selectFrom('file_uses').select('key').where('holder_id', '=', slot('holderId')),
)

/** Records that a message shows a file; a repeated record changes nothing. */
export async function insert(session: StoreSession, use: FileUseTable): Promise<void> {
  await session.sendPrepared(insertUse, use)
}

/** Returns whether a message shows the file. */
export async function isUsed(session: StoreSession, key: string): Promise<boolean> {
  return (await session.firstPrepared(useOfKey, { key })) !== undefined
}

/** Returns the keys of the files that a message shows. */
export async function keysOf(session: StoreSession, holderId: Snowflake): Promise<string[]> {
  return (await session.allPrepared(usesOfHolder, { holderId })).map(({ key }) => key)
}

/** Removes what holders use. Returns the keys, each once. */
export async function release(session: StoreSession, holderIds: readonly Snowflake[]): Promise<string[]> {
  if (holderIds.length === 0) return []
  const rows = await session.all(
    db
      .deleteFrom('file_uses')
      .where('holder_id', 'in', [...holderIds])
      .returning('key'),
  )
  return [...new Set(rows.map(({ key }) => key))]
}

/** Removes the records of some files of a message. */
export async function removeUses(session: StoreSession, holderId: Snowflake, keys: readonly string[]): Promise<void> {
  if (keys.length === 0) return
  await session.run(
    db
      .deleteFrom('file_uses')
      .where('holder_id', '=', holderId)
      .where('key', 'in', [...keys]),
  )
}

/** Returns holders of files in a channel, each once. */
export async function holdersIn(session: StoreSession, channelId: Snowflake, limit: number): Promise<Snowflake[]> {
  const rows = await session.all(
    db.selectFrom('file_uses').select('holder_id').distinct().where('channel_id', '=', channelId).limit(limit),
  )
  return rows.map(({ holder_id }) => holder_id)
}

/** Returns those channels of a guild whose messages show files, threads included. */
export async function channelsWithFiles(session: StoreSession, guildId: Snowflake): Promise<Snowflake[]> {
  const channels = db.selectFrom('channels').select('id').where('guild_id', '=', guildId)
  const rows = await session.all(
    db.selectFrom('file_uses').select('channel_id').distinct().where('channel_id', 'in', channels),
  )
  return rows.map(({ channel_id }) => channel_id)
}

const storedOfKey = prepare<{ key: string }>()((slot) =>
  db.selectFrom('stored_files').select('key').where('key', '=', slot('key')),
)

/** Returns whether the file is recorded as kept. */
export async function isStored(session: StoreSession, key: string): Promise<boolean> {
  return (await session.firstPrepared(storedOfKey, { key })) !== undefined
}

/** Returns whether any row refers to the file, whatever kind of file it is. */
export async function isReferenced(session: StoreSession, key: string): Promise<boolean> {
  if (await isUsed(session, key)) return true
  const own = ownFile(key)
  if (own) {
    // The tables are alike in this column.
    const table = own.table as 'emojis'
    return (await session.first(db.selectFrom(table).select('id').where('id', '=', own.id))) !== undefined
  }
  const parts = key.split('/')
  const [images, folder = '', id = '', hash = ''] = parts
  if (images !== 'images' || !isId(id)) return false
  if (folder === 'guilds') return isMembersImage(session, parts)
  if (parts.length !== 4 || !Object.hasOwn(IMAGE_FIELDS, folder)) return false
  for (const field of IMAGE_FIELDS[folder] ?? []) if (await holdsHash(session, field, BigInt(id), hash)) return true
  return false
}

const isId = (text: string): boolean => /^\d{1,19}$/.test(text)

function ownFile(key: string): { table: (typeof FILE_TABLES)[keyof typeof FILE_TABLES]; id: bigint } | null {
  const slash = key.lastIndexOf('/')
  const folder = key.slice(0, slash)
  const id = key.slice(slash + 1)
  if (!Object.hasOwn(FILE_TABLES, folder) || !isId(id)) return null
  return { table: FILE_TABLES[folder as keyof typeof FILE_TABLES], id: BigInt(id) }
}

async function holdsHash(
  session: StoreSession,
  { table, field }: ImageField,
  id: bigint,
  hash: string,
): Promise<boolean> {
  if (table === 'webhooks') {
    const row = await session.first(db.selectFrom('webhooks').select('avatar').where('id', '=', id))
    return row?.avatar === hash
  }
  // The tables are alike in these columns.
  const row = await session.first(
    db
      .selectFrom(table as 'guilds')
      .select('data')
      .where('id', '=', id),
  )
  return row !== undefined && hashIn(row.data, field) === hash
}

async function isMembersImage(session: StoreSession, parts: readonly string[]): Promise<boolean> {
  const [, , guildId = '', users, userId = '', folder = '', hash] = parts
  if (parts.length !== 7 || users !== 'users' || !isId(userId) || !Object.hasOwn(MEMBER_FIELDS, folder)) return false
  const row = await session.first(
    db
      .selectFrom('members')
      .select('data')
      .where('guild_id', '=', BigInt(guildId))
      .where('user_id', '=', BigInt(userId)),
  )
  return row !== undefined && hashIn(row.data, MEMBER_FIELDS[folder] ?? '') === hash
}

function hashIn(data: string, field: string): string | null {
  const hash = unpack<Record<string, unknown>>(data)[field]
  return typeof hash === 'string' ? hash : null
}

/** Returns the keys of a guild's files: its images, and those of roles, members, events, webhooks and expressions. */
export async function keysOfGuild(session: StoreSession, guildId: Snowflake): Promise<string[]> {
  const keys: string[] = await webhookAvatars(session, 'guild_id', guildId)
  for (const [folder, fields] of Object.entries(IMAGE_FIELDS)) {
    for (const { table, field } of fields) {
      if (table !== 'guilds' && table !== 'roles' && table !== 'scheduled_events') continue
      // The tables are alike in these columns; the filter spares reading most rows.
      const rows = await session.all(
        db
          .selectFrom(table as 'roles')
          .select(['id', 'data'])
          .where(table === 'guilds' ? 'id' : 'guild_id', '=', guildId)
          .where('data', 'like', `%"${field}":"%`),
      )
      for (const row of rows) keys.push(...keyOf(`${folder}/${row.id}`, hashIn(row.data, field)))
    }
  }
  for (const [folder, table] of Object.entries(FILE_TABLES)) {
    if (table === 'harvests') continue
    const rows = await session.all(
      db
        .selectFrom(table as 'emojis')
        .select('id')
        .where('guild_id', '=', guildId),
    )
    keys.push(...rows.map(({ id }) => `${folder}/${id}`))
  }
  return [...keys, ...(await memberImages(session, guildId))]
}

async function memberImages(session: StoreSession, guildId: Snowflake): Promise<string[]> {
  const keys: string[] = []
  for (const [folder, field] of Object.entries(MEMBER_FIELDS)) {
    const rows = await session.all(
      db
        .selectFrom('members')
        .select(['user_id', 'data'])
        .where('guild_id', '=', guildId)
        .where('data', 'like', `%"${field}":"%`),
    )
    for (const row of rows)
      keys.push(...keyOf(`guilds/${guildId}/users/${row.user_id}/${folder}`, hashIn(row.data, field)))
  }
  return keys
}

const keyOf = (folder: string, hash: string | null): string[] => (hash === null ? [] : [`images/${folder}/${hash}`])

/** Returns the keys of the avatars of webhooks in a guild or channel. */
async function webhookAvatars(
  session: StoreSession,
  place: 'guild_id' | 'channel_id',
  id: Snowflake,
): Promise<string[]> {
  const rows = await session.all(
    db.selectFrom('webhooks').select(['id', 'avatar']).where(place, '=', id).where('avatar', 'is not', null),
  )
  return rows.flatMap((row) => keyOf(`avatars/${row.id}`, row.avatar))
}

/** Returns the keys of the files of a channel itself: the icon of a group DM, and the avatars of webhooks. */
export async function keysOfChannel(session: StoreSession, id: Snowflake): Promise<string[]> {
  const row = await session.first(db.selectFrom('channels').select('data').where('id', '=', id))
  const icon = row ? keyOf(`channel-icons/${id}`, hashIn(row.data, 'icon')) : []
  return [...icon, ...(await webhookAvatars(session, 'channel_id', id))]
}

const RECORDED = 'file-uses'

/** Returns whether the uses of all messages are recorded, those of an older version too. */
export async function usesAreRecorded(session: StoreSession): Promise<boolean> {
  return (await session.first(db.selectFrom('meta').select('key').where('key', '=', RECORDED))) !== undefined
}

/** Notes that the files of all older messages are recorded. */
export async function markUsesRecorded(session: StoreSession): Promise<void> {
  const row = db.insertInto('meta').values({ key: RECORDED, value: '1' })
  await session.run(row.onConflict((conflict) => conflict.column('key').doNothing()))
}

/** Returns the payloads of stored jobs of one kind. */
export async function jobPayloads(session: StoreSession, kind: string): Promise<string[]> {
  const rows = await session.all(db.selectFrom('jobs').select('payload').where('kind', '=', kind))
  return rows.map(({ payload }) => payload)
}

/** Records a kept file. Returns false if it is recorded already. */
export async function insertStored(session: StoreSession, file: StoredFileTable): Promise<boolean> {
  const insert = db.insertInto('stored_files').values(file)
  return (await session.run(insert.onConflict((conflict) => conflict.column('key').doNothing()))) > 0
}

/** Removes the records of files, and returns them. */
export async function removeStored(session: StoreSession, keys: readonly string[]): Promise<StoredFileTable[]> {
  if (keys.length === 0) return []
  return session.all(
    db
      .deleteFrom('stored_files')
      .where('key', 'in', [...keys])
      .returningAll(),
  )
}

/** Adds to the bytes of a holder, and returns the sum. */
export async function addBytes(session: StoreSession, holder: string, bytes: bigint): Promise<bigint> {
  const row = await session.first(
    db
      .insertInto('stored_bytes')
      .values({ holder, bytes })
      .onConflict((conflict) =>
        conflict.column('holder').doUpdateSet((eb) => ({ bytes: eb('stored_bytes.bytes', '+', bytes) })),
      )
      .returning('bytes'),
  )
  return row?.bytes ?? bytes
}

/** Returns the bytes of all kept files by their kind. */
export async function bytesOfKinds(session: StoreSession): Promise<Record<FileKind, bigint>> {
  const rows = await session.all(db.selectFrom('stored_bytes').selectAll().where('holder', 'like', 'kind %'))
  const sum = (kind: FileKind) =>
    rows.reduce((total, { holder, bytes }) => (holder.startsWith(`kind ${kind} `) ? total + bytes : total), 0n)
  return { attachments: sum('attachments'), images: sum('images'), other: sum('other') }
}
