import { spawn } from 'node:child_process'
import { createRequire } from 'node:module'
import { setPriority } from 'node:os'
import { basename, dirname, join } from 'node:path'
import { text } from 'node:stream/consumers'
import { ApiError, type Snowflake } from '@guildhall/protocol'
import type { Logger } from 'pino'
import type { Backups, KeptBackup } from '../../kernel/backups.ts'
import type { Bus } from '../../kernel/bus.ts'
import type { Clock } from '../../kernel/clock.ts'
import type { FileStore } from '../../kernel/files.ts'
import { type Lease, type NodeLife, nodeOf } from '../../kernel/lease.ts'
import type { Metrics } from '../../kernel/metrics.ts'
import { SerialQueue } from '../../kernel/queues.ts'
import { SYSTEM_ACTOR, type Units } from '../../kernel/units.ts'
import { UserError } from '../../kernel/user-error.ts'
import type { Work } from '../../kernel/work.ts'
import { settingsChanged, settingsOf } from '../../resources/accounts/instance-settings/index.ts'
import type { InstanceSettings } from '../../resources/accounts/instance-settings/model.ts'
import {
  mailFailure,
  noteBegun,
  noteEnded,
  noteFailed,
  noteMade,
  noteTaken,
} from '../../resources/administration/backups/index.ts'
import { BackupPlace } from './backup-place.ts'
import { LOGGED } from './log-backup.ts'
import { nextBackupAt } from './next-backup.ts'

const require = createRequire(import.meta.url)
/** The child lets the platform go first. */
const PRIORITY = 10
const ERROR_MAX = 500
const RETRY_AFTER_S = 5
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
  /** Null on the embedded store. */
  readonly lease: Lease | null
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
  readonly #place: BackupPlace
  /** Null for a process that is alone. */
  readonly #node: NodeLife | null
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
    this.#node = nodeOf(parts.lease)
    this.#place = new BackupPlace(parts.folder ?? '')
  }

  get areKept(): boolean {
    return this.#parts.folder !== null
  }

  /** Plans the daily backup, and follows changes of its settings. */
  async start(): Promise<void> {
    if (!this.areKept) return
    const { bus, lease } = this.#parts
    await this.#noteEnded()
    const stopEvents = bus.listen(({ type }) => {
      if (type === settingsChanged) void this.#plan()
    })
    const stopLosses = lease?.onLoss(() => void this.#queue.run(() => this.#noteEnded()))
    this.#stopListening = () => {
      stopEvents()
      stopLosses?.()
    }
    await this.#plan()
  }

  /** Ends a backup that is being made: it leaves nothing under its name. */
  async close(): Promise<void> {
    this.#closed = true
    this.#stopListening()
    this.#cancel()
    for (const child of this.#children) child.kill('SIGKILL')
    await this.#queue.run(async () => undefined)
    this.#place.close()
  }

  async isLate(): Promise<boolean> {
    const latest = this.#parts.clock.now() - LATE_MS
    if (this.#dailySince === null || this.#dailySince > latest || !(await this.#isMaker())) return false
    const [newest] = await this.known()
    return newest === undefined || Date.parse(newest.created_at) < Date.now() - LATE_MS
  }

  async list(): Promise<readonly KeptBackup[]> {
    // A store in memory has one connection: a second read inside the caller's work would wait for itself.
    if (!this.areKept) return []
    const { backup_to } = await this.#settings()
    return forRequest(() => this.#place.list(backup_to))
  }

  async known(): Promise<readonly KeptBackup[]> {
    return this.areKept ? this.#place.known((await this.#settings()).backup_to) : []
  }

  async begin(work: Work, jobId: Snowflake): Promise<void> {
    await noteTaken(work, jobId, this.#node)
    work.afterCommit(() => this.#begin(jobId))
  }

  #begin(jobId: Snowflake): void {
    const { units, log } = this.#parts
    const node = this.#node
    void this.#queue.run(async () => {
      try {
        await noteBegun(units, jobId)
        await noteMade(units, { jobId, node, result: await this.#make() })
      } catch (err) {
        if (this.#closed) return
        log.error({ err }, 'a backup has failed')
        const error = (err as Error).message.slice(0, ERROR_MAX)
        await noteFailed(units, { jobId, node, error }).catch(() => undefined)
      }
    })
  }

  async open(name: string) {
    if (!this.areKept) return null
    const { backup_to } = await this.#settings()
    return forRequest(() => this.#place.open(backup_to, name))
  }

  async #noteEnded(): Promise<void> {
    const { units, log } = this.#parts
    try {
      await noteEnded(units, this.#node)
    } catch (err) {
      if (!this.#closed) log.error({ err }, 'backups that have ended were not noted')
    }
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
      if (await this.#isMaker()) await this.#make()
    } catch (err) {
      if (this.#closed) return
      log.error({ err }, 'the daily backup has failed')
      await mailFailure(units, url, (err as Error).message.slice(0, ERROR_MAX)).catch(() => undefined)
    }
    await this.#plan(begunAt)
  }

  /** Returns whether this process makes the daily backups: of several nodes, the first one by name does. */
  async #isMaker(): Promise<boolean> {
    const { lease } = this.#parts
    if (lease === null || lease.isAlone) return true
    const names = (await lease.liveNodes()).map(({ name }) => name)
    return names.sort()[0] === lease.node.name
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
    this.#place.forget()
    this.#parts.metrics.jobs.add(`backup ${result}`)
  }

  async #makeBeside(): Promise<MadeBackup> {
    // Below the reserve of the disk there are no backups.
    const release = await this.#parts.files.claim(0)
    release()
    const settings = await this.#settings()
    const begunAt = performance.now()
    const line = await this.#spawn(argumentsOf(settings, this.#place.addressOf(settings.backup_to), this.#parts))
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

function argumentsOf(settings: InstanceSettings, to: string, { folder }: Pick<RunnerParts, 'folder'>): string[] {
  const { backup_recipient: recipient, backup_keep: keep } = settings
  const seal = recipient === null ? ['--plain'] : ['--recipient', recipient]
  return ['backup', to, '--data', folder ?? '', '--keep', String(keep), '--json', ...seal]
}

/** Runs a task of a request. @throws ApiError OVERLOADED (503) if the bucket of the backups cannot be used */
async function forRequest<T>(task: () => Promise<T>): Promise<T> {
  try {
    return await task()
  } catch (cause) {
    if (!(cause instanceof UserError)) throw cause
    throw new ApiError('OVERLOADED', { reason: cause.message, cause, extra: { retry_after: RETRY_AFTER_S } })
  }
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
