import type { TestContext } from 'node:test'

/**
 * Mocks setTimeout and Date for a test until its `context.mock.timers.reset()`. The mocked clearTimeout ends real
 * timers too. That of Node does not: a socket of the platform in this process that closed meanwhile left its timer of
 * 30 seconds, for which the process stayed.
 *
 * @returns the durations of the timers that were set since, in ms. A mock of the mocked setTimeout would tell them too,
 * and put it back at the end of the test, for all later tests of the process
 */
export function mockTimers({ mock }: TestContext): readonly number[] {
  const durations: number[] = []
  const { clearTimeout: clearReal } = globalThis
  mock.timers.enable({ apis: ['setTimeout', 'Date'], now: Date.now() })
  const { clearTimeout: clearMocked } = globalThis
  globalThis.clearTimeout = (timer) => {
    clearMocked(timer)
    clearReal(timer)
  }
  globalThis.setTimeout = new Proxy(globalThis.setTimeout, {
    apply(setMocked, self, given: Parameters<typeof setTimeout>) {
      durations.push(given[1] ?? 0)
      return Reflect.apply(setMocked, self, given)
    },
  })
  return durations
}
