/** Times `createPlatform` with code that is loaded and warm already, as in a test suite. */
import { pathToFileURL } from 'node:url'
import { answerCommands } from './answer-commands.ts'

const WARM_UPS = 3
const RUNS = 10

type CreatePlatform = (config: object) => Promise<{ close(): Promise<void> }>

answerCommands({
  async create({ server }: { server: string }) {
    // Beside the measured program, which need not be this checkout's.
    const main: { createPlatform?: CreatePlatform } = await import(
      new URL('../dist/main.js', pathToFileURL(server)).href
    )
    const { createPlatform } = main
    if (!createPlatform) throw new Error('main.js exports no createPlatform')
    const createMs: number[] = []
    const closeMs: number[] = []
    for (let run = 0; run < WARM_UPS + RUNS; run += 1) {
      const startedAt = performance.now()
      const platform = await createPlatform({ port: 0, host: '127.0.0.1', data: ':memory:', rateLimits: 'documented' })
      const readyAt = performance.now()
      await platform.close()
      if (run < WARM_UPS) continue
      createMs.push(readyAt - startedAt)
      closeMs.push(performance.now() - readyAt)
    }
    return { createMs, closeMs }
  },
})
