import { spawn } from 'node:child_process'
import { createReadStream } from 'node:fs'
import { stat } from 'node:fs/promises'
import { createRequire } from 'node:module'
import { setPriority } from 'node:os'
import { basename, dirname, join, resolve } from 'node:path'
import { text } from 'node:stream/consumers'
import type { Snowflake } from '@guildhall/protocol'
import type { Logger } from 'pino'
import type { Backups, KeptBackup } from '../../kernel/backups.ts'
import type { Clock } from '../../kernel/clock.ts'
import type { Bus } from '../../kernel/event.ts'
import type { FileStore } from '../../kernel/files.ts'
import type { Metrics } from '../../kernel/metrics.ts'
import { SerialQueue } from '../../kernel/queues.ts'
import { SYSTEM_ACTOR, type Units } from '../../kernel/units.ts'
import { settingsChanged, settingsOf } from '../../resources/accounts/instance-settings/index.ts'
import type { InstanceSettings } from '../../resources/accounts/instance-settings/model.ts'
import {
  mailFailure,
  noteBegun,
  noteEnded,
  noteFailed,
  noteMade,
} from '../../resources/administration/backups/index.ts'
import { isBackupName, listBackups } from './kept-backups.ts'
import { LOGGED } from './log-backup.ts'
import { nextBackupAt } from './next-backup.ts'

const require = createRequire(import.meta.url)
/** The child lets the platform go first. */
const PRIORITY = 10
const ERROR_MAX = 500
/** Time without a backup after which owners should know. */
const LATE_MS = 48 * 3_600_000

/** A backup as its job tells. */
interface MadeBackup {
  readonly name: string
  readonly bytes: number
  readonly counts: Readonly<Record<string, number>>
}

interface RunnerParts {
  readonly units: Units
  readonly bus: Bus
  readonly clock: Clock
  readonly files: FileStore
  readonly log: Logger
  readonly metrics: Metrics
  /** Path of the data folder; null if nothing is on disk. */
  readonly folder: string | null
  readonly databaseUrl: string | null
  readonly filesUrl: string | null
  /** Address of the platform as people reach it. */
  readonly url: string
}

/** Makes backups each day and on request, one at a time, each in a process beside the platform. */
export class BackupRunner implements Backups {
  readonly #parts: RunnerParts
  readonly #queue = new SerialQueue()
  readonly #children = new Set<ReturnType<typeof spawn>>()
  #cancel: () => void = () => undefined
  #stopListening: () => void = () => undefined
  #closed = false
  /** Time since which daily backups are planned; null while they are not. */
  #dailySince: number | null = null
  lastError: string | null = null

  constructor(parts: RunnerParts) {
    this.#parts = parts
  }

  get areKept(): boolean {
    return this.#parts.folder !== null
  }

  /** Plans the daily backup, and follows changes of its settings. */
  async start(): Promise<void> {
    if (!this.areKept) return
    await noteEnded(this.#parts.units)
    this.#stopListening = this.#parts.bus.listen(({ type }) => {
      if (type === settingsChanged) void this.#plan()
    })
    await this.#plan()
  }

  /** Ends a backup that is being made: it leaves nothing under its name. */
  async close(): Promise<void> {
    this.#closed = true
    this.#stopListening()
    this.#cancel()
    for (const child of this.#children) child.kill('SIGKILL')
    await this.#queue.run(async () => undefined)
  }

  async isLate(): Promise<boolean> {
    const latest = this.#parts.clock.now() - LATE_MS
    if (this.#dailySince === null || this.#dailySince > latest) return false
    const [newest] = await this.list()
    return newest === undefined || Date.parse(newest.created_at) < Date.now() - LATE_MS
  }

  async list(): Promise<readonly KeptBackup[]> {
    return this.areKept ? listBackups(folderOf(await this.#settings(), this.#parts)) : []
  }

  begin(jobId: Snowflake): void {
    const { units, log } = this.#parts
    void this.#queue.run(async () => {
      try {
        await noteBegun(units, jobId)
        await noteMade(units, jobId, await this.#make())
      } catch (err) {
        if (this.#closed) return
        log.error({ err }, 'a backup has failed')
        await noteFailed(units, jobId, (err as Error).message.slice(0, ERROR_MAX)).catch(() => undefined)
      }
    })
  }

  async open(name: string) {
    if (!this.areKept || !isBackupName(name)) return null
    const path = join(folderOf(await this.#settings(), this.#parts), name)
    const found = await stat(path).catch(() => null)
    return found?.isFile() ? { bytes: found.size, read: (range = {}) => createReadStream(path, range) } : null
  }

  #settings(): Promise<InstanceSettings> {
    return this.#parts.units.read(SYSTEM_ACTOR, settingsOf)
  }

  /**
   * Plans the next daily backup after an instant, at once if the clock is past it. Without a key to encrypt to, and
   * without a chosen folder, there is none.
   */
  async #plan(since = this.#parts.clock.now()): Promise<void> {
    const { clock, log } = this.#parts
    try {
      const settings = await this.#settings()
      this.#cancel()
      if (this.#closed) return
      if (!isDaily(settings)) {
        this.#dailySince = null
        return
      }
      this.#dailySince ??= clock.now()
      const at = nextBackupAt(settings.backup_at ?? '', since)
      this.#cancel = clock.at(at, () => void this.#queue.run(() => this.#daily()))
    } catch (err) {
      if (!this.#closed) log.error({ err }, 'the daily backup was not planned')
    }
  }

  async #daily(): Promise<void> {
    const { units, clock, url, log } = this.#parts
    const begunAt = clock.now()
    try {
      await this.#make()
    } catch (err) {
      if (this.#closed) return
      log.error({ err }, 'the daily backup has failed')
      await mailFailure(units, url, (err as Error).message.slice(0, ERROR_MAX)).catch(() => undefined)
    }
    await this.#plan(begunAt)
  }

  async #make(): Promise<MadeBackup> {
    try {
      const made = await this.#makeBeside()
      this.#note('done', null)
      return made
    } catch (error) {
      if (!this.#closed) this.#note('failed', (error as Error).message.slice(0, ERROR_MAX))
      throw error
    }
  }

  #note(result: 'done' | 'failed', error: string | null): void {
    this.lastError = error
    this.#parts.metrics.jobs.add(`backup ${result}`)
  }

  async #makeBeside(): Promise<MadeBackup> {
    // Below the reserve of the disk there are no backups.
    const release = await this.#parts.files.claim(0)
    release()
    const settings = await this.#settings()
    const begunAt = performance.now()
    const line = await this.#spawn(argumentsOf(settings, this.#parts))
    this.#parts.metrics.backupSeconds = (performance.now() - begunAt) / 1_000
    const { file, bytes, counts } = JSON.parse(line) as { file: string; bytes: number; counts: MadeBackup['counts'] }
    return { name: basename(file), bytes, counts }
  }

  /** Runs the command to its end. Returns its last line. @throws an error with its message */
  async #spawn(args: readonly string[]): Promise<string> {
    if (this.#closed) throw new Error('The platform ends')
    const command = join(dirname(require.resolve('#manifest')), 'bin/guildhall.js')
    const child = spawn(process.execPath, [command, ...args], {
      stdio: ['ignore', 'pipe', 'pipe'],
      env: environmentOf(this.#parts),
    })
    this.#children.add(child)
    try {
      if (child.pid !== undefined) setPriority(child.pid, PRIORITY)
      const ended = new Promise<number | null>((done, failed) => child.once('close', done).once('error', failed))
      const [output, errors, code] = await Promise.all([text(child.stdout), text(child.stderr), ended])
      const last = (lines: string) => lines.trim().split('\n').at(-1) ?? ''
      if (code !== 0) throw new Error(last(errors) || `The backup ended with ${code}`)
      return last(output)
    } finally {
      this.#children.delete(child)
    }
  }
}

type Backing = Pick<InstanceSettings, 'backup_to' | 'backup_at' | 'backup_recipient'>

function isDaily({ backup_at, backup_recipient, backup_to }: Backing): boolean {
  return backup_at !== null && (backup_recipient !== null || backup_to !== null)
}

function folderOf({ backup_to }: Pick<InstanceSettings, 'backup_to'>, { folder }: RunnerParts): string {
  return resolve(backup_to ?? join(folder ?? '', 'backups'))
}

function argumentsOf(settings: InstanceSettings, parts: RunnerParts): string[] {
  const { backup_recipient: recipient, backup_keep: keep } = settings
  const seal = recipient === null ? ['--plain'] : ['--recipient', recipient]
  const folder = `${folderOf(settings, parts)}/`
  return ['backup', folder, '--data', parts.folder ?? '', '--keep', String(keep), '--json', ...seal]
}

/** The variables of this platform are not for the command, whose arguments say everything but where its parts are. */
function environmentOf({ databaseUrl, filesUrl }: Pick<RunnerParts, 'databaseUrl' | 'filesUrl'>): NodeJS.ProcessEnv {
  const kept = Object.entries(process.env).filter(([name]) => !name.startsWith('GUILDHALL_'))
  return {
    ...Object.fromEntries(kept),
    [LOGGED]: 'true',
    ...(databaseUrl !== null && { GUILDHALL_DATABASE_URL: databaseUrl }),
    ...(filesUrl !== null && { GUILDHALL_FILES_URL: filesUrl }),
  }
}
