import { type Changes, datedChanges } from '@guildhall/protocol'
import type { Logger } from 'pino'
import { type Clock, runningClock } from '../kernel/clock.ts'
import type { Hosting } from '../kernel/hosting.ts'
import { Metrics } from '../kernel/metrics.ts'
import type { Store } from '../kernel/store/store.ts'
import { Tape } from '../kernel/tape/tape.ts'
import type { Traces } from '../kernel/traces.ts'
import type { PasswordCost } from '../resources/accounts/users/index.ts'
import { recordFilesOfMessages } from '../resources/messaging/messages/index.ts'
import { applyWorld } from '../world/apply-world.ts'
import { type FilledWorld, findWorld, forgetWorldSecrets, hasUsers, type WorldDirectory } from '../world/index.ts'
import type { Closing } from './closing.ts'
import { demoUserIds, hostingOf, offersDemoWorld, type PlatformConfig } from './config.ts'
import { type Kernel, openKernel } from './open-kernel.ts'
import { openStorage, type Storage } from './open-storage.ts'
import type { Health } from './watch/health.ts'

/** Parts of a platform that need no network. They outlive its worlds. */
export interface Foundation {
  readonly storage: Storage
  /** Platform date. */
  readonly clock: Clock
  readonly wallClock: Clock
  readonly changes: Changes
  readonly hosting: Hosting
  readonly tape: Tape
  readonly passwordCost: PasswordCost
  readonly log: Logger
  readonly metrics: Metrics
  readonly health: Health
  /** People of the demo world whom a browser signs in as without a password. */
  readonly demoUserIds: readonly bigint[]
}

/** World of the first start. */
export interface FirstWorld {
  /** With every id, token and secret; null once its secrets were removed. */
  readonly world: FilledWorld | null
  /** Without secrets; null if the store does not know its world. */
  readonly directory: WorldDirectory | null
  /** Whether the store has nobody: neither a world nor people were added. */
  readonly isEmpty: boolean
  /** Removes the secrets from the store. */
  forgetWorldSecrets(): Promise<void>
}

type Units = Pick<Foundation, 'storage' | 'clock' | 'changes' | 'hosting' | 'log' | 'metrics'> & {
  readonly kernel: Kernel
}

/** Log, traces and health of a platform, which begin before it. */
export interface Watchers {
  readonly log: Logger
  /** Null without traces. */
  readonly traces: Traces | null
  readonly health: Health
}

/** Returns a store whose transactions are measured. */
function measured(store: Store, { transactions }: Metrics): Store {
  return {
    ...store,
    async transaction(use, hooks) {
      const begunAt = performance.now()
      try {
        return await store.transaction(use, hooks)
      } finally {
        transactions.observe(performance.now() - begunAt)
      }
    },
  }
}

/** Opens storage, time and units of work. */
export async function openUnits(
  config: PlatformConfig,
  closing: Closing,
  { log, traces }: Omit<Watchers, 'health'>,
): Promise<Units> {
  const changes = datedChanges(config.pinSplitDate ? { pin_split_date: config.pinSplitDate } : {})
  const metrics = new Metrics(traces)
  const opened = await openStorage(config, closing, log)
  const storage = { ...opened, store: measured(opened.store, metrics) }
  const clock = runningClock(config.date)
  closing.add('clock', () => clock.close())
  const { store, files, lease } = storage
  const hosting = hostingOf(config)
  const kernel = await openKernel({ store, lease, files, clock, changes, hosting, log, metrics }, 0)
  await recordFilesOfMessages(kernel.units)
  return { storage, clock, changes, hosting, log, metrics, kernel }
}

/** Opens the foundation of a platform, and writes its world at the first start. */
export async function openFoundation(
  config: PlatformConfig,
  closing: Closing,
  watchers: Watchers,
): Promise<{ foundation: Foundation; kernel: Kernel; firstWorld: FirstWorld }> {
  const { kernel, ...units } = await openUnits(config, closing, watchers)
  const { clock } = units
  const { store, files } = units.storage
  const { world = null, passwordCost = 'full' } = config
  if (world || offersDemoWorld(config))
    await applyWorld({ units: kernel.units, store, ids: kernel.ids, clock, files, world, passwordCost })
  const { isDemo, ...kept } = await store.read(findWorld)
  const wallClock = config.wallClock ?? runningClock()
  closing.add('wall clock', () => wallClock.close())
  const tape = new Tape({ clock, wallClock })
  tape.recording = config.tape === true
  return {
    foundation: {
      ...{ ...units, wallClock, tape, passwordCost, health: watchers.health },
      demoUserIds: isDemo ? demoUserIds(config, kept.directory) : [],
    },
    kernel,
    firstWorld: {
      ...kept,
      isEmpty: !(await store.read(hasUsers)),
      forgetWorldSecrets: () => store.transaction(forgetWorldSecrets),
    },
  }
}
