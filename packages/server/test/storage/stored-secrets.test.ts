/** The data folder is closed to other users, and holds no secret in clear that a thief of a copy could use. */
import assert from 'node:assert/strict'
import { randomBytes } from 'node:crypto'
import { chmod, mkdir, mkdtemp, readdir, readFile, rm, stat, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { after, test } from 'node:test'
import { api } from '@guildhall/testing'
import postgres from 'postgres'
import { spawnPlatform, startPlatform } from '../support/platform.ts'
import { PushService } from '../support/push-service.ts'
import { testStore } from '../support/test-store.ts'

const folder = await mkdtemp(join(tmpdir(), 'guildhall-secrets-'))
after(() => rm(folder, { recursive: true, force: true }))
const world = {
  users: { ann: { password: 'correct horse' } },
  applications: { app: { owner: 'ann', bot: {} } },
  guilds: { lab: { owner: 'ann', bots: { app: { permissions: '8' } }, channels: { general: {} } } },
}
const embedded = { databaseUrl: null, rateLimits: 'off' } as const

async function filesBelow(path: string): Promise<string[]> {
  const entries = await readdir(path, { recursive: true, withFileTypes: true })
  return entries.filter((entry) => entry.isFile()).map((entry) => join(entry.parentPath, entry.name))
}

async function filesWith(path: string, secrets: readonly string[]): Promise<string[]> {
  const found: string[] = []
  const files = await filesBelow(path)
  assert.ok(files.length > 0, `no files below ${path}`)
  for (const file of files) {
    const bytes = await readFile(file)
    for (const secret of secrets) if (bytes.includes(secret)) found.push(`${file}: ${secret}`)
  }
  return found
}

/** Returns the tables of a database that hold one of the secrets. */
async function tablesWith(databaseUrl: string, secrets: readonly string[]): Promise<string[]> {
  const sql = postgres(databaseUrl, { max: 1 })
  try {
    const found: string[] = []
    const tables = await sql<{ name: string }[]>`
      SELECT table_name AS name FROM information_schema.tables WHERE table_schema = current_schema()`
    assert.ok(tables.length > 0)
    for (const { name } of tables) {
      const rows = await sql<{ text: string }[]>`SELECT row_to_json(t)::text AS text FROM ${sql(name)} t`
      if (rows.some(({ text }) => secrets.some((secret) => text.includes(secret)))) found.push(name)
    }
    return found
  } finally {
    await sql.end()
  }
}

interface Webhook {
  id: string
  token: string
}

test('a data folder that existed with open modes is closed to other users', {
  skip: process.platform === 'win32',
}, async () => {
  const data = join(folder, 'open')
  await mkdir(data, { mode: 0o777 })
  await chmod(data, 0o777)
  await writeFile(join(data, 'guildhall.db'), '', { mode: 0o666 })
  await (await spawnPlatform({ data, args: ['--log-level', 'error'] })).stop()
  const first = await startPlatform({ ...embedded, data, tls: 'local' })
  await first.close()
  await using _second = await startPlatform({ ...embedded, data, tls: 'local' })
  assert.equal((await stat(data)).mode & 0o777, 0o700)
  const names = await readdir(data)
  assert.ok(names.includes('guildhall.db'), names.join())
  for (const name of names) {
    const { mode } = await stat(join(data, name))
    assert.equal(mode & 0o077, 0, `${name}: ${(mode & 0o777).toString(8)}`)
  }
})

test('after the first ready line no file holds a token, password or key in clear', async (t) => {
  const data = join(folder, 'sealed')
  // All starts have one database.
  const { databaseUrl, drop } = await testStore()
  t.after(drop)
  await using first = await spawnPlatform({ data, databaseUrl, world, rateLimits: 'off' })
  const { users, applications, guilds } = first.world
  const ann = api(first.api, users.ann?.token)
  const made = await ann.post<Webhook>(`/channels/${guilds.lab?.channels.general?.id}/webhooks`, { name: 'hook' })
  assert.equal(made.status, 200)
  await using service = await PushService.start()
  const device = service.subscribe('phone')
  assert.equal((await ann.post('/users/@me/devices', { provider: 'webpush', token: device })).status, 204)
  await first.stop()
  const { bot, client_secret } = applications.app ?? assert.fail()
  const secrets = [users.ann?.token ?? '', 'correct horse', bot.token, client_secret, made.body.token]
  secrets.push(JSON.parse(device).endpoint, JSON.parse(device).keys.auth)
  assert.deepEqual(await filesWith(data, [...secrets, 'MC4CAQAwBQYDK2Vw']), [])
  if (databaseUrl !== undefined) assert.deepEqual(await tablesWith(databaseUrl, secrets), [])

  await using second = await spawnPlatform({ data, databaseUrl, rateLimits: 'off' })
  assert.equal(second.world.users.ann?.id, users.ann?.id)
  assert.equal(JSON.stringify(second.world).includes(bot.token), false)
  assert.equal(second.world.users.ann?.token, undefined)
  const shown = await api(second.api, users.ann?.token).get<Webhook>(`/webhooks/${made.body.id}`)
  assert.equal(shown.body.token, made.body.token)
  const { id, token } = made.body
  assert.equal((await api(second.api).post(`/webhooks/${id}/${token}`, { content: 'still works' })).status, 204)
})

test('--keep-secrets and a world file that states its secrets let later starts print them', async (t) => {
  const data = join(folder, 'kept')
  const { databaseUrl, drop } = await testStore()
  t.after(drop)
  await using first = await spawnPlatform({ data, databaseUrl, world, args: ['--keep-secrets'] })
  await first.stop()
  await using second = await spawnPlatform({ data, databaseUrl, args: ['--keep-secrets'] })
  assert.deepEqual(second.world, first.world)
  await second.stop()
  await using third = await spawnPlatform({ data, databaseUrl, world })
  assert.deepEqual(third.world, first.world)
  await third.stop()
  await using fourth = await spawnPlatform({ data, databaseUrl, world })
  assert.equal(fourth.world.users.ann?.password, 'correct horse')
  assert.equal(fourth.world.users.ann?.token, undefined)
})

test('an operator’s key replaces the one of the data folder, and another key is refused', async () => {
  const data = join(folder, 'operated')
  const first = await startPlatform({ ...embedded, data, world })
  const token = first.world?.users.ann?.token ?? ''
  const path = `/channels/${first.world?.guilds.lab?.channels.general?.id}/webhooks`
  const made = await api(first.api, token).post<Webhook>(path, { name: 'hook' })
  await using service = await PushService.start()
  const device = { provider: 'webpush', token: service.subscribe('phone') }
  assert.equal((await api(first.api, token).post('/users/@me/devices', device)).status, 204)
  const pushKeyOf = async (base: string) => (await api(base).get<{ key: string }>('/push/key')).body.key
  const pushKey = await pushKeyOf(first.api)
  await first.close()
  const secretKey = randomBytes(32)
  const second = await startPlatform({ ...embedded, data, secretKey })
  assert.equal((await api(second.api, token).get<Webhook>(`/webhooks/${made.body.id}`)).body.token, made.body.token)
  assert.equal(await pushKeyOf(second.api), pushKey)
  const bot = api(second.api, `Bot ${first.world?.applications.app?.bot?.token}`)
  const content = `<@${first.world?.users.ann?.id}>`
  await bot.post(path.replace('webhooks', 'messages'), { content })
  const [push] = await service.messagesOf('phone')
  assert.deepEqual([push?.payload.body, push?.key], ['@ann', pushKey])
  await second.close()
  await assert.rejects(startPlatform({ ...embedded, data }), /--secret-key/)
  await assert.rejects(startPlatform({ ...embedded, data, secretKey: randomBytes(32) }), /--secret-key/)
  await using third = await startPlatform({ ...embedded, data, secretKey })
  assert.equal((await api(third.api, token).get(path)).status, 200)
})

test('a start encrypts what an older version stored in clear, and leaves no copy of it', async () => {
  const data = join(folder, 'upgraded')
  const first = await startPlatform({ ...embedded, data, world })
  const filled = first.world ?? assert.fail()
  const path = `/channels/${filled.guilds.lab?.channels.general?.id}/webhooks`
  const made = await api(first.api, filled.users.ann?.token).post<Webhook>(path, { name: 'hook' })
  await first.close()
  const key = filled.applications.app?.signing_key ?? ''
  const database = new DatabaseSync(join(data, 'guildhall.db'))
  database.exec(`UPDATE webhooks SET token = '${made.body.token}'; UPDATE applications SET signing_key = '${key}'`)
  database.exec(`DELETE FROM meta WHERE key IN ('secret-key', 'world', 'world-secrets')`)
  database.close()
  await writeFile(join(data, 'world.json'), JSON.stringify(filled))
  assert.equal((await filesWith(data, [made.body.token, key])).length, 3)

  const second = await startPlatform({ ...embedded, data })
  const shown = await api(second.api, filled.users.ann?.token).get<Webhook>(`/webhooks/${made.body.id}`)
  assert.equal(shown.body.token, made.body.token)
  assert.deepEqual(second.world, filled)
  await second.close()
  assert.deepEqual(await filesWith(data, [made.body.token, key, filled.users.ann?.token ?? '']), [])
})
