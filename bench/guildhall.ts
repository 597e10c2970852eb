/** Guildhall as an operator starts it, with a world made for measuring. */
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Children, Program } from './children.ts'
import type { RestTarget } from './rest-load.ts'
import type { OpenArgs } from './sessions.ts'

/** Sessions are spread over several bots: one bot's sessions might be served alike for being one user's. */
const BOTS = 10
/** VIEW_CHANNEL, SEND_MESSAGES, READ_MESSAGE_HISTORY. */
const PERMISSIONS = String((1 << 10) | (1 << 11) | (1 << 16))

interface ReadyLine {
  url: string
  gateway: string
  api: string
  world: {
    applications: Record<string, { bot: { token: string } }>
    guilds: Record<string, { channels: Record<string, { id: string }> }>
  }
}

export interface Guildhall {
  pid: number
  readyMs: number
  /** Where its bots connect. */
  gateway: Pick<OpenArgs, 'port' | 'path' | 'tokens'>
  /** Where a bot without sessions of its own posts. */
  messages: RestTarget
  stop(): Promise<void>
}

/** The bench's world: one guild, one channel, a bot that writes and `BOTS` that listen. */
function benchWorld(): object {
  const names = ['writer', ...Array.from({ length: BOTS }, (_, n) => `listener${n}`)]
  const application = { owner: 'owner', intents: ['MESSAGE_CONTENT'] }
  return {
    users: { owner: {} },
    applications: Object.fromEntries(
      names.map((name) => [name, { name, ...application, bot: { username: `bench-${name}` } }]),
    ),
    guilds: {
      bench: {
        name: 'Bench',
        owner: 'owner',
        bots: Object.fromEntries(names.map((name) => [name, { permissions: PERMISSIONS }])),
        channels: { general: { type: 0 } },
      },
    },
  }
}

/** Starts it on a fresh data folder. Its files are gone when it is stopped. */
export async function startGuildhall(children: Children, server: string): Promise<Guildhall> {
  const { folder, remove } = temporaryFolder()
  try {
    const file = join(folder, 'world.json')
    writeFileSync(file, JSON.stringify(benchWorld()))
    const program = await startProgram(children, server, folder, ['--world', file, '--rate-limits', 'off'])
    const { gateway, api, world } = JSON.parse(program.line) as ReadyLine
    const { writer, ...listeners } = world.applications
    const to = new URL(gateway)
    return {
      pid: program.pid,
      readyMs: program.readyMs,
      gateway: {
        port: Number(to.port),
        path: `${to.pathname}?v=10&encoding=json`,
        tokens: Object.values(listeners).map(({ bot }) => bot.token),
      },
      messages: {
        port: Number(new URL(api).port),
        path: `${new URL(api).pathname}/v10/channels/${world.guilds.bench?.channels.general?.id}/messages`,
        authorization: `Bot ${writer?.bot.token}`,
      },
      stop: async () => {
        await program.stop()
        remove()
      },
    }
  } catch (error) {
    remove()
    throw error
  }
}

/** Start to ready with the demo world and a fresh data folder, in ms. */
export async function timeStart(children: Children, server: string): Promise<number> {
  const { folder, remove } = temporaryFolder()
  try {
    const program = await startProgram(children, server, folder, [])
    await program.stop()
    return program.readyMs
  } finally {
    remove()
  }
}

function temporaryFolder() {
  const folder = mkdtempSync(join(tmpdir(), 'guildhall-bench-'))
  const remove = () => {
    process.off('exit', remove)
    rmSync(folder, { recursive: true, force: true })
  }
  process.on('exit', remove) // an interrupted run must not fill the disk
  return { folder, remove }
}

function startProgram(children: Children, server: string, folder: string, more: string[]): Promise<Program> {
  return children.program(server, ['start', '--json', '--port', '0', '--data', join(folder, 'data'), ...more])
}
