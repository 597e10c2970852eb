import { execFile } from 'node:child_process'
import { existsSync } from 'node:fs'
import { stat } from 'node:fs/promises'
import { join, resolve } from 'node:path'
import { promisify } from 'node:util'
import { UserError } from '../../kernel/user-error.ts'
import { migrations } from '../../migrations/index.ts'
import { STORE_FILE, withSnapshot } from '../../platform/backups/snapshot.ts'
import { migrationOf } from '../../platform/backups/tables-store.ts'
import { VERSION } from '../../platform/package-folder.ts'
import { givenSecretKey } from '../../platform/secret-key.ts'
import type { StartOptions } from '../options/start-options.ts'
import { printable } from '../terminal/text.ts'

/** Options of `guildhall upgrade`: one of the first three is true, or there is a prefix. */
export interface UpgradeOptions extends Pick<StartOptions, 'data' | 'databaseUrl' | 'secretKeyFile' | 'json'> {
  check: boolean
  rehearse: boolean
  return: boolean
  /** Version, or its tarball, that is looked at or installed; null for the newest. */
  to: string | null
  /** Folder with programs side by side; null to look at the store only. */
  prefix: string | null
  /** Command lines that stop and start the platform. */
  stop: string
  start: string
  /** Longest wait for the platform to be ready, in seconds. */
  wait: number
}

/** The body of a command, its text, and whether it has found what it wanted. */
interface Result {
  readonly body: object
  readonly text: string
  readonly ok: boolean
  /** Exit code if it has not. Default: 1. */
  readonly exitCode?: number
}

/** Looks at an upgrade, tries it out, or takes it back, and prints the result. */
export async function runUpgrade(options: UpgradeOptions): Promise<void> {
  process.umask(0o077)
  const { body, text, ok, exitCode = 1 } = await actionOf(options)(options)
  process.stdout.write(options.json ? `${JSON.stringify(body)}\n` : `${text}\n`)
  if (!ok) process.exitCode = exitCode
}

function actionOf({ check, rehearse, prefix }: UpgradeOptions): (options: UpgradeOptions) => Promise<Result> {
  if (check) return checked
  if (rehearse) return rehearsed
  return prefix === null ? returned : upgraded
}

/** Exit code of a command that has failed and returned to the former state. */
const EXIT_RETURNED = 3

async function upgraded({ prefix, to, ...options }: UpgradeOptions): Promise<Result> {
  const wanted = to ?? (await newestVersion())
  if (wanted === null) throw new UserError('npm does not know the newest version. Give --to VERSION, or a tarball.')
  const { upgradeBeside } = await import('./upgrade-beside.ts')
  const body = await upgradeBeside({ ...options, prefix: prefix ?? '', to: wanted })
  const text = body.ok
    ? `Version ${body.to} runs${body.backup === null ? ' already' : `. The backup is ${body.backup}`}.`
    : `Version ${body.from} runs again, because ${body.error}. The backup is ${body.backup}.`
  return { body, text, ok: body.ok, exitCode: EXIT_RETURNED }
}

/** Bytes that an upgrade reads and writes in a second of a slow disk. */
const BYTES_PER_SECOND = 25 * 1024 * 1024

async function checked({ data, databaseUrl, to }: UpgradeOptions): Promise<Result> {
  const path = join(data, STORE_FILE)
  if (databaseUrl === null && !existsSync(path)) throw new UserError(`The data folder ${data} holds no platform.`)
  const applied = await withSnapshot({ data, databaseUrl }, migrationOf)
  if (applied > migrations.length)
    throw new UserError(`The store has migration ${applied}, and version ${VERSION} knows ${migrations.length}.`)
  const waiting = migrations.length - applied
  const { neededBytes, freeBytes } = await (databaseUrl === null ? embeddedRoom(path, waiting) : noRoom())
  const { version: newest, notes } = await releaseTo(to)
  const body = {
    current: VERSION,
    newest,
    notes,
    migrations_waiting: waiting,
    room_needed_bytes: neededBytes,
    room_ok: neededBytes <= freeBytes,
    seconds: waiting === 0 ? 0 : Math.ceil(neededBytes / BYTES_PER_SECOND),
  }
  const text = [
    `This is version ${VERSION}; the newest is ${newest === null ? 'not known' : printable(newest)}.`,
    `${waiting} migrations wait. They need ${neededBytes} bytes of room, of which there are ${freeBytes}, and about ${body.seconds} s.`,
    ...(notes ? ['', ...notes.split('\n').map(printable)] : []),
  ]
  return { body, text: text.join('\n'), ok: body.room_ok }
}

async function embeddedRoom(path: string, waiting: number) {
  const { roomOf } = await import('../../platform/upgrade/upgrade-store.ts')
  await stat(path)
  const room = await roomOf(path)
  return waiting === 0 ? { ...room, neededBytes: 0 } : room
}

/** PostgreSQL upgrades in place. */
const noRoom = async () => ({ neededBytes: 0, freeBytes: Number.MAX_SAFE_INTEGER })

/** Returns the version that is looked at, and its notes; null for what is not known. */
async function releaseTo(to: string | null): Promise<{ version: string | null; notes: string | null }> {
  const { notesFromNpm, releaseOfTarball } = await import('./release-notes.ts')
  if (to?.endsWith('.tgz')) return releaseOfTarball(resolve(to), VERSION)
  const version = to ?? (await newestVersion())
  if (version === null || version === VERSION) return { version, notes: version === null ? null : '' }
  return { version, notes: await notesFromNpm(version, VERSION) }
}

const NPM_MAX_MS = 15_000

/** Returns the newest version that npm knows; null without a network, or without npm. */
async function newestVersion(): Promise<string | null> {
  try {
    const { stdout } = await promisify(execFile)('npm', ['view', 'guildhall', 'version'], { timeout: NPM_MAX_MS })
    return /^\d+\.\d+\.\d+\S*$/.test(stdout.trim()) ? stdout.trim() : null
  } catch {
    return null
  }
}

async function rehearsed({ data, databaseUrl, secretKeyFile }: UpgradeOptions): Promise<Result> {
  const secretKey = await givenSecretKey(secretKeyFile, process.env)
  const body = await (databaseUrl === null
    ? (await import('../../platform/upgrade/rehearse.ts')).rehearse(data, secretKey)
    : (await import('../../platform/upgrade/rehearse-database.ts')).rehearseDatabase({ data, databaseUrl, secretKey }))
  const text = body.ok
    ? `The copy was upgraded and started in ${body.seconds} s.`
    : `The copy could not be started: ${body.error}`
  return { body, text, ok: body.ok }
}

async function returned({ data }: UpgradeOptions): Promise<Result> {
  const { returnStore } = await import('../../platform/upgrade/return-store.ts')
  const { from, to, lost, kept } = await returnStore(data)
  const rows = Object.entries(lost).map(([table, count]) => `${count} ${table}`)
  const text = `The store with migration ${to} is back. Lost since the upgrade: ${rows.join(', ')}. The other one is kept as ${kept}.`
  return { body: { ok: true, from, to, lost, kept }, text, ok: true }
}
