import type { TestContext } from 'node:test'

/**
 * Mocks setTimeout and Date for a test until its `context.mock.timers.reset()`. The mocked clearTimeout ends real
 * timers too. That of Node does not: a socket of the platform in this process that closed meanwhile left its timer of
 * 30 seconds, for which the process stayed.
 */
export function mockTimers({ mock }: TestContext): void {
  const { clearTimeout: clearReal } = globalThis
  mock.timers.enable({ apis: ['setTimeout', 'Date'], now: Date.now() })
  const { clearTimeout: clearMocked } = globalThis
  globalThis.clearTimeout = (timer) => {
    clearMocked(timer)
    clearReal(timer)
  }
}
