/** A process that is paused for longer than its lease. */
import assert from 'node:assert/strict'
import { randomBytes } from 'node:crypto'
import { test } from 'node:test'
import { setTimeout as pause } from 'node:timers/promises'
import { RawGateway } from '@guildhall/testing'
import postgres from 'postgres'
import { clusterStore, ON_POSTGRES } from '../support/cluster-store.ts'
import { spawnPlatform } from '../support/platform.ts'

/** Longer than a lease, which lasts 10 seconds. */
const PAUSE_MS = 11_000
const world = { users: { ann: {} }, guilds: { lab: { owner: 'ann', channels: { general: {} } } } }
const env = { GUILDHALL_SECRET_KEY: randomBytes(32).toString('base64') }

test('a process whose lease was taken while it was paused writes nothing, sends nothing and stops', {
  ...ON_POSTGRES,
}, async () => {
  const { databaseUrl, drop } = await clusterStore()
  const sql = postgres(databaseUrl, { max: 1, onnotice: () => undefined })
  const platform = await spawnPlatform({ world, databaseUrl, env, rateLimits: 'off' })
  try {
    const token = platform.world.users.ann?.token ?? ''
    const channel = platform.world.guilds.lab?.channels.general?.id ?? ''
    const gateway = await RawGateway.connect(platform.gateway)
    await gateway.identify({ token, intents: 512 })
    await gateway.next('GUILD_CREATE')
    process.kill(platform.pid, 'SIGSTOP')
    // The request waits in the socket until the process goes on.
    const written = fetch(`${platform.api}/v10/channels/${channel}/messages`, {
      method: 'POST',
      headers: { authorization: token, 'content-type': 'application/json' },
      body: JSON.stringify({ content: 'late' }),
    }).then(
      ({ status }) => status,
      () => 'refused',
    )
    await pause(PAUSE_MS)
    await sql`UPDATE nodes SET epoch = epoch + 1, expires_at = clock_timestamp() + make_interval(secs => 60)`
    process.kill(platform.pid, 'SIGCONT')
    const status = await written
    assert.ok(status === 503 || status === 'refused', String(status))
    assert.equal((await gateway.closed).code, 4000)
    await platform.exited
    assert.match(platform.stderr(), /another process has taken the database/)
    assert.equal((await sql`SELECT 1 FROM messages`).length, 0)
    assert.equal((await sql`SELECT 1 FROM kept_sessions`).length, 0, 'its sessions belong to the other process')
  } finally {
    await platform.kill('SIGKILL')
    await sql.end()
    await drop()
  }
})
