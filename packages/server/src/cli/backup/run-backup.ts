import { mkdirSync, statSync } from 'node:fs'
import { rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { basename, dirname, join, resolve } from 'node:path'
import { readIdentities, readPassphrase, type Seal, type Unseal } from '../../archive/seal.ts'
import { removeUnfinishedArchives } from '../../archive/write-archive.ts'
import { FaultyInputError } from '../../kernel/user-error.ts'
import { withArchive } from '../../platform/backups/fetched-archive.ts'
import { backupName, isBackupName, removeOldBackups } from '../../platform/backups/kept-backups.ts'
import { sendingFolder } from '../../platform/backups/link-files.ts'
import { LOGGED, logBackup } from '../../platform/backups/log-backup.ts'
import type { StorePlace } from '../../platform/backups/snapshot.ts'
import { storedSettings } from '../../platform/backups/stored-settings.ts'
import { takeBackup } from '../../platform/backups/take-backup.ts'
import { isS3Url } from '../../validation/s3-url.ts'
import { apiOf } from '../admin/open-administration.ts'
import type { StartOptions } from '../options/start-options.ts'

/** Options of `guildhall backup`. */
export interface BackupCommandOptions
  extends Pick<StartOptions, 'data' | 'databaseUrl' | 'filesUrl' | 'settings' | 'json'> {
  /** Whether a backup is checked, and none is made. */
  verify: boolean
  /** File, folder, or bucket `s3://…`; null for the place of backups that the settings name. */
  path: string | null
  recipient: string | null
  passphraseFile: string | null
  plain: boolean
  withoutFiles: boolean
  /** Backups that are kept in the folder. Default: all. */
  keep?: number
  /** File with the recovery key, to verify. */
  identity: string | null
  /** Address of a running platform that makes the backup itself; null for a backup of --data. */
  server: string | null
  key: string | null
}

/** Makes a backup, or checks one, and prints the result. */
export async function runBackup(options: BackupCommandOptions): Promise<void> {
  // An archive holds everything of a platform.
  process.umask(0o077)
  const { body, text } = await (options.verify ? verified : options.server === null ? made : remote)(options)
  process.stdout.write(options.json ? `${JSON.stringify(body)}\n` : `${text}\n`)
}

async function verified(options: BackupCommandOptions) {
  const { verifyBackup } = await import('../../platform/backups/verify-backup.ts')
  const given = options.path ?? ''
  const file = isS3Url(given) ? given : resolve(given)
  const unseal = await unsealOf(options)
  const { kind, version, migration, created_at, counts } = await withArchive(file, tmpdir(), (path) =>
    verifyBackup(path, unseal),
  )
  const rows = Object.values(counts).reduce((sum, count) => sum + count, 0)
  return {
    body: { ok: true, file, kind, version, migration, created_at, counts },
    text: `${file} is whole: a ${kind} of ${created_at} by version ${version}, with ${rows} rows.`,
  }
}

/** Has a platform make the backup, with its own key. */
async function remote({ server, key, path, data, keep }: BackupCommandOptions) {
  const { findControl } = await import('../control/control-address.ts')
  const { backUpServer } = await import('./remote-backup.ts')
  const control = await findControl({ server, key, data, env: process.env })
  const folder = path !== null && isFolder(path) ? `${path}/` : null
  const body = await backUpServer(control, folder ?? path)
  if (folder !== null) await tidy(folder, { file: body.file, isFolder: true, keep })
  return { body, text: `${body.file}: ${body.bytes} bytes${path === null ? ', in the folder of the platform' : ''}` }
}

/** Place of a backup: a file, a folder of backups, or a bucket of them. */
type Target = { readonly file: string } | { readonly folder: string } | { readonly bucket: string }

function targetOf(given: string | null, stored: string): Target {
  const path = given ?? stored
  if (isS3Url(path)) return { bucket: path }
  return given === null || isFolder(path) ? { folder: resolve(path) } : { file: resolve(path) }
}

async function made(options: BackupCommandOptions) {
  const { data, databaseUrl, filesUrl, withoutFiles, keep } = options
  const place = { data: resolve(data), databaseUrl, filesUrl }
  if (data === ':memory:') throw new FaultyInputError('A platform in memory has no backups: give --data DIR.')
  let target = { folder: '' } as Target
  const sending = sendingFolder(place.data)
  try {
    const { encrypted, ...made } = await takeBackup({
      place,
      withFiles: !withoutFiles,
      warn,
      async target(session, migration) {
        const settings = { ...(await storedSettings(session, migration)), ...options.settings }
        const seal = await sealOf(options, settings.backup_recipient ?? null)
        target = targetOf(options.path, settings.backup_to ?? join(data, 'backups'))
        const name = backupName(Date.now(), seal !== null)
        const path = 'file' in target ? target.file : join('bucket' in target ? sending : target.folder, name)
        mkdirSync(dirname(path), { recursive: true, ...(!('file' in target) && { mode: 0o700 }) })
        return { path, seal }
      },
    })
    if (!encrypted) warn('The backup is not encrypted: whoever reads it has every message, key and password hash.')
    const body = 'bucket' in target ? await sent(made, target.bucket, keep) : made
    if (!('bucket' in target)) await tidy(dirname(body.file), { file: body.file, isFolder: 'folder' in target, keep })
    if (process.env[LOGGED] === undefined) await log(place)
    return { body, text: `${body.file}: ${body.bytes} bytes` }
  } finally {
    await rm(sending, { recursive: true, force: true })
  }
}

/** Sends a backup to a bucket, and removes the older ones there. Returns it with its address. */
async function sent<T extends { file: string; bytes: number }>(
  made: T,
  url: string,
  keep: number | undefined,
): Promise<T> {
  const { BackupBucket } = await import('../../platform/backups/backup-bucket.ts')
  const bucket = new BackupBucket(url)
  try {
    const file = await bucket.send(basename(made.file), made.file, made.bytes)
    if (keep !== undefined) await bucket.removeOld(keep)
    return { ...made, file }
  } finally {
    bucket.close()
  }
}

/** Removes what killed commands have left, and in a folder of backups the older ones. */
async function tidy(
  folder: string,
  { file, isFolder, keep }: { file: string; isFolder: boolean; keep: number | undefined },
): Promise<void> {
  await removeUnfinishedArchives(folder, (name) => name === basename(file) || (isFolder && isBackupName(name)))
  if (isFolder && keep !== undefined) await removeOldBackups(folder, keep)
}

/** Adds the backup to the operators' log, by the running platform of the folder if there is one. */
async function log(place: StorePlace): Promise<void> {
  const { controlOfFolder } = await import('../control/control-address.ts')
  try {
    const running = await controlOfFolder({ server: null, key: null, data: place.data })
    if (running !== null) await apiOf(running.server.origin, running.key).call('note_backup')
    else if (!(await logBackup(place))) throw new Error('a platform that does not say its address uses the folder')
  } catch (error) {
    warn(`The backup is whole, but not in the operators' log: ${(error as Error).message}`)
  }
}

/** Returns what opens an archive: the recovery key or the passphrase of a file. */
export async function unsealOf({
  identity,
  passphraseFile,
}: {
  identity: string | null
  passphraseFile: string | null
}): Promise<Unseal> {
  if (identity !== null) return { identities: await readIdentities(identity) }
  return passphraseFile === null ? null : { passphrase: await readPassphrase(passphraseFile) }
}

async function sealOf(
  { plain, recipient, passphraseFile }: BackupCommandOptions,
  stored: string | null,
): Promise<Seal> {
  if (plain) return null
  if (passphraseFile !== null) return { passphrase: await readPassphrase(passphraseFile) }
  const known = recipient ?? stored
  if (known !== null) return { recipient: known }
  throw new FaultyInputError(
    'No key is known to encrypt the backup to: guildhall setup makes one. Or give --recipient, --passphrase-file or --plain.',
  )
}

function isFolder(path: string): boolean {
  return path.endsWith('/') || statSync(path, { throwIfNoEntry: false })?.isDirectory() === true
}

function warn(line: string): void {
  process.stderr.write(`${line}\n`)
}
