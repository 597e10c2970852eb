/** Slowmode: what counts as the last message and thread of a member, whatever becomes of it. */
import assert from 'node:assert/strict'
import { after, before, beforeEach, test } from 'node:test'
import {
  type ChannelObject,
  ChannelType,
  type MessageObject,
  Permission,
  type RateLimitBody,
} from '@guildhall/protocol'
import { type PlatformWithRows, startWithRows } from '../support/rows.ts'
import { until } from '../support/until.ts'

const { VIEW_CHANNEL, SEND_MESSAGES, READ_MESSAGE_HISTORY, CREATE_PUBLIC_THREADS, SEND_MESSAGES_IN_THREADS } =
  Permission
const { BYPASS_SLOWMODE } = Permission
const basic = VIEW_CHANNEL | SEND_MESSAGES | READ_MESSAGE_HISTORY | CREATE_PUBLIC_THREADS | SEND_MESSAGES_IN_THREADS
const SLOW_SECONDS = 60
const DAY_MS = 86_400_000

const world = {
  users: { ann: {}, plain: {}, hasty: {} },
  guilds: {
    lab: {
      owner: 'ann',
      members: ['plain', 'hasty'],
      roles: {
        '@everyone': { permissions: String(basic) },
        hasty: { permissions: String(BYPASS_SLOWMODE), members: ['hasty'] },
      },
      channels: {
        general: {},
        slow: { rate_limit_per_user: SLOW_SECONDS },
        forum: { type: 15, rate_limit_per_user: SLOW_SECONDS },
      },
    },
  },
}

let rows: PlatformWithRows<typeof world>
before(async () => {
  rows = await startWithRows({ world })
})
after(() => rows.close())
beforeEach(() => rows.platform.clock.advance(2 * SLOW_SECONDS * 1000))

type Name = keyof typeof world.guilds.lab.channels
const channel = (name: Name) => `/channels/${rows.platform.lab[name].id}`
const send = (name: Name = 'slow', content = 'x', who: 'plain' | 'hasty' = 'plain') =>
  rows.platform[who].api.post<MessageObject & RateLimitBody>(`${channel(name)}/messages`, { content })
const startThread = () =>
  rows.platform.plain.api.post<ChannelObject>(`${channel('slow')}/threads`, {
    name: 'talk',
    type: ChannelType.PUBLIC_THREAD,
  })
const startPost = (more: object = {}) =>
  rows.platform.plain.api.post<ChannelObject>(`${channel('forum')}/threads`, {
    name: 'post',
    message: { content: 'first' },
    ...more,
  })

/** Returns the stored last uses of channels with slowmode. */
const uses = () => rows.query('SELECT * FROM slowmode_uses')
const noRows = () => until('ended rows are deleted', async () => (await uses()).length === 0)

test('[PRM-16] a member who deletes their message waits for the rest of the interval', async () => {
  const { body } = await send()
  assert.equal((await rows.platform.plain.api.delete(`${channel('slow')}/messages/${body.id}`)).status, 204)
  const second = await send()
  assert.deepEqual([second.status, second.code], [429, 20016])
  assert.ok(second.body.retry_after > 0 && second.body.retry_after <= SLOW_SECONDS)
  await rows.platform.clock.advance(SLOW_SECONDS * 1000)
  assert.equal((await send()).status, 200)
})

test('[PRM-16] a member whose thread or post is deleted waits for the rest of the interval', async () => {
  const thread = await startThread()
  const post = await startPost()
  assert.deepEqual([thread.status, post.status], [201, 201])
  for (const { body } of [thread, post]) {
    assert.equal((await rows.platform.ann.api.delete(`/channels/${body.id}`)).status, 200)
  }
  for (const refused of [await startThread(), await startPost()])
    assert.deepEqual([refused.status, refused.code], [429, 20016])
  await rows.platform.clock.advance(SLOW_SECONDS * 1000)
  for (const started of [await startThread(), await startPost()]) assert.equal(started.status, 201)
})

test('[PRM-16] the first message of a post counts in the post, also once it is deleted', async () => {
  const { body: post } = await startPost({ rate_limit_per_user: SLOW_SECONDS })
  const messages = `/channels/${post.id}/messages`
  assert.equal((await rows.platform.plain.api.delete(`${messages}/${post.id}`)).status, 204)
  const second = await rows.platform.plain.api.post(messages, { content: 'x' })
  assert.deepEqual([second.status, second.code], [429, 20016])
})

test('[PRM-16] one of ten messages at once is sent', async () => {
  const sent = await Promise.all(Array.from({ length: 10 }, (_, index) => send('slow', `${index}`)))
  assert.deepEqual(sent.map(({ status }) => status).sort(), [200, ...Array(9).fill(429)])
})

test('[PRM-16] a refused message does not use up the interval', async () => {
  assert.equal((await send('slow', 'x'.repeat(2_001))).status, 400)
  const reply = { content: 'x', message_reference: { message_id: '1', fail_if_not_exists: true } }
  const refused = await rows.platform.plain.api.post(`${channel('slow')}/messages`, reply)
  assert.equal(refused.status, 400)
  assert.equal((await send()).status, 200)
})

test('[PRM-16] only members who wait in channels with slowmode have a row, for a day at most', async () => {
  await rows.platform.clock.advance(2 * DAY_MS)
  await noRows()
  await send('general')
  await send('slow', 'x', 'hasty')
  assert.deepEqual(await uses(), [])
  await send('slow')
  assert.deepEqual(
    (await uses()).map(({ user_id }) => String(user_id)),
    [rows.platform.plain.id],
  )
  await rows.platform.clock.advance(2 * DAY_MS)
  await noRows()
})
