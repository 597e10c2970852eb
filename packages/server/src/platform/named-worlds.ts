import { invalidForm } from '@guildhall/protocol'
import { KeyedQueue } from '../kernel/queues.ts'
import type { NamedWorld, NamedWorlds } from '../kernel/worlds.ts'
import { checkWorld, type World, WorldError } from '../world/index.ts'
import { type ReadyPlatform, readyLine } from './ready-line.ts'

/** Platforms beside the first one. Each takes some 10 MB. */
const WORLDS_MAX = 16
const FIRST = 'main'

interface StartedPlatform extends ReadyPlatform {
  close(): Promise<void>
}

interface Entry {
  readonly named: NamedWorld
  close(): Promise<void>
}

/** The platforms of a process. All of them know the same list, so that a named one cannot start more. */
export class ProcessWorlds implements NamedWorlds {
  readonly #start: (world: World | undefined) => Promise<StartedPlatform>
  readonly #entries = new Map<string, Entry>()
  readonly #queue = new KeyedQueue<'change'>()
  /** Platforms that have no entry any more, and have not ended yet. */
  readonly #ending = new Set<Promise<void>>()
  #first: NamedWorld | null = null
  #closed = false

  /** @param start starts a platform that keeps nothing on disk */
  constructor(start: (world: World | undefined) => Promise<StartedPlatform>) {
    this.#start = start
  }

  /** Names the first platform. Its secrets are those of the operator, who has read them at the start. */
  begin(platform: ReadyPlatform): void {
    this.#first ??= { name: FIRST, ready: readyLine({ ...platform, world: null }, null) }
  }

  open(name: string, content: unknown): Promise<NamedWorld> {
    return this.#queue.run('change', async () => {
      if (name === FIRST || this.#entries.has(name))
        throw invalidForm(['name'], 'NAME_TAKEN', `There is a world of the name ${name}.`)
      if (this.#closed || this.#entries.size >= WORLDS_MAX)
        throw invalidForm(['name'], 'TOO_MANY_WORLDS', `There are ${WORLDS_MAX} worlds already: delete one.`)
      const platform = await this.#start(content === undefined ? undefined : worldOf(content))
      const named = { name, ready: readyLine(platform, null) }
      this.#entries.set(name, { named, close: () => platform.close() })
      return named
    })
  }

  list(): NamedWorld[] {
    return [...(this.#first ? [this.#first] : []), ...[...this.#entries.values()].map(({ named }) => named)]
  }

  close(name: string, caller: { url: string }): Promise<boolean> {
    if (name === FIRST)
      throw invalidForm(['name'], 'FIRST_WORLD', 'The first world ends with its process, not by a request.')
    return this.#queue.run('change', async () => {
      const entry = this.#entries.get(name)
      this.#entries.delete(name)
      const closed = this.#track(entry?.close())
      if (entry?.named.ready.url !== caller.url) await closed
      else closed.catch(() => undefined) // The caller, who could be told, has ended with it.
      return entry !== undefined
    })
  }

  /** Ends all of them, with the first. */
  closeAll(): Promise<void> {
    this.#closed = true
    return this.#queue.run('change', async () => {
      const entries = [...this.#entries.values()]
      this.#entries.clear()
      await Promise.all([...this.#ending, ...entries.map((entry) => entry.close())])
    })
  }

  /** Remembers a platform that is ending until it has ended. */
  async #track(closed: Promise<void> | undefined): Promise<void> {
    if (!closed) return
    this.#ending.add(closed)
    try {
      await closed
    } finally {
      this.#ending.delete(closed)
    }
  }
}

/** @throws ApiError with every fault of the world */
function worldOf(content: unknown): World {
  try {
    return checkWorld(content)
  } catch (error) {
    if (error instanceof WorldError) throw invalidForm(['world'], 'WORLD_INVALID', error.message)
    throw error
  }
}
