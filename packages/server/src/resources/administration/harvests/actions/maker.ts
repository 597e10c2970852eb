import { mkdir, rm, stat } from 'node:fs/promises'
import { join } from 'node:path'
import type { Snowflake } from '@guildhall/protocol'
import type { Logger } from 'pino'
import { background } from '../../../../kernel/background.ts'
import type { FileStore } from '../../../../kernel/files.ts'
import type { JobHandler } from '../../../../kernel/jobs.ts'
import type { NodeLife } from '../../../../kernel/lease.ts'
import { SYSTEM_ACTOR, type Units } from '../../../../kernel/units.ts'
import { giveUpTask, takeTask } from '../../../accounts/node-tasks/index.ts'
import { type HarvestJob, harvestDue } from '../jobs.ts'
import { HarvestStatus } from '../model.ts'
import { findHarvest } from '../store.ts'
import { completeHarvest, failHarvest, markRunning } from './save.ts'

/** Time after which the job looks whether the process that makes a package still runs. */
const LOOK_MS = 5_000

const taskOf = (id: Snowflake) => `harvest.${id}`

interface MakerParts {
  readonly units: () => Units
  readonly files: FileStore
  readonly log: Logger
  /** Null for a process that is alone. */
  readonly node: NodeLife | null
}

/**
 * Makes packages outside of transactions, which must be short. The stored job begins a package, and looks after it:
 * when the process ended meanwhile, the next one begins anew. Of several nodes, one makes a package.
 */
export class HarvestMaker {
  readonly #parts: MakerParts
  readonly #running = new Set<Snowflake>()
  readonly #tasks
  #closed = false

  constructor(parts: MakerParts) {
    this.#parts = parts
    this.#tasks = background((err) => parts.log.error({ err }, 'a package of data was not stored'))
  }

  /** The job `harvest`. */
  readonly run: JobHandler<HarvestJob> = async (work, { id }) => {
    const harvest = await findHarvest(work, id)
    const isOver = harvest?.status === HarvestStatus.COMPLETED || harvest?.status === HarvestStatus.FAILED
    if (!harvest || isOver || this.#closed) return
    await work.schedule(harvestDue, id.toString(), work.now + LOOK_MS, { id })
    if (this.#running.has(id) || !(await takeTask(work, taskOf(id), this.#parts.node))) return
    await markRunning(work, harvest)
    work.afterCommit(() => this.#begin(id, harvest.user_id))
  }

  /** Waits for the packages that are being made; none is begun any more. */
  async close(): Promise<void> {
    this.#closed = true
    await this.#tasks.close()
  }

  #begin(id: Snowflake, userId: Snowflake): void {
    if (this.#running.has(id)) return
    this.#running.add(id)
    this.#tasks.run(() => this.#make(id, userId).finally(() => this.#running.delete(id)))
  }

  async #make(id: Snowflake, userId: Snowflake): Promise<void> {
    const { files, log, node } = this.#parts
    const units = this.#parts.units()
    const folder = join(files.uploadDir, `harvest-${id}`)
    try {
      // A process that was killed may have left parts, to which others would be appended.
      await rm(folder, { recursive: true, force: true })
      await mkdir(folder, { recursive: true, mode: 0o700 })
      const { writePackage } = await import('./write-package.ts')
      const path = join(folder, 'package.zip')
      const messages = await writePackage({ units, files, folder, path, userId, isOver: () => this.#closed })
      if (messages === null) return
      const { size: sizeBytes } = await stat(path)
      const keeper = { files, units, background: this.#tasks }
      await units.write(SYSTEM_ACTOR, async (work) => {
        await completeHarvest(work, keeper, { id, path, sizeBytes, messages })
        await giveUpTask(work, taskOf(id), node)
      })
    } catch (err) {
      if (this.#closed) return
      log.error({ err }, 'a package of data could not be made')
      await units.write(SYSTEM_ACTOR, async (work) => {
        await failHarvest(work, { id })
        await giveUpTask(work, taskOf(id), node)
      })
    } finally {
      await rm(folder, { recursive: true, force: true })
    }
  }
}
