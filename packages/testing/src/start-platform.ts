import type { createPlatform } from 'guildhall'

type Config = Parameters<typeof createPlatform>[0]
export type TestPlatform = Awaited<ReturnType<typeof createPlatform>> & AsyncDisposable

/**
 * Starts a platform in this process: a free port, nothing on disk, documented rate limits. Options are those of
 * `createPlatform` and override these defaults. `await using platform = await startPlatform({ world })` closes the
 * platform with the test.
 */
export async function startPlatform(options: Partial<Config> = {}): Promise<TestPlatform> {
  // Loaded here and not above, so that a suite that only spawns platforms does not load the server's code.
  const guildhall = await import('guildhall')
  const platform = await guildhall.createPlatform({
    port: 0,
    host: '127.0.0.1',
    data: ':memory:',
    rateLimits: 'documented',
    ...options,
  })
  return Object.assign(platform, { [Symbol.asyncDispose]: () => platform.close() })
}
