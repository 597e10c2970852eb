import { createReadStream } from 'node:fs'
import { stat } from 'node:fs/promises'
import { join, resolve } from 'node:path'
import type { KeptBackup, OpenBackup } from '../../kernel/backups.ts'
import { isS3Url } from '../../validation/s3-url.ts'
import type { BackupBucket } from './backup-bucket.ts'
import { isBackupName, listBackups } from './kept-backups.ts'

/** Time for which the list of a bucket is known, by the wall clock: pages and metrics ask often. */
const KNOWN_MS = 60_000

/** Place of the backups of a platform, as its settings name it: a folder, or a bucket. */
export class BackupPlace {
  /** Path of the data folder. */
  readonly #data: string
  #opened: { readonly url: string; readonly bucket: BackupBucket } | null = null
  #known: { readonly url: string; readonly at: number; readonly kept: readonly KeptBackup[] } | null = null

  constructor(data: string) {
    this.#data = data
  }

  /** Returns the place as the command of a backup takes it. */
  addressOf(backupTo: string | null): string {
    return backupTo !== null && isS3Url(backupTo) ? backupTo : `${this.#folderOf(backupTo)}/`
  }

  /** Lists whole backups, the newest first. @throws UserError if a bucket cannot be used */
  async list(backupTo: string | null): Promise<readonly KeptBackup[]> {
    if (backupTo === null || !isS3Url(backupTo)) return listBackups(this.#folderOf(backupTo))
    const kept = await (await this.#bucketOf(backupTo)).list()
    this.#known = { url: backupTo, at: performance.now(), kept }
    return kept
  }

  /** Lists backups as far as is known: a bucket is asked once a minute, and its former list counts while it is away. */
  async known(backupTo: string | null): Promise<readonly KeptBackup[]> {
    if (backupTo === null || !isS3Url(backupTo)) return this.list(backupTo)
    const known = this.#known?.url === backupTo ? this.#known : null
    if (known !== null && performance.now() < known.at + KNOWN_MS) return known.kept
    // Requests meanwhile do not ask again.
    this.#known = { url: backupTo, at: performance.now(), kept: known?.kept ?? [] }
    return this.list(backupTo).catch(() => known?.kept ?? [])
  }

  /** Has the next reader of `known` ask, after a backup. */
  forget(): void {
    if (this.#known !== null) this.#known = { ...this.#known, at: Number.NEGATIVE_INFINITY }
  }

  /** Returns the bytes of a backup; null if there is none of the name. @throws UserError if a bucket cannot be used */
  async open(backupTo: string | null, name: string): Promise<OpenBackup | null> {
    if (!isBackupName(name)) return null
    if (backupTo !== null && isS3Url(backupTo)) return (await this.#bucketOf(backupTo)).open(name)
    const path = join(this.#folderOf(backupTo), name)
    const found = await stat(path).catch(() => null)
    return found?.isFile() ? { bytes: found.size, read: (range) => createReadStream(path, range) } : null
  }

  close(): void {
    this.#opened?.bucket.close()
    this.#opened = null
  }

  #folderOf(backupTo: string | null): string {
    return resolve(backupTo ?? join(this.#data, 'backups'))
  }

  async #bucketOf(url: string): Promise<BackupBucket> {
    if (this.#opened?.url === url) return this.#opened.bucket
    const { BackupBucket } = await import('./backup-bucket.ts')
    const bucket = new BackupBucket(url)
    this.close()
    this.#opened = { url, bucket }
    return bucket
  }
}
