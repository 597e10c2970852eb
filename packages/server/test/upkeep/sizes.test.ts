/** Sizes: what an instance keeps, by kind, by guild and by person. */
import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { api, multipart } from '@guildhall/testing'
import { dropTables, testStore } from '../support/test-store.ts'
import { startTwoGuilds } from '../support/two-guilds.ts'

const DAY_MS = 86_400_000
const KIB = 1024
let platform: Awaited<ReturnType<typeof startTwoGuilds>>
before(async () => {
  // Tables that other tests have used are larger than their rows, and may shrink at any time. The platform has the
  // same ones.
  const { databaseUrl, drop } = await testStore()
  if (databaseUrl) await dropTables(databaseUrl)
  await drop()
  platform = await startTwoGuilds()
})
after(() => platform.close())

interface Sizes {
  total: number
  by_kind: Record<string, number>
  guilds: { id: string; name: string; messages: number; bytes: number }[]
  people: { id: string; name: string; bytes: number }[]
  disk: { free: number | null; reserve: number }
  growth_bytes_per_day: number
}

const key = () => api(platform.api, `Bearer ${platform.control.key}`)
async function sizes(): Promise<Sizes> {
  const { status, body } = await key().get<Sizes>('/admin/sizes')
  assert.equal(status, 200)
  return body
}

test('GET /admin/sizes sums up what is kept, and tells whose it is and how fast it grows', async () => {
  const empty = await sizes()
  assert.deepEqual([empty.by_kind.attachments, empty.people], [0, []])
  // The first size is noted when a day begins.
  await platform.clock.advance(DAY_MS)
  const file = { name: 'a.bin', data: new Uint8Array(300 * KIB).fill(120) }
  const path = `/channels/${platform.lab.general.id}/messages`
  assert.equal((await platform.bob.api.post(path, multipart({}, [file]))).status, 200)
  assert.equal((await platform.ann.api.post(path, { content: 'x'.repeat(1_500) })).status, 200)
  const { total, by_kind, guilds, people, disk, growth_bytes_per_day: growth } = await sizes()
  assert.equal(by_kind.attachments, 300 * KIB)
  assert.deepEqual(Object.keys(by_kind).sort(), ['attachments', 'backups', 'images', 'messages', 'other', 'search'])
  assert.equal(
    Object.values(by_kind).reduce((sum, bytes) => sum + bytes),
    total,
  )
  assert.ok((by_kind.messages ?? 0) > (empty.by_kind.messages ?? 0) || (by_kind.messages ?? 0) >= 8 * KIB)
  const [first, ...others] = guilds
  assert.deepEqual(first, { id: platform.lab.id, name: 'lab', messages: 2, bytes: 300 * KIB })
  assert.deepEqual(
    others.map(({ name, bytes }) => [name, bytes]),
    [['den', 0]],
  )
  assert.deepEqual(people, [{ id: platform.bob.id, name: 'bob', bytes: 300 * KIB }])
  assert.ok(disk.free === null || disk.free > 0)
  assert.ok(growth >= 300 * KIB, `${growth}`)
  await platform.clock.advance(9 * DAY_MS)
  const later = (await sizes()).growth_bytes_per_day
  assert.ok(later > 0 && later < growth, `${later}`)
})

test('only admins and owners see the sizes', async () => {
  assert.equal((await platform.bob.api.get('/admin/sizes')).code, 50013)
  assert.equal((await api(platform.api).get('/admin/sizes')).status, 401)
  await key().patch(`/admin/users/${platform.ann.id}`, { role: 'moderator' })
  assert.equal((await platform.ann.api.get('/admin/sizes')).code, 50013)
  await key().patch(`/admin/users/${platform.ann.id}`, { role: 'admin' })
  assert.equal((await platform.ann.api.get('/admin/sizes')).status, 200)
})
