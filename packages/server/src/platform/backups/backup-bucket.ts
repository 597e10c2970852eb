import {
  bucketError,
  deleteObject,
  listObjects,
  openObject,
  putObject,
  readS3Place,
  S3Client,
  S3Error,
} from '../../adapters/s3/index.ts'
import type { KeptBackup, OpenBackup } from '../../kernel/backups.ts'
import { keptBackupOf, newestFirst } from './kept-backups.ts'

/** Backups in a bucket, `s3://BUCKET[/PREFIX]`. Other objects may be beside them. */
export class BackupBucket {
  readonly name: string
  readonly #client: S3Client

  /** @throws UserError without the keys to the bucket */
  constructor(url: string) {
    const place = readS3Place(url, process.env)
    this.name = place.name
    this.#client = new S3Client(place)
  }

  /** Lists whole backups, the newest first. @throws UserError if the bucket cannot be used */
  async list(): Promise<KeptBackup[]> {
    const kept: KeptBackup[] = []
    await this.#asked(async () => {
      const { prefix } = this.#client.place
      for await (const { object, sizeBytes } of listObjects(this.#client, prefix)) {
        const backup = keptBackupOf(object.slice(prefix.length), sizeBytes)
        if (backup !== null) kept.push(backup)
      }
    })
    return kept.sort(newestFirst)
  }

  /** Returns the bytes of a backup; null if there is none of the name. @throws UserError as `list` does */
  async open(name: string): Promise<OpenBackup | null> {
    const found = await this.#asked(() => openObject(this.#client, this.#objectOf(name)))
    return found && { bytes: found.sizeBytes, read: found.read }
  }

  /** Stores the archive of a path whole or not at all. Returns its address. @throws UserError as `list` does */
  async send(name: string, path: string, sizeBytes: number): Promise<string> {
    await this.#asked(() => putObject(this.#client, this.#objectOf(name), { path, sizeBytes }))
    return `${this.name}/${name}`
  }

  /** Removes all backups but the newest ones, of which it keeps one at least. @throws UserError as `list` does */
  async removeOld(keep: number): Promise<void> {
    for (const { name } of (await this.list()).slice(Math.max(1, keep)))
      await this.#asked(() => deleteObject(this.#client, this.#objectOf(name)))
  }

  close(): void {
    this.#client.close()
  }

  #objectOf(name: string): string {
    return `${this.#client.place.prefix}${name}`
  }

  async #asked<T>(task: () => Promise<T>): Promise<T> {
    try {
      return await task()
    } catch (error) {
      throw error instanceof S3Error ? bucketError(this.name, error) : error
    }
  }
}
