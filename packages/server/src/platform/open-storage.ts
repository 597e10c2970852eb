import { randomBytes } from 'node:crypto'
import { readdir } from 'node:fs/promises'
import { join, resolve } from 'node:path'
import type { Logger } from 'pino'
import { fileSystemStore } from '../adapters/files/file-system.ts'
import type { FileStore } from '../kernel/files.ts'
import { type Lease, nodeOf } from '../kernel/lease.ts'
import { appliedMigrations, migrate, readableFrom } from '../kernel/store/migrate.ts'
import { SECRET_KEY_BYTES, type Secrets, secretsUnder } from '../kernel/store/secrets.ts'
import type { Store } from '../kernel/store/store.ts'
import { UserError } from '../kernel/user-error.ts'
import { migrations } from '../migrations/index.ts'
import { isS3Url } from '../validation/s3-url.ts'
import { takeFormerWorld } from '../world/index.ts'
import { settleRestore } from './backups/settle-restore.ts'
import { STORE_FILE } from './backups/snapshot.ts'
import type { Closing } from './closing.ts'
import { DataFolderError, openDataFolder } from './data-folder.ts'
import { isDiskFault } from './disk-fault.ts'
import { VERSION } from './package-folder.ts'
import { findFolderKey, makeFolderKey } from './secret-key.ts'
import { noteVersion } from './store-version.ts'
import { sealStoredSecrets } from './stored-secrets.ts'

/** Options of a platform that concern its storage. */
export interface StorageConfig {
  /** Path of the data folder, or `:memory:`. */
  data: string
  /** PostgreSQL instead of the embedded store. */
  databaseUrl?: string | null | undefined
  /** Name of this node among those of the database; null for a process that is alone. */
  node?: string | null
  /** Origin by which people reach the platform, such as `https://chat.example`. Default: the listen address. */
  publicUrl?: string | null
  /** Addresses of NATS between the nodes of the database. Without it they hear of each other by the database alone. */
  busUrls?: readonly string[]
  /** Place of files: a folder, or `s3://BUCKET[/PREFIX]`. Default: `files/` in the data folder. */
  filesUrl?: string | null | undefined
  /** Bytes of files that a person, and a guild, may have; null for no limit. Default: the settings of the instance. */
  quotaPersonBytes?: number | null
  quotaGuildBytes?: number | null
  /** Bytes of the disk that uploads leave free. */
  diskReserveBytes?: number | null
  /** Key that encrypts secrets in the store, of `SECRET_KEY_BYTES`. Default: a key in the data folder. */
  secretKey?: Buffer | undefined
}

/** Rows and files of a platform. */
export interface Storage {
  /** Absolute path of the data folder; null if nothing is on disk. */
  readonly folder: string | null
  readonly files: FileStore
  readonly store: Store
  /** Right to use the database; null on the embedded store. */
  readonly lease: Lease | null
}

/** Opens data folder, files and store, which `closing` closes. */
export async function openStorage(config: StorageConfig, closing: Closing, log: Logger): Promise<Storage> {
  if (config.data !== ':memory:' && config.databaseUrl) await settleRestore(config.data, config.databaseUrl)
  const dataFolder = config.data === ':memory:' ? null : await openDataFolder(config.data)
  closing.add('data folder', () => dataFolder?.close())
  const folder = dataFolder?.path ?? null
  const files = await openFiles(config, folder, log)
  closing.add('files', () => files.close())
  const { key, former } = await secretKeys(config, folder)
  const lease = config.databaseUrl ? await takeDatabase(config.databaseUrl, { config, log, closing }) : null
  const store = await openNewestStore(config, { secrets: secretsUnder(key), lease }, log)
  closing.add('store', () => store.close())
  await noteVersion(store)
  await sealStoredSecrets(store, await keysToReplace(former, lease))
  if (folder !== null) await takeFormerWorld(store, folder)
  if (folder !== null) await forgetFormerStores(folder)
  return { folder, files, store, lease }
}

/** Rights and keys by which a store is opened. */
interface Access {
  readonly secrets: Secrets
  readonly lease: Lease | null
}

/** Opens the files of a platform. Those on S3 still need a folder of this machine, for uploads in flight. */
async function openFiles(
  { filesUrl = null, node = null }: Pick<StorageConfig, 'filesUrl' | 'node'>,
  folder: string | null,
  log: Logger,
): Promise<FileStore> {
  if (filesUrl === null) return fileSystemStore(folder)
  if (!isS3Url(filesUrl)) return fileSystemStore(folder, resolve(filesUrl))
  // Imported on demand: few platforms need it.
  const { openS3Files, readS3Place } = await import('../adapters/s3/index.ts')
  const place = readS3Place(filesUrl, process.env)
  const local = await fileSystemStore(folder)
  try {
    return await openS3Files(place, { local, isShared: node !== null, warn: (line) => log.warn(line) })
  } catch (error) {
    await local.close()
    throw error
  }
}

/** Opens a store with every migration. An older one is upgraded whole or not at all. */
async function openNewestStore(config: StorageConfig, access: Access, log: Logger): Promise<Store> {
  try {
    return await openAndUpgrade(config, access, log)
  } catch (cause) {
    if (isDiskFault(cause))
      throw new DataFolderError(
        `The disk of ${config.data} is full, or cannot be written: ${(cause as Error).message}. Nothing was changed.`,
        { cause },
      )
    if (!DAMAGED.includes((cause as { errcode?: number }).errcode ?? 0)) throw cause
    const message = `The store in ${config.data} is damaged: ${(cause as Error).message}. Nothing was changed. guildhall restore makes one out of a backup.`
    throw new DataFolderError(message, { cause })
  }
}

/** SQLITE_CORRUPT and SQLITE_NOTADB. */
const DAMAGED = [11, 26]

async function openAndUpgrade(config: StorageConfig, access: Access, log: Logger): Promise<Store> {
  const store = await openStore(config, access)
  try {
    const applied = await appliedMigrations(store, migrations.length)
    if (applied >= migrations.length) return store
    await demandNodesOf(access.lease)
    if (applied === 0) {
      await fillEmptyStore(store, config)
      return store
    }
    log.warn(`upgrading the store from migration ${applied} to ${migrations.length}`)
    if (store.dialect === 'postgres' || config.data === ':memory:') {
      await migrate(store, migrations)
      return store
    }
  } catch (error) {
    await store.close()
    throw error
  }
  await store.close()
  const { upgradeStore } = await import('./upgrade/upgrade-store.ts')
  await upgradeStore(join(config.data, STORE_FILE), migrations)
  return openStore(config, access)
}

/**
 * Refuses an upgrade that nodes which live now could not use.
 *
 * @throws UserError that names one of them
 */
async function demandNodesOf(lease: Lease | null): Promise<void> {
  const own = nodeOf(lease)
  if (lease === null || own === null) return
  const needed = readableFrom(migrations)
  const older = (await lease.liveNodes()).find((node) => node.name !== own.name && (node.migrations ?? 0) < needed)
  if (older === undefined) return
  throw new UserError(
    `Node ${older.name} (version ${older.version ?? 'unknown'}) cannot use the store once version ${VERSION} has upgraded it: ` +
      'it is more than one version older. Stop it first.',
  )
}

/**
 * Pages of a store in memory with all migrations and no rows. The first platform of a process makes them for the next
 * ones, because test suites start hundreds, and migrations are a third of such a start.
 */
let emptyPages: Uint8Array | null = null

async function fillEmptyStore(store: Store, { data, databaseUrl }: StorageConfig): Promise<void> {
  const images = data === ':memory:' && !databaseUrl ? store.images : null
  if (images !== null && emptyPages !== null) return images.put(emptyPages)
  await migrate(store, migrations)
  emptyPages ??= (await images?.take()) ?? null
}

/** Removes stores that upgrades replaced a week ago. */
async function forgetFormerStores(folder: string): Promise<void> {
  if (!(await readdir(folder)).some((name) => name.startsWith(`${STORE_FILE}.before-`))) return
  const { removeFormerStores } = await import('./upgrade/upgrade-store.ts')
  await removeFormerStores(join(folder, STORE_FILE), Date.now())
}

/** Returns the key of stored secrets, and the data folder's key if an operator's key replaces it. */
async function secretKeys(config: StorageConfig, folder: string | null): Promise<{ key: Buffer; former: Buffer[] }> {
  const kept = folder === null ? null : await findFolderKey(folder)
  if (config.secretKey) return { key: config.secretKey, former: kept ? [kept] : [] }
  const made = () => (folder === null ? randomBytes(SECRET_KEY_BYTES) : makeFolderKey(folder))
  return { key: kept ?? (await made()), former: [] }
}

/** Returns the keys that the key of this start may replace. While other nodes live, they use the present one. */
async function keysToReplace(former: readonly Buffer[], lease: Lease | null): Promise<Secrets[]> {
  const isAlone = nodeOf(lease) === null || ((await lease?.liveNodes()) ?? []).length <= 1
  return isAlone ? former.map(secretsUnder) : []
}

/** Takes the lease of the database, which ends last. Without it, this process stops as on SIGTERM. */
async function takeDatabase(
  url: string,
  { config, log, closing }: { config: StorageConfig; log: Logger; closing: Closing },
): Promise<Lease> {
  const { takeLease } = await import('../adapters/postgres/lease.ts')
  const lease = await takeLease(url, {
    ...{
      name: config.node ?? null,
      url: null,
      version: VERSION,
      migrations: migrations.length,
      publicUrl: config.publicUrl ?? null,
    },
    waiting: (message) => log.warn(message),
    lost: () => {
      log.fatal('another process has taken the database, because this one did not reach it for too long')
      process.kill(process.pid, 'SIGTERM')
    },
  })
  closing.add('database lease', () => lease.close())
  return lease
}

async function openStore(config: StorageConfig, { secrets, lease }: Access): Promise<Store> {
  // Imported on demand: each driver takes some ms of the start.
  if (config.databaseUrl) {
    const { openPostgres } = await import('../adapters/postgres/postgres-store.ts')
    return openPostgres(config.databaseUrl, { secrets, lease })
  }
  const { openSqlite } = await import('../adapters/sqlite/sqlite-store.ts')
  return openSqlite(config.data === ':memory:' ? ':memory:' : join(config.data, STORE_FILE), secrets)
}
