/** Refusals of archived threads: they allow nothing but deletions; a locked one allows those to moderators only. */
import assert from 'node:assert/strict'
import type { ChannelObject, MessageObject } from '@guildhall/protocol'
import { RawGateway } from '@guildhall/testing'
import { guildhallTest } from '../support/fixture.ts'
import { until } from '../support/until.ts'

const world = {
  users: { ann: {}, bob: {}, mod: {} },
  applications: { app: { owner: 'ann', bot: {} } },
  guilds: {
    lab: {
      owner: 'ann',
      members: ['bob', 'mod'],
      bots: { app: { permissions: '8' } },
      roles: { mods: { permissions: String((1n << 13n) | (1n << 34n)), members: ['mod'] } },
      channels: {
        general: {},
        old: { threads: { a: { archived: true }, b: { archived: true }, c: { archived: true } } },
        idle: {},
        closed: {},
      },
    },
  },
}
const test = guildhallTest({ world })
const { platform } = test
const THUMB = encodeURIComponent('👍')

type Archive = { threads: ChannelObject[]; has_more: boolean }

/** Reads the names of all archived threads of a channel, two at a time. */
async function archiveOf(channel: 'old' | 'idle' | 'closed'): Promise<(string | null | undefined)[]> {
  const names = []
  let before = ''
  for (let more = true; more; ) {
    const path = `/channels/${platform.lab[channel].id}/threads/archived/public?limit=2${before}`
    const { threads, has_more } = (await platform.app.api.get<Archive>(path)).body
    names.push(...threads.map(({ name }) => name))
    before = `&before=${encodeURIComponent(threads.at(-1)?.thread_metadata?.archive_timestamp ?? '')}`
    more = has_more
  }
  return names
}

/** A thread of bob with messages of his. The first one has a reaction and is pinned. */
async function threadOfBob() {
  const { app, bob } = platform
  const thread = (
    await bob.api.post<ChannelObject>(`/channels/${platform.lab.general.id}/threads`, { name: 't', type: 11 })
  ).body
  const ids: string[] = []
  for (const content of ['one', 'two', 'three', 'four', 'five'])
    ids.push((await bob.api.post<MessageObject>(`/channels/${thread.id}/messages`, { content })).body.id)
  await bob.api.put(`/channels/${thread.id}/messages/${ids[0]}/reactions/${THUMB}/@me`)
  await app.api.put(`/channels/${thread.id}/messages/pins/${ids[0]}`)
  const poll = { question: { text: 'q' }, answers: [{ poll_media: { text: 'a' } }], duration: 1 }
  const asked = await bob.api.post<MessageObject>(`/channels/${thread.id}/messages`, { poll })
  return { path: `/channels/${thread.id}`, id: thread.id, ids, pollId: asked.body.id }
}

test('an archived thread refuses reactions, pins, votes and commands, and changes nothing', async () => {
  const { app, bob } = platform
  const { path, id, ids, pollId } = await threadOfBob()
  const command = { name: 'hello', description: 'd' }
  const { body: made } = await app.api.post<{ id: string; version: string }>(
    `/applications/${app.applicationId}/commands`,
    command,
  )
  const session = await RawGateway.connect(platform.gateway)
  await session.identify({ token: bob.token ?? '', intents: 0 })
  const invoke = () =>
    bob.api.post('/interactions', {
      type: 2,
      application_id: app.applicationId,
      guild_id: platform.lab.id,
      channel_id: id,
      session_id: session.sessionId,
      data: { id: made.id, name: 'hello', type: 1, version: made.version },
    })
  await app.api.patch(path, { archived: true })
  const reactions = `${path}/messages/${ids[0]}/reactions`
  const refusals = {
    react: await app.api.put(`${reactions}/${THUMB}/@me`),
    'remove own reaction': await bob.api.delete(`${reactions}/${THUMB}/@me`),
    'remove a reaction': await app.api.delete(`${reactions}/${THUMB}/${bob.id}`),
    'remove an emoji': await app.api.delete(`${reactions}/${THUMB}`),
    'remove all reactions': await app.api.delete(reactions),
    pin: await app.api.put(`${path}/messages/pins/${ids[1]}`),
    unpin: await app.api.delete(`${path}/messages/pins/${ids[0]}`),
    'pin by the former route': await app.api.put(`${path}/pins/${ids[1]}`),
    edit: await bob.api.patch(`${path}/messages/${ids[0]}`, { content: 'changed' }),
    vote: await bob.api.put(`${path}/polls/${pollId}/answers/@me`, { answer_ids: [1] }),
    'end a poll': await bob.api.post(`${path}/polls/${pollId}/expire`),
    command: await invoke(),
  }
  for (const [what, { status, code }] of Object.entries(refusals)) assert.deepEqual([status, code], [400, 50083], what)
  const { body: first } = await bob.api.get<MessageObject>(`${path}/messages/${ids[0]}`)
  assert.deepEqual([first.content, first.pinned, first.reactions?.[0]?.count], ['one', true, 1])
  assert.equal((await app.api.get<ChannelObject>(path)).body.thread_metadata?.archived, true)

  await app.api.patch(path, { archived: false })
  assert.equal((await bob.api.delete(`${reactions}/${THUMB}/@me`)).status, 204)
  assert.equal((await app.api.delete(`${path}/messages/pins/${ids[0]}`)).status, 204)
  assert.equal((await invoke()).status, 204)
  await session.close()
})

test('messages of an archived thread can be deleted; of a locked one only by moderators', async () => {
  const { app, bob, mod } = platform
  const { path, ids } = await threadOfBob()
  const remove = (index: number, as = bob) => as.api.delete(`${path}/messages/${ids[index]}`)
  await app.api.patch(path, { archived: true })
  assert.equal((await remove(0, bob)).status, 204)
  await app.api.patch(path, { archived: false })
  await app.api.patch(path, { locked: true })
  assert.equal((await remove(1, bob)).status, 204, 'locked and active')
  await app.api.patch(path, { archived: true })
  const refused = await remove(2, bob)
  assert.deepEqual([refused.status, refused.code], [403, 160005])
  assert.equal((await app.api.get(`${path}/messages/${ids[2]}`)).status, 200)
  assert.equal((await remove(2, mod)).status, 204)
})

test('pages of archived threads miss none of those that were archived at one time', async () => {
  assert.deepEqual(await archiveOf('old'), ['c', 'b', 'a'], 'of a world file')
  const names = ['1', '2', '3', '4', '5']
  const start = (channel: 'idle' | 'closed', name: string) =>
    platform.bob.api.post<ChannelObject>(`/channels/${platform.lab[channel].id}/threads`, {
      name,
      type: 11,
      auto_archive_duration: 60,
    })
  for (const name of names) assert.equal((await start('idle', name)).status, 201)
  platform.clock.advance(61 * 60_000)
  await until('all are archived', async () => {
    const path = `/guilds/${platform.lab.id}/threads/active`
    const { threads } = (await platform.app.api.get<{ threads: ChannelObject[] }>(path)).body
    return threads.every(({ parent_id }) => parent_id !== platform.lab.idle.id)
  })
  assert.deepEqual((await archiveOf('idle')).toSorted(), names, 'without messages')

  const ids = (await Promise.all(names.map((name) => start('closed', name)))).map(({ body }) => body.id)
  platform.clock.freeze()
  await Promise.all(ids.map((id) => platform.app.api.patch(`/channels/${id}`, { archived: true })))
  platform.clock.resume()
  assert.deepEqual((await archiveOf('closed')).toSorted(), names, 'by a moderator')
})
