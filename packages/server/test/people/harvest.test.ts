/** Packages of a person's data: everything that the person wrote and uploaded, and nothing of anybody else. */
import assert from 'node:assert/strict'
import { execFile } from 'node:child_process'
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, before, test } from 'node:test'
import { promisify } from 'node:util'
import { api, multipart } from '@guildhall/testing'
import { startPlatform } from '../support/platform.ts'
import { PushService } from '../support/push-service.ts'
import { until } from '../support/until.ts'

const DAY_MS = 86_400_000
const start = () =>
  startPlatform({
    world: {
      users: { ann: { email: 'ann@example.com' }, bob: {} },
      guilds: { lab: { owner: 'ann', members: ['bob'], channels: { general: {} } } },
    },
    settings: { operator_second_factor: false },
    // Only the refusal of a second package is a 429, not the polling of this test.
    rateLimits: 'off',
  })
let platform: Awaited<ReturnType<typeof start>>
let folder: string
before(async () => {
  platform = await start()
  folder = await mkdtemp(join(tmpdir(), 'guildhall-harvest-'))
})
after(async () => {
  await platform.close()
  await rm(folder, { recursive: true, force: true })
})

interface Harvest {
  harvest_id: string
  status: number
  state: string
  download_url?: string
  email: string
  retry_after?: number
  job_id: string
}

const general = () => `/channels/${platform.lab.general.id}/messages`
async function done(): Promise<Harvest> {
  const own = () => platform.ann.api.get<Harvest>('/users/@me/harvest')
  await until('the package is complete', async () => (await own()).body.status === 3)
  return (await own()).body
}
const fetched = (url: string, token?: string) => fetch(url, { headers: token ? { authorization: token } : {} })

/** Unpacks a zip with the program of the system, and returns how to read a file of it. */
async function unpacked(bytes: Buffer) {
  await writeFile(join(folder, 'data.zip'), bytes)
  await promisify(execFile)('python3', ['-m', 'zipfile', '-e', join(folder, 'data.zip'), join(folder, 'out')])
  return async (name: string) => readFile(join(folder, 'out', name), 'utf8')
}

test('a package has what its person wrote and uploaded, and no message of anybody else', async () => {
  assert.equal((await platform.ann.api.get('/users/@me/harvest')).status, 204)
  await platform.ann.api.post(general(), { content: 'first of ann' })
  await platform.bob.api.post(general(), { content: 'a word of bob' })
  const file = { name: 'notes.txt', data: new TextEncoder().encode('the notes of ann') }
  const sent = await platform.ann.api.post<{ attachments: { id: string }[] }>(general(), multipart({}, [file]))
  assert.equal(sent.status, 200)
  const dm = await platform.ann.api.post<{ id: string }>('/users/@me/channels', { recipient_id: platform.bob.id })
  await platform.ann.api.post(`/channels/${dm.body.id}/messages`, { content: 'privately' })
  await platform.bob.api.post(`/channels/${dm.body.id}/messages`, { content: 'an answer of bob' })

  const service = await PushService.start()
  const device = { provider: 'webpush', token: service.subscribe('ann') }
  assert.equal((await platform.ann.api.post('/users/@me/devices', device)).status, 204)
  await service.close()

  const asked = await platform.ann.api.post<Harvest>('/users/@me/harvest', {})
  assert.deepEqual([asked.status, asked.body.email], [200, 'ann@example.com'])
  const { download_url: url = '', state } = await done()
  assert.equal(state, 'DELIVERED')
  const response = await fetched(url, platform.ann.token)
  assert.equal(response.status, 200)
  const read = await unpacked(Buffer.from(await response.arrayBuffer()))

  const messages = JSON.parse(await read(`messages/c${platform.lab.general.id}/messages.json`)) as Record<
    string,
    string
  >[]
  assert.deepEqual(
    messages.map(({ Contents }) => Contents),
    ['first of ann', ''],
  )
  assert.match(messages[1]?.Attachments ?? '', /notes\.txt$/)
  const inDm = await read(`messages/c${dm.body.id}/messages.json`)
  assert.ok(inDm.includes('privately') && !inDm.includes('bob'))
  const index = JSON.parse(await read('messages/index.json')) as Record<string, string>
  assert.deepEqual(Object.keys(index).sort(), [platform.lab.general.id, dm.body.id].sort())
  const account = JSON.parse(await read('account/user.json')) as { email: string; push_devices: object[] }
  assert.equal(account.email, 'ann@example.com')
  assert.deepEqual(
    account.push_devices.map((one) => ({ ...one, id: '', created_at: '' })),
    [{ id: '', push_service: service.origin, created_at: '' }],
  )
  assert.deepEqual(JSON.parse(await read('servers/index.json')), { [platform.lab.id]: 'lab' })
  const [attachment] = sent.body.attachments
  const path = `files/attachments/${platform.lab.general.id}/${attachment?.id}/notes.txt`
  assert.equal(await read(path), 'the notes of ann')
  assert.ok((await read('README.txt')).includes('files/'))
})

test('a package is for the sessions of its person, for 7 days, and once in 24 hours', async () => {
  const { download_url: url = '' } = await done()
  assert.equal((await fetched(url)).status, 401)
  assert.equal((await fetched(url, platform.bob.token)).status, 404)
  assert.equal((await fetched(url, `Bearer ${platform.control.key}`)).status, 401)
  const again = await platform.ann.api.post<Harvest>('/users/@me/harvest', {})
  assert.equal(again.status, 429)
  const bytes = async (token: string) => (await fetched(url, token)).status
  await platform.clock.advance(6 * DAY_MS)
  assert.equal(await bytes(platform.ann.token), 200)
  await platform.clock.advance(1.1 * DAY_MS)
  assert.equal(await bytes(platform.ann.token), 404)
  assert.equal((await platform.ann.api.get('/users/@me/harvest')).status, 204)
})

test('operators have a package made at any time, and ten requests at once make one', async () => {
  const key = api(platform.api, `Bearer ${platform.control.key}`)
  const asked = await Promise.all(
    Array.from({ length: 10 }, () => platform.bob.api.post<Harvest>('/users/@me/harvest', {})),
  )
  assert.deepEqual(
    asked
      .map(({ status }) => status)
      .sort()
      .slice(0, 2),
    [200, 429],
  )
  const started = await key.post<Harvest>(`/admin/users/${platform.bob.id}/export`)
  assert.equal(started.status, 202)
  const job = () => key.get<{ state: string; result: { messages: number } }>(`/admin/jobs/${started.body.job_id}`)
  await until('the job is done', async () => (await job()).body.state === 'done')
  assert.equal((await job()).body.result.messages, 2)
  assert.equal((await platform.bob.api.post(`/admin/users/${platform.ann.id}/export`)).code, 50013)
})
