/** SIGTERM while the database is away: the exit code, the time, and the sessions. */
import assert from 'node:assert/strict'
import { randomBytes } from 'node:crypto'
import { after, before, describe, test } from 'node:test'
import { setTimeout as pause } from 'node:timers/promises'
import { RawGateway } from '@guildhall/testing'
import { clusterStore } from '../support/cluster-store.ts'
import { startDatabaseProxy } from '../support/database-proxy.ts'
import { ON_POSTGRES_AND_NATS } from '../support/nats-server.ts'
import { type NodeProcesses, startNodeProcesses } from '../support/node-processes.ts'
import { spawnPlatform } from '../support/platform.ts'

const DRAIN_S = 2
/** Time that a node has besides, by the contract of several nodes. */
const EXTRA_S = 10
const LOST = /"sessions":1,.*the sessions could not be kept/
const world = {
  users: { ann: {} },
  guilds: { lab: { owner: 'ann', channels: { general: {} } } },
}

async function identify(gateway: string, token: string): Promise<RawGateway> {
  const session = await RawGateway.connect(gateway)
  await session.identify({ token, intents: 0 })
  await session.next('GUILD_CREATE')
  return session
}

async function resumed(gateway: string, token: string, { sessionId, seq }: RawGateway): Promise<void> {
  const again = await RawGateway.connect(gateway)
  await again.next(10)
  again.send(6, { token, session_id: sessionId, seq })
  await again.next('RESUMED')
  await again.close()
}

/** Stops a process, and returns its exit code and the seconds that it took. */
async function timed(stopping: Promise<{ code: number | null }>): Promise<{ code: number | null; seconds: number }> {
  const begunAt = performance.now()
  const { code } = await stopping
  return { code, seconds: (performance.now() - begunAt) / 1_000 }
}

describe('a process that is alone', ON_POSTGRES_AND_NATS, () => {
  /** Starts a process that reaches the database by a way that can be cut, with a session. */
  async function start() {
    const { databaseUrl, drop } = await clusterStore()
    const way = await startDatabaseProxy(databaseUrl)
    const env = { GUILDHALL_SECRET_KEY: randomBytes(32).toString('base64') }
    const spawn = () => spawnPlatform({ world, databaseUrl: way.url, env, rateLimits: 'off' })
    const platform = await spawn()
    const token = platform.world.users.ann?.token ?? ''
    const session = await identify(platform.gateway, token)
    const close = async () => {
      await way.close()
      await drop()
    }
    return { way, spawn, platform, token, session, [Symbol.asyncDispose]: close }
  }

  test('exits with 0 while the database is away, and says that sessions were lost', async () => {
    await using lab = await start()
    lab.way.cut()
    const { code, seconds } = await timed(lab.platform.stop())
    assert.equal(code, 0)
    assert.ok(seconds < EXTRA_S, `${seconds} s`)
    assert.match(lab.platform.stderr(), LOST)
  })

  test('keeps its sessions when the database is back within seconds', async () => {
    await using lab = await start()
    lab.way.cut()
    const stopping = lab.platform.stop()
    await pause(1_500)
    lab.way.restore()
    assert.equal((await stopping).code, 0)
    assert.doesNotMatch(lab.platform.stderr(), LOST)
    await using second = await lab.spawn()
    await resumed(second.gateway, lab.token, lab.session)
  })
})

describe('a node', ON_POSTGRES_AND_NATS, () => {
  let lab: NodeProcesses
  let token = ''
  before(async () => {
    if (ON_POSTGRES_AND_NATS.skip) return
    lab = await startNodeProcesses(['a', 'b', 'c'], { world, drainSeconds: DRAIN_S })
    for (const { process } of lab.nodes) token ||= process.world?.users.ann?.token ?? ''
  })
  after(() => lab?.close())
  const node = (index: number) => lab.nodes[index] ?? assert.fail()
  const gatewayOf = (index: number) => `${node(index).url.replace('http', 'ws')}/gateway`

  for (const [index, how] of [
    [1, 'cut'],
    [2, 'silence'],
  ] as const) {
    test(`exits with 0 in time when the database stays away (${how})`, async () => {
      const { way, process } = node(index)
      await identify(gatewayOf(index), token)
      way[how]()
      const { code, seconds } = await timed(process.stop())
      assert.equal(code, 0)
      assert.ok(seconds < DRAIN_S + EXTRA_S, `${seconds} s`)
      assert.match(process.stderr(), LOST)
      way.restore()
      await node(index).restart()
    })
  }

  test('keeps its sessions when the database is back after the drain time', async () => {
    const { way, process } = node(1)
    const session = await identify(gatewayOf(1), token)
    way.cut()
    const stopping = process.stop()
    await pause((DRAIN_S + 1.5) * 1_000)
    way.restore()
    assert.equal((await stopping).code, 0)
    assert.doesNotMatch(process.stderr(), LOST)
    await resumed(gatewayOf(0), token, session)
  })
})
