import { type Instant, wireTime } from '@guildhall/protocol'
import type { Logger } from 'pino'
import type { Clock, ClockSetting } from '../kernel/clock.ts'
import type { ClockChange, ClockControl } from '../kernel/control.ts'
import type { Lease } from '../kernel/lease.ts'
import type { NodeQuestions } from '../kernel/node-questions.ts'
import { SYSTEM_ACTOR, type Units } from '../kernel/units.ts'
import type { Work } from '../kernel/work.ts'
import { findMeta, saveMeta } from './meta-store.ts'

/** Key of `meta` with the clock of all nodes, and the name that nodes hold while they change it. */
const CLOCK = 'clock'
/** Kind of the question whether a node has read the row. */
const READ = 'clock'
/** Time after which a node that answers nothing has lost its lease, or is beyond help. */
const ANSWERED_MS = 12_000

/** The clock of several nodes, as a row. */
interface StoredClock {
  readonly setting: ClockSetting
  readonly version: number
  /** Date that the first of the nodes was started with; null for none. */
  readonly date: Instant | null
  /** Lives of nodes that have the setting, or had one before it. */
  readonly lives: readonly string[]
}

interface SharedClockParts extends ClockKernel {
  readonly clock: Clock
  readonly lease: Lease
  readonly log: Logger
}

/** Parts of the kernel of a world. */
interface ClockKernel {
  readonly units: Units
  readonly questions: NodeQuestions
}

/** Returns how the clock of a process that is alone is moved. */
export function ownClock(clock: Clock): ClockControl {
  return { change: async (change) => clock.adopt(changed(clock, change)) }
}

/** The clock that several nodes share. A row has it, and each node follows the row. */
export class SharedClock implements ClockControl {
  #parts: SharedClockParts
  #version = 0

  constructor(parts: SharedClockParts) {
    this.#parts = parts
    const { lease, log } = parts
    lease.onHeld(() => void this.#read().catch((err) => log.error({ err }, 'the platform date could not be read')))
  }

  /** Follows another kernel, under another lease. */
  async rejoin(kernel: ClockKernel): Promise<void> {
    this.#parts = { ...this.#parts, ...kernel }
    await this.join(null)
  }

  /**
   * Takes the clock of the other nodes, or gives it to those that follow.
   *
   * @param date platform date that this node was started with; null for none
   */
  async join(date: Instant | null): Promise<void> {
    const { clock, lease, questions, log } = this.#parts
    const own = `${lease.node.name} ${lease.node.epoch}`
    questions.answer(READ, async () => this.#read())
    const live = new Set((await lease.liveNodes()).map(({ name, epoch }) => `${name} ${epoch}`))
    const stored = await this.#write((former) => {
      const others = (former?.lives ?? []).filter((life) => life !== own && live.has(life))
      const lives = [...others, own]
      if (former && others.length > 0) return { ...former, lives }
      return { setting: clock.setting(), version: (former?.version ?? 0) + 1, date, lives }
    })
    this.#adopt(stored)
    if (date !== null && date !== stored.date)
      log.warn(
        { date: wireTime(date), now: wireTime(clock.now()) },
        '--date is not used: the other nodes have another date',
      )
  }

  async change(change: ClockChange): Promise<void> {
    const { clock, questions, log } = this.#parts
    const stored = await this.#write((former) => {
      if (!former) throw new TypeError('the clock has no row')
      this.#adopt(former)
      return { ...former, setting: changed(clock, change), version: former.version + 1 }
    })
    this.#adopt(stored)
    const names = stored.lives.map((life) => life.split(' ')[0] ?? '')
    const { missing } = await questions.ask(READ, null, { withinMs: ANSWERED_MS, of: names })
    if (missing.length > 0) log.warn({ nodes: missing }, 'nodes did not say that they have the new platform date')
  }

  async #read(): Promise<number> {
    const stored = await this.#parts.units.read(SYSTEM_ACTOR, find)
    if (stored) this.#adopt(stored)
    return this.#version
  }

  #write(next: (former: StoredClock | null) => StoredClock): Promise<StoredClock> {
    return this.#parts.units.write(
      SYSTEM_ACTOR,
      async (work) => {
        const stored = next(await find(work))
        await saveMeta(work, CLOCK, JSON.stringify(stored))
        return stored
      },
      [CLOCK],
    )
  }

  #adopt({ setting, version }: StoredClock): void {
    if (version <= this.#version) return
    this.#version = version
    this.#parts.clock.adopt(setting)
  }
}

async function find(work: Work): Promise<StoredClock | null> {
  const text = await findMeta(work, CLOCK)
  return text === undefined ? null : (JSON.parse(text) as StoredClock)
}

/** Returns the setting of a clock that was moved. */
function changed(clock: Clock, { next, frozen }: ClockChange): ClockSetting {
  const { offsetMs, frozenAt } = clock.setting()
  const before = clock.now()
  const now = next(before)
  const stepMs = now - before
  const freezes = frozen ?? frozenAt !== null
  if (freezes) return { offsetMs, frozenAt: now }
  return { offsetMs: frozenAt === null ? offsetMs + stepMs : now - Date.now(), frozenAt: null }
}
