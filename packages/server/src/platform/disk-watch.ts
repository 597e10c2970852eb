import type { Logger } from 'pino'
import type { Bus } from '../kernel/bus.ts'
import type { FileStore } from '../kernel/files.ts'
import type { Metrics } from '../kernel/metrics.ts'
import { SYSTEM_ACTOR, type Units } from '../kernel/units.ts'
import { settingsChanged, settingsOf } from '../resources/accounts/instance-settings/index.ts'
import type { InstanceSettings } from '../resources/accounts/instance-settings/model.ts'
import { noteDiskRoom, scheduleSample } from '../resources/administration/sizes/index.ts'
import { scheduleRetention } from '../resources/messaging/retention/index.ts'

/** Time between two looks at the disk, by the wall clock: nothing else tells that it fills up. */
const LOOK_MS = 60_000

interface DiskWatchParts {
  readonly units: Units
  readonly bus: Bus
  readonly files: FileStore
  readonly metrics: Metrics
  readonly url: string
  readonly log: Logger
}

type Reserve = Pick<InstanceSettings, 'disk_reserve_bytes'>

/** Applies the reserve of the settings to the disk of files, and tells owners once when less is left. */
export class DiskWatch {
  readonly #parts: DiskWatchParts
  #timer: NodeJS.Timeout | null = null
  #stopListening: () => void = () => undefined
  #running: Promise<void> = Promise.resolve()

  constructor(parts: DiskWatchParts) {
    this.#parts = parts
  }

  /** Applies the reserve, and looks at the disk from now on. */
  async start(): Promise<void> {
    this.#stopListening = this.#parts.bus.listen((event) => {
      if (event.type !== settingsChanged) return
      // At once: the response to the change follows.
      this.#setReserve((event.payload as Reserve).disk_reserve_bytes ?? 0)
      this.#look()
    })
    this.#timer = setInterval(() => this.#look(), LOOK_MS).unref()
    this.#look()
    await this.#running
    // The environment may have other days than before.
    await this.#parts.units.write(SYSTEM_ACTOR, async (work) => {
      await scheduleRetention(work)
      await scheduleSample(work)
    })
  }

  /** Ends the watch, after a look that has begun. */
  async close(): Promise<void> {
    this.#stopListening()
    if (this.#timer) clearInterval(this.#timer)
    await this.#running
  }

  #setReserve(bytes: number): void {
    this.#parts.files.setReserve(bytes)
    this.#parts.metrics.diskReserveBytes = bytes
  }

  #look(): void {
    const { units, files, url, log } = this.#parts
    this.#running = this.#running.then(async () => {
      try {
        const { disk_reserve_bytes: reserve } = await units.read(SYSTEM_ACTOR, settingsOf)
        this.#setReserve(reserve ?? 0)
        const free = await files.freeBytes()
        if (free !== null) await noteDiskRoom(units, { free, reserve: reserve ?? 0, url })
      } catch (err) {
        log.error({ err }, 'the room on the disk was not looked at')
      }
    })
  }
}
