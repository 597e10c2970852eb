/** Retention: old messages and attachments go, by days of the instance and of guilds; pinned messages stay. */
import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { api, multipart, RawGateway } from '@guildhall/testing'
import { startTwoGuilds } from '../support/two-guilds.ts'
import { until } from '../support/until.ts'

const DAY_MS = 86_400_000
let platform: Awaited<ReturnType<typeof startTwoGuilds>>
before(async () => {
  platform = await startTwoGuilds()
})
after(() => platform.close())

interface Message {
  id: string
  content: string
  attachments: { url: string }[]
}
const key = () => api(platform.api, `Bearer ${platform.control.key}`)
const channel = (guild: 'lab' | 'den') => `/channels/${platform[guild].general.id}/messages`
const post = async (guild: 'lab' | 'den', content: string) =>
  (await platform.bob.api.post<Message>(channel(guild), { content })).body.id
const texts = async (guild: 'lab' | 'den') =>
  (await platform.bob.api.get<Message[]>(channel(guild))).body
    .map(({ content }) => content)
    .filter((text) => text !== '')

test('old messages go by the shorter time, with one event for many, and pinned ones stay', async () => {
  for (const text of ['one', 'two', 'three']) await post('lab', text)
  await post('den', 'here')
  const pinned = await post('lab', 'pinned')
  assert.equal((await platform.ann.api.put(`/channels/${platform.lab.general.id}/pins/${pinned}`)).status, 204)
  await platform.clock.advance(10 * DAY_MS)
  await post('lab', 'new')
  const refused = await platform.bob.api.patch(`/guilds/${platform.lab.id}`, { retention_messages_days: 5 })
  assert.equal(refused.code, 50013)
  const watching = await RawGateway.open(platform.gateway, { token: platform.ann.token, intents: 1 << 9 })
  const changed = await platform.ann.api.patch<{ retention_messages_days: number }>(`/guilds/${platform.lab.id}`, {
    retention_messages_days: 5,
  })
  assert.deepEqual([changed.status, changed.body.retention_messages_days], [200, 5])
  const gone = await watching.next('MESSAGE_DELETE_BULK')
  // The notice of the pin goes too.
  assert.equal((gone.d as { ids: string[] }).ids.length, 4)
  watching.close()
  assert.deepEqual(await texts('lab'), ['new', 'pinned'])
  assert.deepEqual(await texts('den'), ['here'])

  assert.equal((await key().patch('/admin/settings', { retention_messages_days: 20 })).status, 200)
  await platform.clock.advance(DAY_MS)
  assert.deepEqual(await texts('den'), ['here'])
  await platform.clock.advance(10 * DAY_MS)
  await until('the message of the other guild is gone', async () => (await texts('den')).length === 0)
  assert.equal((await key().patch('/admin/settings', { retention_messages_days: null })).status, 200)
  const byOperator = await key().patch(`/guilds/${platform.lab.id}`, { retention_messages_days: null })
  assert.equal(byOperator.status, 200)
})

test('old attachments go, and their messages stay', async () => {
  const file = { name: 'a.txt', data: new TextEncoder().encode('text') }
  const sent = await platform.bob.api.post<Message>(channel('den'), multipart({ content: 'with a file' }, [file]))
  const url = sent.body.attachments[0]?.url ?? ''
  assert.equal((await fetch(url)).status, 200)
  await platform.clock.advance(3 * DAY_MS)
  const watching = await RawGateway.open(platform.gateway, { token: platform.bob.token, intents: 1 << 9 })
  assert.equal((await key().patch('/admin/settings', { retention_files_days: 2 })).status, 200)
  const update = await watching.next('MESSAGE_UPDATE')
  assert.deepEqual((update.d as unknown as Message).attachments, [])
  watching.close()
  assert.ok((await texts('den')).includes('with a file'))
  await until('the file is gone', async () => {
    const again = await platform.bob.api.post<{ refreshed_urls: { refreshed: string }[] }>(
      '/attachments/refresh-urls',
      {
        attachment_urls: [url],
      },
    )
    return (await fetch(again.body.refreshed_urls?.[0]?.refreshed ?? url)).status === 404
  })
})
