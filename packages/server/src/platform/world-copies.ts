import assert from 'node:assert/strict'
import type { Clock, ClockState } from '../kernel/clock.ts'
import type { FileCopies, FileStore } from '../kernel/files.ts'
import type { Gate } from '../kernel/gate.ts'
import { SerialQueue } from '../kernel/queues.ts'
import type { Store } from '../kernel/store/store.ts'
import { type ReplaceOptions, type SnapshotFacts, type WorldCopies, WorldCopyError } from '../kernel/worlds.ts'
import { keepSignIns, listSignIns } from '../resources/accounts/users/index.ts'
import type { LeftSession } from '../transports/gateway/left-sessions.ts'
import { listMeta, replaceMeta } from './meta-store.ts'

/** Copies that a platform keeps, besides that of the start. */
const SNAPSHOTS_MAX = 20
/** Bytes of rows that a copy may have, and that all copies together may have. */
const COPY_BYTES_MAX = 512 * 1024 * 1024
const COPIES_BYTES_MAX = 1024 * 1024 * 1024
/** Bytes of a data folder that every start copies: some 10 ms. */
const START_IN_FOLDER_BYTES_MAX = 8 * 1024 * 1024
/** Newest sign-ins that outlive a world. */
const SIGN_INS_MAX = 200
/** Names of snapshots have no such character. */
const START = '@start'

interface Copy {
  readonly rows: Uint8Array
  readonly clock: ClockState
  /** Wall-clock time at which it was taken. */
  readonly createdAt: number
}

/** The present world, as a copy replaces it. */
interface ReplaceableWorld {
  readonly world: {
    endRequests(): Promise<void>
    leave(): Promise<LeftSession[]>
  }
  reopen(): Promise<{ start(left: readonly LeftSession[], options: ReplaceOptions): Promise<void> }>
}

export interface CopiesParts {
  readonly store: Store
  readonly files: FileStore
  /** Path of the data folder; null if nothing is on disk. */
  readonly folder: string | null
  readonly clock: Clock
  readonly wallClock: Clock
  readonly gate: Gate
}

/** The copies of a platform's world. Their rows are in memory. */
export class PlatformCopies implements WorldCopies {
  readonly #parts: CopiesParts
  readonly #copies = new Map<string, Copy>()
  /** Changes of copies, and their uses: no copy is removed or replaced while it is put back. */
  readonly #queue = new SerialQueue()
  #present: ReplaceableWorld | null = null

  constructor(parts: CopiesParts) {
    this.#parts = parts
  }

  /** Names the world that copies are taken of, and that they replace. */
  follow(present: ReplaceableWorld): void {
    this.#present = present
  }

  /** Keeps the copy for `reset`. A data folder that has grown is not copied: the start would wait for that. */
  async keepStart(): Promise<void> {
    const { store, files, folder } = this.#parts
    const bytesMax = folder === null ? COPY_BYTES_MAX : START_IN_FOLDER_BYTES_MAX
    if (store.images && files.copies && (await store.images.size()) <= bytesMax) await this.#keep(START)
  }

  reset(options: ReplaceOptions): Promise<void> {
    return this.#queue.run(() => this.#reset(options))
  }

  async #reset(options: ReplaceOptions): Promise<void> {
    imagesOf(this.#parts.store)
    copiesOf(this.#parts.files)
    const copy = this.#copies.get(START)
    if (!copy) {
      throw new WorldCopyError(
        'No copy was taken at the start, because the data folder was large. Take a snapshot, and restore that.',
      )
    }
    await this.#replace(START, copy, options)
  }

  take(name: string): Promise<SnapshotFacts> {
    return this.#queue.run(async () => {
      await this.#demandRoom(name)
      return factsOf(name, await this.#parts.gate.alone(() => this.#keep(name)))
    })
  }

  async list(): Promise<SnapshotFacts[]> {
    return [...this.#copies].filter(([name]) => name !== START).map(([name, copy]) => factsOf(name, copy))
  }

  restore(name: string, options: ReplaceOptions): Promise<boolean> {
    return this.#queue.run(async () => {
      const copy = this.#copies.get(name)
      if (copy) await this.#replace(name, copy, options)
      return copy !== undefined
    })
  }

  remove(name: string): Promise<boolean> {
    return this.#queue.run(async () => {
      if (!this.#copies.delete(name)) return false
      await this.#parts.files.copies?.remove(name)
      return true
    })
  }

  async #keep(name: string): Promise<Copy> {
    const { store, files, clock, wallClock } = this.#parts
    const copies = copiesOf(files)
    const rows = await imagesOf(store).take()
    await copies.keep(name)
    const copy = { rows, clock: { now: clock.now(), frozen: clock.frozen }, createdAt: wallClock.now() }
    this.#copies.set(name, copy)
    return copy
  }

  async #demandRoom(name: string): Promise<void> {
    const size = await imagesOf(this.#parts.store).size()
    if (size > COPY_BYTES_MAX)
      throw new WorldCopyError(`The world has ${size} bytes; a copy may have ${COPY_BYTES_MAX}.`)
    const others = [...this.#copies].filter(([other]) => other !== name)
    if (others.filter(([other]) => other !== START).length >= SNAPSHOTS_MAX)
      throw new WorldCopyError(`There are ${SNAPSHOTS_MAX} snapshots already: delete one.`)
    const used = others.reduce((sum, [, { rows }]) => sum + rows.length, 0)
    if (used + size > COPIES_BYTES_MAX)
      throw new WorldCopyError(`All copies together may have ${COPIES_BYTES_MAX} bytes: delete a snapshot.`)
  }

  /** Replaces the world. A world is open afterwards also if that fails. */
  async #replace(name: string, copy: Copy, options: ReplaceOptions): Promise<void> {
    const { store, files, clock, gate } = this.#parts
    const present = this.#present
    assert(present, 'requests are served once there is a world')
    await gate.replaceWorld(
      () => present.world.endRequests(),
      async () => {
        const left = await present.world.leave()
        try {
          await putRows(store, copy.rows)
          await copiesOf(files).put(name)
          clock.restart(copy.clock)
        } finally {
          const next = await present.reopen()
          await next.start(left, options)
        }
      },
    )
  }
}

function factsOf(name: string, { rows, clock, createdAt }: Copy): SnapshotFacts {
  return { name, createdAt, date: clock.now, sizeBytes: rows.length }
}

/** @throws WorldCopyError for a store without copies */
function imagesOf({ dialect, images }: Store) {
  if (images) return images
  throw new WorldCopyError(
    dialect === 'sqlite'
      ? `Node ${process.versions.node} cannot copy a SQLite database: use Node 24.21 or later.`
      : 'A world in PostgreSQL cannot be reset or copied: use the embedded store (leave --database-url out).',
  )
}

/** @throws WorldCopyError for files that are not copied */
function copiesOf({ copies }: FileStore): FileCopies {
  if (copies) return copies
  throw new WorldCopyError('A world with files on S3 cannot be reset or copied: leave --files-url out.')
}

/**
 * Replaces all rows except keys and secrets of the platform, which belong to no world. Sign-ins of users who are in the
 * copy stay too: a bot that got its token later would end, and a person would have to sign in again.
 */
async function putRows(store: Store, rows: Uint8Array): Promise<void> {
  const meta = await store.read(listMeta)
  const signIns = await store.read((session) => listSignIns(session, SIGN_INS_MAX))
  await imagesOf(store).put(rows)
  await store.transaction(async (session) => {
    await replaceMeta(session, meta)
    await keepSignIns(session, signIns)
  })
}
