import type { createPlatform } from 'guildhall'
import { recordExchanges } from './record-exchanges.ts'
import { testStore } from './test-store.ts'

type Config = Parameters<typeof createPlatform>[0]
export type TestPlatform = Awaited<ReturnType<typeof createPlatform>> & AsyncDisposable

/**
 * A platform in this process: a free port, nothing on disk, documented rate limits. Options are createPlatform's and
 * win over these; `GUILDHALL_TEST_STORE=postgres` puts it on a database of its own (see `testStore`), and what is said over
 * HTTP is written down where `GUILDHALL_TEST_EXCHANGES` names a folder.
 * `await using platform = await startPlatform({ world })` closes it with the test.
 */
export async function startPlatform(options: Partial<Config> = {}): Promise<TestPlatform> {
  // Loaded here and not above, so that who only spawns platforms does not pay for the server's code.
  const guildhall = await import('guildhall')
  const store = await testStore()
  try {
    const platform = await guildhall.createPlatform({
      port: 0,
      host: '127.0.0.1',
      data: ':memory:',
      rateLimits: 'documented',
      databaseUrl: store.databaseUrl,
      observe: recordExchanges(),
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
