/** Times resets, snapshots and restores by requests to a platform in this process. */
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { answerCommands } from './answer-commands.ts'
import { seedMessages } from './seed-messages.ts'

const WARM_UPS = 10
const WORLD = {
  users: { ann: {}, bob: {} },
  applications: { app: { owner: 'ann', bot: {} } },
  guilds: { lab: { owner: 'ann', members: ['bob'], bots: { app: { permissions: '8' } }, channels: { general: {} } } },
}

interface Running {
  api: string
  control: { url: string; key: string }
  world: {
    users: { ann: { token: string } }
    guilds: { lab: { channels: { general: { id: string } } } }
  }
  close(): Promise<void>
}

answerCommands({
  async resets({ server, count }: { server: string; count: number }) {
    const platform = await start(server, ':memory:')
    const times: number[] = []
    try {
      const { api, world } = platform
      for (let run = 0; run < WARM_UPS + count; run += 1) {
        await fetch(`${api}/channels/${world.guilds.lab.channels.general.id}/messages`, {
          method: 'POST',
          headers: { authorization: world.users.ann.token, 'content-type': 'application/json' },
          body: '{"content":"hello"}',
        })
        const took = await timed(platform, 'POST', '/reset')
        if (run >= WARM_UPS) times.push(took)
      }
    } finally {
      await platform.close()
    }
    return times
  },

  async copies({ server, messages, count }: { server: string; messages: number; count: number }) {
    const folder = mkdtempSync(join(tmpdir(), 'guildhall-bench-'))
    const [taken, restored]: [number[], number[]] = [[], []]
    try {
      await (await start(server, folder)).close()
      seedMessages(join(folder, 'guildhall.db'), messages)
      const platform = await start(server, folder)
      try {
        for (let run = 0; run < count; run += 1) {
          taken.push(await timed(platform, 'PUT', '/snapshots/one'))
          restored.push(await timed(platform, 'POST', '/snapshots/one/restore'))
        }
      } finally {
        await platform.close()
      }
    } finally {
      rmSync(folder, { recursive: true, force: true })
    }
    return { taken, restored }
  },
})

async function start(server: string, data: string): Promise<Running> {
  // Beside the measured program, which need not be this checkout's.
  const { createPlatform } = await import(new URL('../dist/main.js', pathToFileURL(server)).href)
  return createPlatform({ port: 0, host: '127.0.0.1', data, world: WORLD, rateLimits: 'off' })
}

/** Sends a request to the control API and returns the time until its whole response, in ms. */
async function timed({ control: { url, key } }: Running, method: string, path: string): Promise<number> {
  const startedAt = performance.now()
  const response = await fetch(`${url}${path}`, {
    method,
    headers: { authorization: `Bearer ${key}`, 'content-type': 'application/json' },
    ...(method === 'POST' ? { body: '{}' } : {}),
  })
  const text = await response.text()
  if (!response.ok) throw new Error(`${method} ${path}: ${response.status} ${text}`)
  return performance.now() - startedAt
}
