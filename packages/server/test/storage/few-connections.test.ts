/** A database that gives a platform fewer connections than it would use: others use the same server. */
import assert from 'node:assert/strict'
import { randomBytes } from 'node:crypto'
import { after, before, describe, test } from 'node:test'
import { api } from '@guildhall/testing'
import postgres from 'postgres'
import { clusterStore, ON_POSTGRES } from '../support/cluster-store.ts'
import { runCommand } from '../support/command.ts'
import { startPlatform } from '../support/platform.ts'
import { dropTables, type TestStore } from '../support/test-store.ts'
import { until } from '../support/until.ts'

const WRITERS = 24
const ROUNDS = 4
const world = {
  users: { ann: {} },
  guilds: {
    lab: { owner: 'ann', channels: { general: {} } },
    den: { owner: 'ann', channels: { general: {} } },
  },
}

describe('a database with few connections', ON_POSTGRES, () => {
  const role = `few_${randomBytes(6).toString('hex')}`
  const secretKey = randomBytes(32)
  const password = randomBytes(12).toString('hex')
  let store: TestStore
  let owner: postgres.Sql
  let url: string
  let mayLimit = false
  const NOBODY = 'the user of the database makes no roles'

  /** Changes how many connections the platform can have. Superusers have no limit. */
  const allow = (count: number) => owner.unsafe(`ALTER ROLE ${role} CONNECTION LIMIT ${count}`)

  before(async () => {
    if (ON_POSTGRES.skip) return
    const own = await clusterStore()
    store = own
    // The tables belong to the role, which makes them anew.
    await dropTables(own.databaseUrl)
    owner = postgres(own.databaseUrl, { max: 1, onnotice: () => undefined })
    const [self] = await owner<{ rolsuper: boolean }[]>`SELECT rolsuper FROM pg_roles WHERE rolname = current_user`
    mayLimit = self?.rolsuper === true
    if (!mayLimit) return
    const schema = new URL(own.databaseUrl).searchParams.get('search_path') ?? ''
    await owner.unsafe(`CREATE ROLE ${role} LOGIN PASSWORD '${password}'; ALTER SCHEMA ${schema} OWNER TO ${role}`)
    const limited = new URL(own.databaseUrl)
    limited.username = role
    limited.password = password
    url = limited.href
  })
  after(async () => {
    if (ON_POSTGRES.skip) return
    await dropTables(store.databaseUrl ?? '')
    if (mayLimit) await owner.unsafe(`DROP OWNED BY ${role}; DROP ROLE ${role}`)
    await owner.end()
    await store.drop()
  })

  test('serves many callers by the connections that there are', async (t) => {
    if (!mayLimit) return t.skip(NOBODY)
    // One for the lease, one for transactions, and one for everything else.
    await allow(3)
    await using platform = await startPlatform({ world, databaseUrl: url, secretKey, rateLimits: 'off' })
    const { users, guilds } = platform.world ?? {}
    const client = api(`${platform.api}/v10`, users?.ann?.token)
    const channels = [guilds?.lab, guilds?.den].map((guild) => guild?.channels.general?.id)
    const posted: string[] = []
    const writers = Array.from({ length: WRITERS }, async (_, writer) => {
      for (let round = 0; round < ROUNDS; round += 1) {
        const path = `/channels/${channels[(writer + round) % channels.length]}/messages`
        const content = `${writer} ${round}`
        const { status, body } = await client.post<{ id: string }>(path, { content })
        assert.equal(status, 200)
        assert.equal((await client.get<{ content: string }>(`${path}/${body.id}`)).body.content, content)
        posted.push(body.id)
      }
    })
    await Promise.all(writers)
    assert.equal(new Set(posted).size, WRITERS * ROUNDS)
    // Later it may have more.
    await allow(20)
    assert.equal((await client.post(`/channels/${channels[0]}/messages`, { content: 'more' })).status, 200)
  })

  test('gives the lease a connection before all others', async (t) => {
    if (!mayLimit) return t.skip(NOBODY)
    await allow(20)
    await using platform = await startPlatform({ world, databaseUrl: url, secretKey, rateLimits: 'off' })
    const client = api(`${platform.api}/v10`, platform.world?.users.ann?.token)
    const path = `/channels/${platform.world?.guilds.lab?.channels.general?.id}/messages`
    const post = async () => (await client.post(path, { content: 'here' })).status
    const writers = await Promise.all(Array.from({ length: WRITERS }, () => post()))
    assert.deepEqual(new Set(writers), new Set([200]))
    const connections = async () =>
      owner<{ pid: number; query: string }[]>`SELECT pid, query FROM pg_stat_activity WHERE usename = ${role}`
    const renewing = async () => (await connections()).find(({ query }) => query.includes('nodes SET expires_at'))
    await until('the lease is renewed', async () => (await renewing()) !== undefined)
    const open = (await connections()).length
    assert.ok(open > 4, `${open} connections`)
    await allow(4)
    const former = (await renewing())?.pid ?? 0
    await owner`SELECT pg_terminate_backend(${former})`
    // It is valid for ten seconds without.
    await until('the lease is renewed again', async () => ((await renewing())?.pid ?? former) !== former)
    assert.equal(await post(), 200)
    assert.ok((await connections()).length <= 4)
  })

  test('is named by a start that finds no connection', async (t) => {
    if (!mayLimit) return t.skip(NOBODY)
    await allow(1)
    const key = { GUILDHALL_SECRET_KEY: secretKey.toString('base64') }
    const { code, stderr } = await runCommand(
      ['start', '--data', ':memory:', '--port', '0', '--database-url', url],
      key,
    )
    assert.equal(code, 1)
    assert.match(stderr, /^The database \S+ cannot be used: too many connections for role "few_\w+"$/m)
    assert.doesNotMatch(stderr, /^ {4}at /m)
  })
})
