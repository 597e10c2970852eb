import { randomBytes } from 'node:crypto'
import { join } from 'node:path'
import type { Logger } from 'pino'
import { type FileLimits, fileSystemStore } from '../adapters/files/file-system.ts'
import type { FileStore } from '../kernel/files.ts'
import { migrate } from '../kernel/store/migrate.ts'
import { SECRET_KEY_BYTES, type Secrets, secretsUnder } from '../kernel/store/secrets.ts'
import type { Store } from '../kernel/store/store.ts'
import { migrations } from '../migrations/index.ts'
import { takeFormerWorld } from '../world/index.ts'
import type { Closing } from './closing.ts'
import { openDataFolder } from './data-folder.ts'
import { findFolderKey, makeFolderKey } from './secret-key.ts'
import { sealStoredSecrets } from './stored-secrets.ts'

/** Options of a platform that concern its storage. */
export interface StorageConfig {
  /** Path of the data folder, or `:memory:`. */
  data: string
  /** PostgreSQL instead of the embedded store. */
  databaseUrl?: string | null | undefined
  /** Bytes of files that a person, and a guild, may have; null for no limit. Default: `FILE_LIMITS`. */
  quotaPersonBytes?: number | null
  quotaGuildBytes?: number | null
  /** Bytes of the disk that uploads leave free. */
  diskReserveBytes?: number | null
  /** Key that encrypts secrets in the store, of `SECRET_KEY_BYTES`. Default: a key in the data folder. */
  secretKey?: Buffer | undefined
}

const GiB = 1024 ** 3
const FILE_LIMITS = { quotaPersonBytes: 5 * GiB, quotaGuildBytes: 20 * GiB, diskReserveBytes: GiB }

function fileLimits(config: StorageConfig): FileLimits {
  const { quotaPersonBytes, quotaGuildBytes, diskReserveBytes } = { ...FILE_LIMITS, ...definedOf(config) }
  return {
    quotas: { personBytes: quotaPersonBytes, guildBytes: quotaGuildBytes },
    reserveBytes: diskReserveBytes ?? 0,
  }
}

function definedOf<T extends object>(config: T): T {
  return Object.fromEntries(Object.entries(config).filter(([, value]) => value !== undefined)) as T
}

/** Rows and files of a platform. */
export interface Storage {
  /** Absolute path of the data folder; null if nothing is on disk. */
  readonly folder: string | null
  readonly files: FileStore
  readonly store: Store
}

/** Opens data folder, files and store, which `closing` closes. */
export async function openStorage(config: StorageConfig, closing: Closing, log: Logger): Promise<Storage> {
  const dataFolder = config.data === ':memory:' ? null : await openDataFolder(config.data)
  closing.add('data folder', () => dataFolder?.close())
  const folder = dataFolder?.path ?? null
  const files = await fileSystemStore(folder, fileLimits(config))
  closing.add('files', () => files.close())
  const { key, former } = await secretKeys(config, folder)
  if (config.databaseUrl) await takeDatabase(config.databaseUrl, log, closing)
  const store = await openStore(config, secretsUnder(key))
  closing.add('store', () => store.close())
  await migrate(store, migrations)
  await sealStoredSecrets(store, former.map(secretsUnder))
  if (folder !== null) await takeFormerWorld(store, folder)
  return { folder, files, store }
}

/** Returns the key of stored secrets, and the data folder's key if an operator's key replaces it. */
async function secretKeys(config: StorageConfig, folder: string | null): Promise<{ key: Buffer; former: Buffer[] }> {
  const kept = folder === null ? null : await findFolderKey(folder)
  if (config.secretKey) return { key: config.secretKey, former: kept ? [kept] : [] }
  const made = () => (folder === null ? randomBytes(SECRET_KEY_BYTES) : makeFolderKey(folder))
  return { key: kept ?? (await made()), former: [] }
}

/** Takes the lease of the database, which ends last. Without it, this process stops as on SIGTERM. */
async function takeDatabase(url: string, log: Logger, closing: Closing): Promise<void> {
  const { takeLease } = await import('../adapters/postgres/lease.ts')
  const lease = await takeLease(url, {
    waiting: (message) => log.warn(message),
    lost: () => {
      log.fatal('another process has taken the database, because this one did not reach it for too long')
      process.kill(process.pid, 'SIGTERM')
    },
  })
  closing.add('database lease', () => lease.close())
}

async function openStore(config: StorageConfig, secrets: Secrets): Promise<Store> {
  // Imported on demand: each driver takes some ms of the start.
  if (config.databaseUrl) {
    const { openPostgres } = await import('../adapters/postgres/postgres-store.ts')
    return openPostgres(config.databaseUrl, { secrets })
  }
  const { openSqlite } = await import('../adapters/sqlite/sqlite-store.ts')
  return openSqlite(config.data === ':memory:' ? ':memory:' : join(config.data, 'guildhall.db'), secrets)
}
