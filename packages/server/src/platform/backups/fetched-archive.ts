import { createWriteStream, lstatSync } from 'node:fs'
import { mkdir, mkdtemp, readdir, rm } from 'node:fs/promises'
import { basename, dirname, join, resolve } from 'node:path'
import { pipeline } from 'node:stream/promises'
import { isAlive } from '../../kernel/processes.ts'
import { FaultyInputError, UserError } from '../../kernel/user-error.ts'
import { isS3Url, parseS3Url } from '../../validation/s3-url.ts'

const PREFIX = 'guildhall-fetched-'
/** Name of the folder of a copy, with the process that fetches it. */
const FETCHED = /^guildhall-fetched-(\d+)-\w{6}$/

/**
 * Runs `use` with the path of an archive. One in a bucket, `s3://BUCKET[/PREFIX]/NAME`, is fetched into a folder first
 * and removed at the end: it is read twice, and a bucket may answer differently the second time.
 *
 * @param folder existing or new folder that gets the copy of an archive of a bucket
 * @throws UserError for an address or bucket that cannot be used, and for an archive that is not in it
 */
export async function withArchive<T>(file: string, folder: string, use: (path: string) => Promise<T>): Promise<T> {
  if (!isS3Url(file)) return use(resolve(file))
  if (!parseS3Url(file)?.prefix)
    throw new FaultyInputError(`${file} names no archive in a bucket: s3://BUCKET[/PREFIX]/NAME`)
  await mkdir(folder, { recursive: true })
  await removeUnfinished(folder)
  const fetched = await mkdtemp(join(folder, `${PREFIX}${process.pid}-`))
  try {
    const path = join(fetched, 'archive')
    await fetchArchive(file, path)
    return await use(path)
  } finally {
    await rm(fetched, { recursive: true, force: true })
  }
}

/** Removes the copies that killed commands of this user have left. */
async function removeUnfinished(folder: string): Promise<void> {
  for (const name of await readdir(folder)) {
    const [, pid] = FETCHED.exec(name) ?? []
    if (pid === undefined || isAlive(Number(pid))) continue
    const path = join(folder, name)
    // Folders of temporary files have those of all users.
    const owner = lstatSync(path, { throwIfNoEntry: false })?.uid
    if (owner !== undefined && owner === process.getuid?.()) await rm(path, { recursive: true, force: true })
  }
}

async function fetchArchive(address: string, path: string): Promise<void> {
  const { BackupBucket } = await import('./backup-bucket.ts')
  const bucket = new BackupBucket(dirname(address))
  try {
    const found = await bucket.open(basename(address))
    if (found === null) throw new UserError(`There is no ${basename(address)} in ${bucket.name}.`)
    await pipeline(found.read(), createWriteStream(path))
  } finally {
    bucket.close()
  }
}
