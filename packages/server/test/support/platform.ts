/**
 * Platforms for this repository's tests: on the store that the environment names, with their HTTP exchanges and
 * the dispatches that clients receive recorded.
 */
import * as testing from '@guildhall/testing'
import { recordDispatches } from './record-dispatches.ts'
import { recordExchanges } from './record-exchanges.ts'
import { testStore } from './test-store.ts'

recordDispatches()

/**
 * Starts a platform in this process, in which nobody is online but those whom the test connects.
 * `GUILDHALL_TEST_STORE=postgres` gives it a separate database, and `GUILDHALL_TEST_EXCHANGES` names the folder that
 * its HTTP exchanges are recorded in. Password hashes cost little.
 */
export async function startPlatform<W extends testing.WorldFile = Record<never, never>>(
  options: testing.StartOptions<W> = {},
): Promise<testing.TestPlatform<W>> {
  const store = await testStore()
  try {
    const platform = await testing.startPlatform<W>({
      databaseUrl: store.databaseUrl,
      observe: recordExchanges(),
      tape: false,
      gathers: false,
      passwordCost: 'little',
      ...options,
    })
    const closePlatform = platform.close.bind(platform)
    const close = async () => {
      try {
        await closePlatform()
      } finally {
        await store.drop()
      }
    }
    return Object.assign(platform, { close, [Symbol.asyncDispose]: close })
  } catch (error) {
    await store.drop()
    throw error
  }
}

/** Starts the command as a child process, on the store that `GUILDHALL_TEST_STORE` names. */
export async function spawnPlatform<W = unknown>(
  options: testing.SpawnOptions<W> = {},
): Promise<testing.SpawnedPlatform & testing.Names<W>> {
  if (options.databaseUrl !== undefined) return await testing.spawnPlatform(options)
  const store = await testStore()
  try {
    const platform = await testing.spawnPlatform<W>({ ...options, databaseUrl: store.databaseUrl })
    const exited = platform.exited.finally(() => store.drop())
    const kill = async (signal?: NodeJS.Signals) => {
      await platform.kill(signal)
      return await exited
    }
    const stop = async () => {
      const [exit] = await Promise.all([platform.stop(), exited])
      return exit
    }
    const dispose = async () => void (await kill())
    return { ...platform, exited, kill, stop, [Symbol.asyncDispose]: dispose }
  } catch (error) {
    await store.drop()
    throw error
  }
}
