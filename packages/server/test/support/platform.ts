/**
 * Platforms for this repository's tests: on the store that the environment names, with their HTTP exchanges and
 * the dispatches that clients receive recorded.
 */
import * as testing from '@guildhall/testing'
import { checkPackedEvents } from './check-packed-events.ts'
import { startNodes } from './nodes-in-turn.ts'
import { nodesOfTests } from './nodes-of-tests.ts'
import { recordDispatches } from './record-dispatches.ts'
import { recordExchanges } from './record-exchanges.ts'
import { type TestStore, testStore } from './test-store.ts'

recordDispatches()

/**
 * Starts a platform in this process, in which nobody is online but those whom the test connects.
 * `GUILDHALL_TEST_STORE=postgres` gives it a separate database, and `GUILDHALL_TEST_EXCHANGES` names the folder that
 * its HTTP exchanges are recorded in. Each event that it publishes must come back from the text that other nodes read.
 * Password hashes cost little.
 */
export async function startPlatform<W extends testing.WorldFile = Record<never, never>>(
  options: testing.StartOptions<W> = {},
): Promise<testing.TestPlatform<W>> {
  const store = await storeFor(options)
  try {
    // Tests of nodes start them one by one.
    const isNode = options.databaseUrl !== undefined || options.node !== undefined
    const nodes = store.databaseUrl === undefined || isNode ? 1 : nodesOfTests()
    const start = nodes > 1 ? startNodes.bind(null, nodes) : testing.startPlatform
    const platform = (await start({
      databaseUrl: store.databaseUrl,
      observe: recordExchanges(),
      observeEvents: checkPackedEvents(),
      tape: false,
      gathers: false,
      passwordCost: 'little',
      ...options,
    })) as testing.TestPlatform<W>
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

type OwnParts = Pick<testing.StartOptions, 'data' | 'tls'> & { readonly tape?: unknown; readonly metrics?: unknown }

/**
 * Whether a test is about one process: it names a data folder, TLS, the tape or a port of metrics, which each node has
 * for itself. Such a platform is one process with the embedded store where others are several nodes.
 */
function isOfOneProcess({ data, tls, tape, metrics }: OwnParts): boolean {
  return [data, tls, tape, metrics].some((part) => part !== undefined)
}

function storeFor(options: OwnParts): Promise<TestStore> {
  return testStore(nodesOfTests() > 1 && isOfOneProcess(options) ? {} : process.env)
}

/** Starts the command as a child process, on the store that `GUILDHALL_TEST_STORE` names. */
export async function spawnPlatform<W = unknown>(
  options: testing.SpawnOptions<W> = {},
): Promise<testing.SpawnedPlatform & testing.Names<W>> {
  if (options.databaseUrl !== undefined) return await testing.spawnPlatform(options)
  const store = await storeFor(options)
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
