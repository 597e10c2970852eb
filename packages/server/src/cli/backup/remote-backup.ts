import { randomBytes } from 'node:crypto'
import { createWriteStream, mkdirSync } from 'node:fs'
import { rename, rm, stat } from 'node:fs/promises'
import { dirname, join, resolve } from 'node:path'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { setTimeout as pause } from 'node:timers/promises'
import { type ApiClient, ApiFailure } from '@guildhall/client'
import { syncFolder } from '../../kernel/atomic-file.ts'
import { UserError } from '../../kernel/user-error.ts'
import { isBackupName } from '../../platform/backups/kept-backups.ts'
import { refusalText } from '../admin/admin-actions.ts'
import { apiOf, COMMAND_HEADERS } from '../admin/open-administration.ts'
import type { ControlAddress } from '../control/control-address.ts'

const FIRST_PAUSE_MS = 50
const PAUSE_MAX_MS = 2_000
const FILE_MODE = 0o600

/** A backup that a platform has made and kept, as its job tells. */
interface Made {
  readonly name: string
  readonly bytes: number
  readonly counts: Readonly<Record<string, number>>
}

/**
 * Has a running platform make a backup, by its key and in its folder, and downloads it. The archive appears under its
 * name when it is whole and on the disk.
 *
 * @param path file, or folder that ends in `/`; null leaves the backup on the machine of the platform
 * @throws UserError for a refusal, a backup that failed, and a download that was cut off
 */
export async function backUpServer({ server, key }: ControlAddress, path: string | null) {
  const api = apiOf(server.origin, key)
  try {
    const { name, bytes, counts } = await makeBackup(api)
    if (!isBackupName(name)) throw new UserError(`The platform names its backup ${JSON.stringify(name)}.`)
    if (path === null) return { file: name, bytes, counts }
    const file = path.endsWith('/') ? join(resolve(path), name) : resolve(path)
    await download(new URL(`/api/v10/admin/backups/${name}`, server), { key, file, bytes })
    return { file, bytes, counts }
  } catch (error) {
    throw error instanceof ApiFailure ? new UserError(`backup: ${refusalText(error)}`, { cause: error }) : error
  }
}

async function makeBackup(api: ApiClient): Promise<Made> {
  const { job_id } = await api.call('create_backup')
  for (let pauseMs = FIRST_PAUSE_MS; ; pauseMs = Math.min(PAUSE_MAX_MS, pauseMs * 2)) {
    const job = await api.call('get_operator_job', { params: { job_id } })
    if (job.state === 'failed') throw new UserError(`The platform could not make the backup: ${job.error}`)
    if (job.state === 'done') return job.result as unknown as Made
    await pause(pauseMs)
  }
}

async function download(url: URL, { key, file, bytes }: { key: string; file: string; bytes: number }): Promise<void> {
  const response = await fetch(url, { headers: { ...COMMAND_HEADERS, authorization: `Bearer ${key}` } })
  if (!response.ok || response.body === null)
    throw new UserError(`The backup cannot be downloaded: the platform responds with ${response.status}.`)
  mkdirSync(dirname(file), { recursive: true, mode: 0o700 })
  const temporary = `${file}.${process.pid}-${randomBytes(6).toString('hex')}.new`
  try {
    const target = createWriteStream(temporary, { flags: 'wx', mode: FILE_MODE, flush: true })
    await pipeline(Readable.fromWeb(response.body as import('node:stream/web').ReadableStream), target)
    const { size } = await stat(temporary)
    if (size !== bytes) throw new UserError(`The download was cut off: ${size} of ${bytes} bytes came.`)
    await rename(temporary, file)
    await syncFolder(dirname(file))
  } catch (error) {
    await rm(temporary, { force: true })
    throw error
  }
}
