import module from 'node:module'
import type { createPlatform } from 'guildhall'
import { forwardBy, type PlatformClock } from './acting/clock.ts'
import { type ActingOptions, type ActingPlatform, NamedPlatform } from './acting/named-platform.ts'
import type { Names } from './acting/names.ts'
import type { World } from './acting/world.ts'

type Config = NonNullable<Parameters<typeof createPlatform>[0]>
type Running = Awaited<ReturnType<typeof createPlatform>>
/** A world as its file spells it. */
export type WorldFile = Partial<NonNullable<Config['world']>>

export interface StartOptions<W extends WorldFile = WorldFile> extends Omit<Config, 'world'>, ActingOptions {
  world?: W
}

/** A platform in this process, with the names of its world as properties. */
export type TestPlatform<W = unknown> = Omit<Running, 'control' | 'clock'> &
  Omit<ActingPlatform, 'clock'> & {
    readonly clock: Running['clock'] & Pick<PlatformClock, 'forward'>
  } & AsyncDisposable &
  Names<W>

/**
 * Starts a platform in this process: a free port, nothing on disk, documented rate limits, and the tape on for failed
 * expectations. Options are those of `createPlatform` and override these defaults. `await using platform = await
 * startPlatform({ world })` closes the platform with the test. Users, applications and guilds of the world are
 * properties of the platform.
 * @throws Error if two of these names are the same, or one is a property of the platform
 */
export async function startPlatform<W extends WorldFile = Record<never, never>>({
  world,
  within,
  gathers,
  ...options
}: StartOptions<W> = {}): Promise<TestPlatform<W>> {
  // Loaded here and not above, so that a suite that only spawns platforms does not load the server's code.
  keepCompiledCode()
  const guildhall = await import('guildhall')
  const running = await guildhall.createPlatform({
    port: 0,
    host: '127.0.0.1',
    data: ':memory:',
    rateLimits: 'documented',
    tape: true,
    ...(world && { world: { users: {}, applications: {}, guilds: {}, ...world } }),
    ...options,
  })
  const named = new NamedPlatform({ ...running, world: running.world as World | null }, { within, gathers })
  const closeServer = running.close
  const close = async () => {
    await named.close()
    await closeServer()
  }
  const platform = Object.assign(running, {
    ...named.members(),
    clock: Object.assign(running.clock, { forward: forwardBy(named.control) }),
    close,
    [Symbol.asyncDispose]: close,
  })
  try {
    named.nameOn(platform)
  } catch (error) {
    await close()
    throw error
  }
  return platform as unknown as TestPlatform<W> // The names were just added.
}

/**
 * Lets Node keep compiled code between runs, as the command does: loading the server is most of the start. With
 * coverage of V8 it would make the counts of functions less exact.
 */
function keepCompiledCode(): void {
  if (process.env.NODE_V8_COVERAGE !== undefined) return
  module.enableCompileCache?.() // Jest replaces this module; an import of the function by its name would fail there.
}
