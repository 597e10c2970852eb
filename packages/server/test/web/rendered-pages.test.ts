/** Pages of messages that are rendered once: each equals its messages read one by one, after every kind of change. */
import assert from 'node:assert/strict'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { test } from 'node:test'
import type { MessageObject } from '@guildhall/protocol'
import type { Api } from '@guildhall/testing'
import { startLab } from '../support/gateway-lab.ts'

/** A channel with people and bots who read it: with all content, without MESSAGE_CONTENT, and people. */
async function start(data?: string) {
  const lab = await startLab(data === undefined ? {} : { data })
  const channel = `/channels/${lab.channelId('lab', 'general')}`
  const readers: Record<string, Api> = {
    app: lab.bot('app'),
    plain: lab.bot('plain'),
    ann: lab.person('ann'),
    bob: lab.person('bob'),
  }
  const post = async (by: Api, content: string, more: object = {}) =>
    (await by.post<MessageObject>(`${channel}/messages`, { content, ...more })).body
  /** Compares the page of each reader with each of its messages alone, which is not kept. */
  const compare = async (step: string) => {
    for (const [name, reader] of Object.entries(readers)) {
      const page = await reader.get<MessageObject[]>(`${channel}/messages`)
      assert.equal(page.status, 200, step)
      const ids = page.body.map(({ id }) => id)
      assert.deepEqual(
        ids,
        [...ids].sort((one, other) => (BigInt(one) < BigInt(other) ? 1 : -1)),
        step,
      )
      const alone = await Promise.all(ids.map(async (id) => (await reader.get(`${channel}/messages/${id}`)).body))
      assert.deepEqual(page.body, alone, `${step}: page of ${name}`)
    }
  }
  return { lab, channel, readers, post, compare, [Symbol.asyncDispose]: () => lab.platform.close() }
}

test('a page equals its messages read one by one after every kind of change', async () => {
  await using stage = await start()
  const { lab, channel, post, compare } = stage
  const [ann, bob, app, plain] = [lab.person('ann'), lab.person('bob'), lab.bot('app'), lab.bot('plain')]
  const first = await post(ann, 'first')
  const second = await post(bob, `hello <@${lab.userId('plain')}>`)
  const reply = await post(app, 'reply', { message_reference: { message_id: first.id } })
  const own = await post(plain, 'own', { message_reference: { message_id: second.id } })
  const gone = await post(app, 'target')
  await post(bob, 'to the target', { message_reference: { message_id: gone.id } })
  await compare('posted')
  const message = (id: string) => `${channel}/messages/${id}`
  const smile = encodeURIComponent('😀')
  const hook = (await ann.post<{ id: string; token: string }>(`${channel}/webhooks`, { name: 'hook' })).body
  const steps: [string, () => Promise<{ status: number }>][] = [
    ['another message', () => bob.post(`${channel}/messages`, { content: 'ünïcödé ☃ 😀' })],
    ['an edit', () => ann.patch(message(first.id), { content: 'edited' })],
    ['an edit of the own message', () => plain.patch(message(own.id), { content: 'edited too' })],
    ['an embed', () => app.patch(message(reply.id), { embeds: [{ title: 'x', description: 'y' }] })],
    ['a suppressed embed', () => ann.patch(message(reply.id), { flags: 4 })],
    ['a reaction', () => bob.put(`${message(first.id)}/reactions/${smile}/@me`)],
    ['a second reaction', () => app.put(`${message(first.id)}/reactions/${smile}/@me`)],
    ['a removed reaction', () => bob.delete(`${message(first.id)}/reactions/${smile}/@me`)],
    ['no reactions', () => ann.delete(`${message(first.id)}/reactions`)],
    ['a pin', () => ann.put(`${channel}/messages/pins/${second.id}`)],
    ['no pin', () => ann.delete(`${channel}/messages/pins/${second.id}`)],
    ['a profile', () => bob.patch('/users/@me', { global_name: 'Bobby' })],
    ['a bot with another name', () => plain.patch('/users/@me', { username: 'plainer' })],
    ['a thread', () => ann.post(`${message(second.id)}/threads`, { name: 'thread' })],
    ['a message in the thread', () => bob.post(`/channels/${second.id}/messages`, { content: 'in the thread' })],
    ['a thread with another name', () => ann.patch(`/channels/${second.id}`, { name: 'renamed' })],
    ['no thread', () => ann.delete(`/channels/${second.id}`)],
    ['a deleted target', () => ann.delete(message(gone.id))],
    ['a webhook', () => ann.post(`/webhooks/${hook.id}/${hook.token}?wait=true`, { content: 'by a webhook' })],
    ['a poll', () => bob.post(`${channel}/messages`, poll)],
    ['a file', () => app.post(`${channel}/messages`, form('file.txt'))],
    ['deleted messages', () => app.post(`${channel}/messages/bulk-delete`, { messages: [first.id, own.id] })],
  ]
  for (const [name, change] of steps) {
    const { status } = await change()
    assert.ok(status < 300, `${name}: ${status}`)
    await compare(name)
  }
})

const poll = { poll: { question: { text: '?' }, answers: [{ poll_media: { text: 'yes' } }], duration: 1 } }

function form(name: string): FormData {
  const body = new FormData()
  body.append('files[0]', new Blob(['text']), name)
  return body
}

test('windows of a page agree with the whole, whatever was read before', async () => {
  await using stage = await start()
  const { channel, readers, post, lab } = stage
  const reader = readers.app as Api
  for (let n = 0; n < 12; n += 1) await post(n % 2 === 0 ? lab.person('bob') : lab.bot('app'), `message ${n}`)
  const read = async (query: string) => (await reader.get<MessageObject[]>(`${channel}/messages?${query}`)).body
  const all = await read('limit=100')
  const [oldest, newest, middle] = [all.at(-1)?.id, all[0]?.id, all[6]?.id]
  for (let limit = 1; limit <= 13; limit += 4) {
    assert.deepEqual(await read(`limit=${limit}`), all.slice(0, limit))
    assert.deepEqual(await read(`limit=${limit}&before=${newest}`), all.slice(1, limit + 1))
    assert.deepEqual(await read(`limit=${limit}&after=${oldest}`), all.slice(0, -1).slice(-limit))
    const half = Math.floor(limit / 2)
    assert.deepEqual(
      await read(`limit=${limit}&around=${middle}`),
      all.slice(6 - half, 7 + half).slice(0, Math.max(limit, 1)),
    )
  }
})

test('each reader of a kept page sees the content that they may read, and what was acknowledged', async (context) => {
  const folder = await mkdtemp(join(tmpdir(), 'guildhall-pages-'))
  context.after(() => rm(folder, { recursive: true, force: true }))
  await using stage = await start(folder)
  const { channel, readers, post, lab } = stage
  const { body } = await lab.person('bob').post<MessageObject>(`${channel}/messages`, { content: 'for people' })
  const contents = async (reader: Api | undefined) =>
    (await reader?.get<MessageObject[]>(`${channel}/messages?limit=1`))?.body.map(({ content }) => content)
  assert.deepEqual(await contents(readers.ann), ['for people'])
  assert.deepEqual(await contents(readers.plain), [''])
  assert.deepEqual(await contents(readers.app), ['for people'])
  // Writers and readers at once: whatever was acknowledged is in every page that is asked for afterwards.
  const task = async (n: number) => {
    const by = n % 2 === 0 ? lab.person('bob') : lab.bot('app')
    for (let round = 0; round < 8; round += 1) {
      const { id } = await post(by, `${n} ${round}`)
      const page = (await readers.ann?.get<MessageObject[]>(`${channel}/messages?limit=50`))?.body ?? []
      assert.ok(
        page.some((message) => message.id === id),
        `${id} is missing`,
      )
      const edited = await by.patch(`${channel}/messages/${id}`, { content: `${n} ${round} edited` })
      assert.equal(edited.status, 200)
      const again = (await readers.app?.get<MessageObject[]>(`${channel}/messages?limit=50`))?.body ?? []
      assert.equal(again.find((message) => message.id === id)?.content, `${n} ${round} edited`)
    }
  }
  await Promise.all(Array.from({ length: 6 }, (_, n) => task(n)))
  await lab.person('bob').delete(`${channel}/messages/${body.id}`)
  const after = (await readers.ann?.get<MessageObject[]>(`${channel}/messages?limit=100`))?.body ?? []
  assert.equal(
    after.some(({ id }) => id === body.id),
    false,
  )
})
