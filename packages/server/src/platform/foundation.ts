import { type Changes, datedChanges } from '@guildhall/protocol'
import type { Logger } from 'pino'
import { type Clock, runningClock } from '../kernel/clock.ts'
import type { Hosting } from '../kernel/hosting.ts'
import { Tape } from '../kernel/tape/tape.ts'
import type { PasswordCost } from '../resources/accounts/users/index.ts'
import { recordFilesOfMessages } from '../resources/messaging/messages/index.ts'
import { applyWorld } from '../world/apply-world.ts'
import { type FilledWorld, findWorld, forgetWorldSecrets, hasUsers, type WorldDirectory } from '../world/index.ts'
import type { Closing } from './closing.ts'
import { demoUserIds, hostingOf, offersDemoWorld, type PlatformConfig } from './config.ts'
import { type Kernel, openKernel } from './open-kernel.ts'
import { openStorage, type Storage } from './open-storage.ts'

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

type Units = Pick<Foundation, 'storage' | 'clock' | 'changes' | 'hosting' | 'log'> & { readonly kernel: Kernel }

/** Opens storage, time and units of work. */
export async function openUnits(config: PlatformConfig, closing: Closing, log: Logger): Promise<Units> {
  const changes = datedChanges(config.pinSplitDate ? { pin_split_date: config.pinSplitDate } : {})
  const storage = await openStorage(config, closing, log)
  const clock = runningClock(config.date)
  closing.add('clock', () => clock.close())
  const { store, files } = storage
  const hosting = hostingOf(config)
  const kernel = await openKernel({ store, files, clock, changes, hosting, log }, 0)
  await recordFilesOfMessages(kernel.units)
  return { storage, clock, changes, hosting, log, kernel }
}

/** Opens the foundation of a platform, and writes its world at the first start. */
export async function openFoundation(
  config: PlatformConfig,
  closing: Closing,
  log: Logger,
): Promise<{ foundation: Foundation; kernel: Kernel; firstWorld: FirstWorld }> {
  const { kernel, ...units } = await openUnits(config, closing, log)
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
      ...{ ...units, wallClock, tape, passwordCost },
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
