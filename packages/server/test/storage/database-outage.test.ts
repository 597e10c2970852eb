/** The database goes away under load and returns: nothing that was acknowledged is lost, and nothing hangs. */
import assert from 'node:assert/strict'
import { randomBytes } from 'node:crypto'
import { after, before, describe, test } from 'node:test'
import { setTimeout as pause } from 'node:timers/promises'
import { type Api, api, RawGateway, type SpawnedPlatform } from '@guildhall/testing'
import postgres from 'postgres'
import { type DatabaseProxy, startDatabaseProxy } from '../support/database-proxy.ts'
import { spawnPlatform } from '../support/platform.ts'
import { type TestStore, testStore } from '../support/test-store.ts'

const ON_POSTGRES = process.env.GUILDHALL_TEST_STORE === 'postgres'
const SKIP = { skip: ON_POSTGRES ? false : 'the embedded store is always there', timeout: 120_000 }
const WRITERS = 12
/** Longest wait for any response, with or without a database. */
const RESPONSE_MAX_MS = 10_000
const world = {
  users: { ann: {} },
  guilds: { lab: { owner: 'ann', channels: { general: {}, random: {} } } },
}

describe('a database that goes away', SKIP, () => {
  let store: TestStore
  let proxy: DatabaseProxy
  let platform: SpawnedPlatform
  let gateway: RawGateway

  before(async () => {
    if (!ON_POSTGRES) return
    store = await testStore()
    proxy = await startDatabaseProxy(store.databaseUrl ?? '')
    const env = { GUILDHALL_SECRET_KEY: randomBytes(32).toString('base64') }
    platform = await spawnPlatform({ world, databaseUrl: proxy.url, env, rateLimits: 'off' })
    gateway = await RawGateway.connect(platform.gateway)
    await gateway.identify({ token: platform.world.users.ann?.token ?? '', intents: 512 })
    // A session that still joins its guilds ends with the database.
    await gateway.next('GUILD_CREATE')
  })
  after(async () => {
    if (!ON_POSTGRES) return
    await gateway?.close()
    await platform?.stop()
    await proxy.close()
    await store.drop()
  })

  test('and resets its connections', () => survives(proxy.cut, 1_500))
  test('for longer than a start takes', () => survives(proxy.cut, 4_000))
  test('without a word', () => survives(proxy.silence, 7_000))
  test('without a word, and is back at once', () => survives(proxy.silence, 0))
  test('and says so, as a restart does', () =>
    survives(async (wasRefused) => {
      const sql = postgres(store.databaseUrl ?? '', { max: 1 })
      const name = new URL(store.databaseUrl ?? '').searchParams.get('application_name')
      // A connection that ends between two statements is replaced, and nobody notices.
      for (let round = 0; round < 5 || !wasRefused(); round += 1) {
        await sql`SELECT pg_terminate_backend(pid) FROM pg_stat_activity
          WHERE datname = current_database() AND application_name = ${name} AND pid <> pg_backend_pid()`
        await pause(100)
      }
      await sql.end()
    }, 0))

  /** Writes while the database goes away, and compares what was acknowledged with what is there afterwards. */
  async function survives(leave: (wasRefused: () => boolean) => unknown, awayMs: number): Promise<void> {
    const token = platform.world.users.ann?.token ?? ''
    const { general, random } = platform.world.guilds.lab?.channels ?? {}
    assert.ok(general)
    assert.ok(random)
    const base = `${platform.api}/v10`
    const client = api(base, token)
    const post = async (channel: string, content: string) => {
      const response = await fetch(`${base}/channels/${channel}/messages`, {
        method: 'POST',
        headers: { authorization: token, 'content-type': 'application/json' },
        body: JSON.stringify({ content }),
        signal: AbortSignal.timeout(RESPONSE_MAX_MS),
      })
      return {
        status: response.status,
        wait: response.headers.get('retry-after'),
        body: (await response.json()) as { code?: number },
      }
    }
    const name = randomBytes(4).toString('hex')
    const acknowledged = new Set<string>()
    const refused = new Set<string>()
    const others: unknown[] = []
    let running = true
    const writers = Array.from({ length: WRITERS }, async (_, writer) => {
      const channel = (writer % 2 === 0 ? general : random).id
      for (let number = 0; running; number += 1) {
        const content = `${name}-${writer}-${number}`
        const { status, wait, body } = await post(channel, content)
        if (status === 200) acknowledged.add(content)
        else if (status === 503 && body.code === 130000 && wait === '5') refused.add(content)
        else others.push({ status, body })
        if (others.length > 0) return
        if (status !== 200) await pause(20)
      }
    })
    await pause(300)
    await leave(() => refused.size > 0)
    await pause(awayMs)
    proxy.restore()
    const before = acknowledged.size
    const served = async () => {
      while (running && acknowledged.size < before + WRITERS) await pause(20)
      await pause(500)
    }
    // A writer ends early only by an error.
    await Promise.race([served(), ...writers])
    running = false
    await Promise.all(writers)

    assert.deepEqual(others, [], 'every response is 200 or 503 with a time')
    assert.ok(refused.size > 0, 'the database was away')
    const found = new Map<string, number>()
    for (const { id } of [general, random]) {
      for (const content of await contents(client, id)) found.set(content, (found.get(content) ?? 0) + 1)
    }
    for (const content of acknowledged) assert.equal(found.get(content), 1, `${content} was acknowledged`)
    for (const [content, times] of found) assert.equal(times, 1, `${content} was made once`)
    // The session stayed connected and receives what is written now.
    const last = `${name}-last`
    assert.equal((await post(general.id, last)).status, 200)
    for (;;) {
      const event = await gateway.next<{ content: string }>('MESSAGE_CREATE')
      if (event.d.content === last) break
      assert.ok(!refused.has(event.d.content) || found.has(event.d.content), 'no event of what was not written')
    }
  }
})

/** Returns the contents of all messages of a channel. */
async function contents(client: Api, channel: string): Promise<string[]> {
  const all: string[] = []
  for (let before = ''; ; ) {
    const { status, body } = await client.get<{ id: string; content: string }[]>(
      `/channels/${channel}/messages?limit=100${before}`,
    )
    // The lease may end after the outage, before it is renewed.
    if (status === 503) {
      await pause(100)
      continue
    }
    all.push(...body.map(({ content }) => content))
    const last = body.at(-1)
    if (!last) return all
    before = `&before=${last.id}`
  }
}
