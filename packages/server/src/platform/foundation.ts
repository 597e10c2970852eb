import { type Changes, datedChanges } from '@guildhall/protocol'
import type { Logger } from 'pino'
import { type Clock, runningClock } from '../kernel/clock.ts'
import type { ClockControl } from '../kernel/control.ts'
import type { Event } from '../kernel/event.ts'
import type { Hosting } from '../kernel/hosting.ts'
import type { Lease } from '../kernel/lease.ts'
import { Metrics } from '../kernel/metrics.ts'
import { Tape } from '../kernel/tape/tape.ts'
import type { Traces } from '../kernel/traces.ts'
import type { PasswordCost } from '../resources/accounts/users/index.ts'
import { recordFilesOfMessages } from '../resources/messaging/messages/index.ts'
import { applyWorld } from '../world/apply-world.ts'
import { type FilledWorld, findWorld, forgetWorldSecrets, hasUsers, type WorldDirectory } from '../world/index.ts'
import type { Closing } from './closing.ts'
import { demoUserIds, hostingOf, offersDemoWorld, type PlatformConfig } from './config.ts'
import { measured } from './measured-store.ts'
import { type Kernel, openKernel } from './open-kernel.ts'
import { openStorage, type Storage } from './open-storage.ts'
import { ownClock, SharedClock } from './shared-clock.ts'
import type { Health } from './watch/health.ts'

/** Parts of a platform that need no network. They outlive its worlds. */
export interface Foundation {
  readonly storage: Storage
  /** Platform date. */
  readonly clock: Clock
  readonly clockControl: ClockControl
  readonly wallClock: Clock
  readonly changes: Changes
  readonly hosting: Hosting
  readonly tape: Tape
  readonly passwordCost: PasswordCost
  readonly log: Logger
  readonly metrics: Metrics
  /** Addresses of NATS between nodes; empty for none. */
  readonly busUrls: readonly string[]
  readonly health: Health
  readonly observeEvents: ((event: Event) => void) | undefined
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

type Units = Pick<
  Foundation,
  'storage' | 'clock' | 'clockControl' | 'changes' | 'hosting' | 'log' | 'metrics' | 'busUrls' | 'observeEvents'
> & {
  readonly kernel: Kernel
}

/** Log, traces and health of a platform, which begin before it. */
export interface Watchers {
  readonly log: Logger
  /** Null without traces. */
  readonly traces: Traces | null
  readonly health: Health
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
  const { observeEvents, busUrls = [] } = config
  const parts = { clock, changes, hosting, log, metrics, busUrls, observeEvents }
  const kernel = await openKernel({ ...parts, store, lease, files }, 0)
  closing.add('bus', () => kernel.bus.close())
  const clockControl = await openClock(config, { clock, log, lease }, kernel)
  await recordFilesOfMessages(kernel.units)
  return { ...parts, clockControl, storage, kernel }
}

/** Opens the platform date, which is that of all nodes. */
async function openClock(
  { date }: PlatformConfig,
  { clock, log, lease }: { clock: Clock; log: Logger; lease: Lease | null },
  { units, questions }: Kernel,
): Promise<ClockControl> {
  if (lease === null || questions === null) return ownClock(clock)
  const shared = new SharedClock({ clock, log, lease, units, questions })
  await shared.join(date ?? null)
  return shared
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
