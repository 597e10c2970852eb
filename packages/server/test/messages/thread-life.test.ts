/** Threads as the wire shows them: their messages, their members, their end, and to whom. */
import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import { api, RawGateway, type TestPlatform } from '@guildhall/testing'
import { startPlatform } from '../support/platform.ts'

const CREATE = String(1024 | 2048 | 65536)
const THREADS = String((1n << 35n) | (1n << 36n) | (1n << 38n) | BigInt(CREATE))
const world = {
  users: { ann: {}, bob: {}, eve: {}, mod: {} },
  applications: {
    app: { owner: 'ann', bot: {}, intents: ['GUILD_MEMBERS', 'MESSAGE_CONTENT'] },
    plain: { owner: 'ann', bot: {} },
  },
  guilds: {
    lab: {
      owner: 'ann',
      members: ['bob', 'eve', 'mod'],
      bots: { app: { permissions: '8' }, plain: { permissions: '0' } },
      roles: {
        '@everyone': { permissions: THREADS },
        mods: { permissions: String(1n << 34n), members: ['mod'] },
      },
      channels: {
        general: {},
        slow: { rate_limit_per_user: 60 },
        news: { type: 5 },
        voice: { type: 2 },
        forum: { type: 15 },
        secret: { permission_overwrites: [{ role: '@everyone', deny: '1024' }] },
      },
    },
  },
}

interface Wire {
  id: string
  code: number
  type: number
  content: string
  name: string
  thread_metadata: { archived: boolean; locked: boolean; archive_timestamp: string }
  message_reference?: { message_id?: string; channel_id: string }
  [key: string]: unknown
}

let platform: TestPlatform
const filled = () => {
  assert.ok(platform.world)
  return platform.world
}
const person = (name: string) => api(platform.api, filled().users[name]?.token)
const app = () => api(platform.api, `Bot ${filled().applications.app?.bot?.token}`)
const plain = () => api(platform.api, `Bot ${filled().applications.plain?.bot?.token}`)
const userId = (name: string) => filled().users[name]?.id ?? ''
const channel = (name: string) => filled().guilds.lab?.channels[name]?.id ?? ''
const lab = () => filled().guilds.lab?.id ?? ''
const send = (id: string, content: string, as = app()) => as.post<Wire>(`/channels/${id}/messages`, { content })
const start = (body: object, where = 'general', as = app()) =>
  as.post<Wire>(`/channels/${channel(where)}/threads`, body)
const messages = async (id: string) => (await app().get<Wire[]>(`/channels/${id}/messages`)).body.reverse()
const get = async (id: string) => (await app().get<Wire>(`/channels/${id}`)).body

async function session(token: string | undefined, intents = 0) {
  const gateway = await RawGateway.connect(platform.gateway)
  await gateway.identify({ token: token ?? '', intents })
  const created = await gateway.next<{ threads: Wire[] }>('GUILD_CREATE')
  return { gateway, threads: created.d.threads }
}
const asPerson = (name: string) => session(filled().users[name]?.token)

let fences = 0
function fence() {
  fences += 1
  const description = `fence ${fences}`
  return {
    trigger: () => app().patch(`/guilds/${lab()}`, { description }),
    event: (frame: { t?: string | null; d?: unknown }) =>
      frame.t === 'GUILD_UPDATE' && (frame.d as Wire).description === description,
  }
}

describe('thread life cycle', () => {
  before(async () => {
    platform = await startPlatform({ world, rateLimits: 'off' })
  })
  after(() => platform.close())

  test('a thread started from a message refers to it, and the message gets the thread', async () => {
    const { gateway } = await asPerson('bob')
    const first = (await send(channel('general'), 'old')).body
    const second = (await send(channel('general'), 'new')).body
    const path = (id: string) => `/channels/${channel('general')}/messages/${id}/threads`
    const made = await person('eve').post<Wire>(path(second.id), { name: 'talk' })
    assert.deepEqual([made.status, made.body.id, made.body.type], [201, second.id, 11])
    const created = await gateway.next<Wire>('THREAD_CREATE')
    assert.deepEqual([created.d.id, created.d.newly_created, created.d.member], [second.id, true, undefined])
    const updated = await gateway.next<{ flags: number; thread: Wire }>('MESSAGE_UPDATE')
    assert.deepEqual([updated.d.flags & 32, updated.d.thread.id], [32, second.id])
    const [starter] = await messages(second.id)
    assert.deepEqual([starter?.type, starter?.message_reference?.message_id], [21, second.id])
    assert.equal((starter?.referenced_message as Wire | undefined)?.content, 'new')
    assert.equal((await get(second.id)).message_count, 0)
    const shown = (await app().get<{ thread: Wire }>(`/channels/${channel('general')}/messages/${second.id}`)).body
    assert.equal(shown.thread.name, 'talk')
    assert.equal((await person('eve').post<Wire>(path(second.id), { name: 'talk' })).body.code, 160004)
    // The newest message shows its thread itself; of one of an older message the channel is told.
    assert.equal((await messages(channel('general'))).at(-1)?.content, 'new')
    await person('eve').post(path(first.id), { name: 'back then' })
    const told = (await messages(channel('general'))).at(-1)
    assert.deepEqual([told?.type, told?.content, told?.message_reference?.channel_id], [18, 'back then', first.id])
    assert.equal((await app().post<Wire>(path('1'), { name: 'x' })).body.code, 10008)
    await gateway.close()
  })

  test('POST /channels/{id}/threads rejects thread types that the parent does not allow', async () => {
    for (const [answer, code] of [
      [await start({ name: 'x', type: 12 }, 'news'), 50024],
      [await start({ name: 'x', type: 11 }, 'news'), 50024],
      [await start({ name: 'x', type: 11 }, 'voice'), 50024],
      [await start({ name: '' }), 50035],
      [await start({ name: 'x', auto_archive_duration: 61 }), 50035],
      [await start({ name: 'x', type: 11 }, 'secret', person('bob')), 50001],
      [await start({ name: 'x' }, 'forum'), 50035],
      [await start({ name: 'x', message: {} }, 'forum'), 50006],
    ] as const)
      assert.equal(answer.body.code, code, JSON.stringify(answer.body))
    assert.equal((await start({ name: 'x', type: 10 }, 'news')).body.type, 10)
    assert.equal((await start({ name: 'x' })).body.type, 12)
  })

  test('[PRM-16] [PRM-18] a person starts one thread per slowmode interval, a bot any number', async () => {
    assert.equal((await start({ name: 'one', type: 11 }, 'slow', person('bob'))).status, 201)
    const second = await start({ name: 'two', type: 11 }, 'slow', person('bob'))
    assert.deepEqual([second.status, second.body.code], [429, 20016])
    for (const name of ['a', 'b']) assert.equal((await start({ name, type: 11 }, 'slow')).status, 201)
    platform.clock.advance(61_000)
    assert.equal((await start({ name: 'two', type: 11 }, 'slow', person('bob'))).status, 201)
  })

  test('members are added and removed with events and system messages', async () => {
    const { gateway: eve } = await asPerson('eve')
    const { gateway: deaf } = await session(filled().applications.plain?.bot?.token, 1)
    const thread = (await start({ name: 'quiet', type: 12, invitable: false }, 'general', person('bob'))).body
    const members = `/channels/${thread.id}/thread-members`
    await eve.none(
      'THREAD_CREATE',
      async () => {
        assert.equal((await person('eve').put<Wire>(`${members}/@me`)).body.code, 50001)
      },
      fence(),
    )
    assert.equal((await person('bob').put(`${members}/${userId('eve')}`)).status, 204)
    const joined = await eve.next<{ id: string; member: Wire }>('THREAD_CREATE')
    assert.deepEqual([joined.d.id, joined.d.member.user_id], [thread.id, userId('eve')])
    const update = await eve.next<{ member_count: number; added_members: Wire[] }>('THREAD_MEMBERS_UPDATE')
    assert.deepEqual([update.d.member_count, update.d.added_members[0]?.user_id], [2, userId('eve')])
    assert.equal((update.d.added_members[0]?.member as { user: Wire } | undefined)?.user.id, userId('eve'))
    assert.equal((await eve.next<Wire>('MESSAGE_CREATE')).d.type, 1)
    // Only its maker and moderators bring others into this one.
    assert.equal((await person('eve').put<Wire>(`${members}/${userId('ann')}`)).body.code, 50013)
    assert.equal((await person('eve').delete<Wire>(`${members}/${userId('bob')}`)).body.code, 50013)
    assert.equal((await person('mod').put(`${members}/${userId('ann')}`)).status, 204)
    assert.equal((await person('bob').put<Wire>(`${members}/1`)).body.code, 10007)
    assert.equal((await app().get<Wire[]>(members)).body.length, 3)
    const page = (await app().get<Wire[]>(`${members}?with_member=true&limit=2`)).body
    assert.deepEqual([page.length, typeof page[0]?.member], [2, 'object'])
    const rest = await app().get<Wire[]>(`${members}?with_member=true&after=${page[1]?.user_id}`)
    assert.equal(rest.body.length, 1)
    assert.equal((await app().get<Wire>(`${members}/${userId('mod')}`)).body.code, 10007)
    assert.equal((await person('bob').delete(`${members}/${userId('eve')}`)).status, 204)
    const removed = await eve.next<{ removed_member_ids?: string[] }>(
      ({ t, d }) => t === 'THREAD_MEMBERS_UPDATE' && 'removed_member_ids' in d,
    )
    assert.deepEqual(removed.d.removed_member_ids, [userId('eve')])
    assert.equal((await person('eve').get<Wire>(`/channels/${thread.id}`)).body.code, 50001)
    assert.deepEqual(
      (await messages(thread.id)).map(({ type }) => type),
      [1, 1, 2],
    )
    // A bot without the GUILD_MEMBERS intent receives no changes of other members.
    const open = (await start({ name: 'open', type: 11 })).body
    await deaf.none(
      'THREAD_MEMBERS_UPDATE',
      () => person('bob').put(`/channels/${open.id}/thread-members/@me`),
      fence(),
    )
    assert.equal((await plain().get<Wire>(`/channels/${open.id}/thread-members`)).body.code, 50001)
    for (const gateway of [eve, deaf]) await gateway.close()
  })

  test('a message joins, counts and unarchives; an archived thread accepts no members', async () => {
    const thread = (await start({ name: 'work', type: 11 })).body
    const path = `/channels/${thread.id}`
    const sent = (await send(thread.id, 'one', person('bob'))).body
    await send(thread.id, 'two', person('bob'))
    assert.equal((await app().get(`${path}/thread-members/${userId('bob')}`)).status, 200)
    assert.deepEqual([(await get(thread.id)).message_count, (await get(thread.id)).member_count], [2, 2])
    await app().delete(`${path}/messages/${sent.id}`)
    const counted = await get(thread.id)
    assert.deepEqual([counted.message_count, counted.total_message_sent], [1, 2])
    assert.equal((await app().patch<Wire>(path, { name: 'play' })).status, 200)
    assert.deepEqual(
      [(await messages(thread.id)).at(-1)?.type, (await messages(thread.id)).at(-1)?.content],
      [4, 'play'],
    )

    const { gateway } = await asPerson('bob')
    assert.equal((await person('bob').patch<Wire>(path, { archived: true })).body.code, 50013)
    await app().patch(path, { archived: true })
    assert.equal((await gateway.next<Wire>('THREAD_UPDATE')).d.thread_metadata.archived, true)
    for (const [answer, code] of [
      [await person('eve').put<Wire>(`${path}/thread-members/@me`), 50083],
      [await person('bob').delete<Wire>(`${path}/thread-members/@me`), 50083],
      [await app().patch<Wire>(path, { name: 'x' }), 50083],
    ] as const)
      assert.equal(answer.body.code, code)
    assert.equal(
      (await asPerson('eve')).threads.some(({ id }) => id === thread.id),
      false,
    )
    await send(thread.id, 'awake', person('bob'))
    assert.equal((await gateway.next<Wire>('THREAD_UPDATE')).d.thread_metadata.archived, false)
    const own = await gateway.next<Wire>('THREAD_MEMBER_UPDATE')
    assert.deepEqual([own.d.id, own.d.user_id, own.d.guild_id], [thread.id, userId('bob'), lab()])
    const again = (await asPerson('bob')).threads.find(({ id }) => id === thread.id)
    assert.equal((again?.member as Wire | undefined)?.user_id, userId('bob'))

    await app().patch(path, { locked: true })
    assert.equal((await send(thread.id, 'x', person('bob'))).body.code, 160005)
    assert.equal((await send(thread.id, 'x', person('mod'))).status, 200)
    await gateway.close()
  })

  test('an idle thread is archived by the clock, also after unarchiving, but not a pinned post', async () => {
    const thread = (await start({ name: 'short', type: 11, auto_archive_duration: 60 })).body
    const post = (await start({ name: 'pin', auto_archive_duration: 60, message: { content: 'x' } }, 'forum')).body
    await app().patch(`/channels/${post.id}`, { flags: 2 })
    const { gateway } = await asPerson('bob')
    const closes = () =>
      gateway.next<Wire>(
        ({ t, d }) => t === 'THREAD_UPDATE' && d.id === thread.id && (d as Wire).thread_metadata.archived,
      )
    platform.clock.advance(59 * 60_000)
    await send(thread.id, 'still here')
    platform.clock.advance(59 * 60_000)
    await gateway.heartbeat()
    assert.equal((await get(thread.id)).thread_metadata.archived, false)
    platform.clock.advance(2 * 60_000)
    await closes()
    await send(thread.id, 'again')
    platform.clock.advance(61 * 60_000)
    await closes()
    assert.deepEqual([(await get(post.id)).thread_metadata.archived, (await get(post.id)).flags], [false, 2])
    const closed = await app().patch<Wire>(`/channels/${post.id}`, { archived: true })
    assert.equal(closed.body.flags, 0)
    await gateway.close()
  })

  test('archived threads are listed in pages: public, private for moderators, and joined private ones', async () => {
    const ids: string[] = []
    for (let index = 0; index < 5; index += 1) {
      platform.clock.advance(1_000)
      const { id } = (await start({ name: `p${index}`, type: 11 }, 'secret')).body
      platform.clock.advance(1_000)
      await app().patch(`/channels/${id}`, { archived: true })
      ids.unshift(id)
    }
    const list = async (path: string, as = app()) =>
      (await as.get<{ threads: Wire[]; has_more: boolean; code: number }>(`/channels/${channel('secret')}${path}`)).body
    const first = await list('/threads/archived/public?limit=3')
    assert.deepEqual([first.threads.map(({ id }) => id), first.has_more], [ids.slice(0, 3), true])
    const before = encodeURIComponent(first.threads[2]?.thread_metadata.archive_timestamp ?? '')
    const rest = await list(`/threads/archived/public?limit=3&before=${before}`)
    assert.deepEqual([rest.threads.map(({ id }) => id), rest.has_more], [ids.slice(3), false])
    assert.equal((await list('/threads/archived/public', person('bob'))).code, 50001)

    const secret = (await start({ name: 'hush' }, 'general', person('bob'))).body
    await app().patch(`/channels/${secret.id}`, { archived: true })
    const of = async (path: string, as: ReturnType<typeof api>) => {
      const { body } = await as.get<{ threads?: Wire[]; code?: number }>(`/channels/${channel('general')}${path}`)
      return body.code ?? body.threads?.some(({ id }) => id === secret.id)
    }
    assert.equal(await of('/threads/archived/private', app()), true)
    assert.equal(await of('/threads/archived/private', person('mod')), true)
    assert.equal(await of('/threads/archived/private', person('bob')), 50013)
    assert.equal(await of('/threads/archived/public', app()), false)
    assert.equal(await of('/users/@me/threads/archived/private', person('bob')), true)
    assert.equal(await of('/users/@me/threads/archived/private', person('eve')), false)
  })

  test('active threads are listed for viewers, and members receive THREAD_DELETE of a private thread', async () => {
    const secret = (await start({ name: 'hidden', type: 11 }, 'secret')).body
    const quiet = (await start({ name: 'quiet' }, 'general', person('bob'))).body
    const active = async (as: ReturnType<typeof api>) => {
      const { threads, members } = (
        await as.get<{ threads: Wire[]; members: Wire[] }>(`/guilds/${lab()}/threads/active`)
      ).body
      const own = members.map(({ id }) => id)
      return [secret.id, quiet.id].map((id) => [threads.some((thread) => thread.id === id), own.includes(id)])
    }
    assert.deepEqual(await active(app()), [
      [true, true],
      [true, false],
    ])
    assert.deepEqual(await active(person('bob')), [
      [false, false],
      [true, true],
    ])
    assert.deepEqual(await active(person('eve')), [
      [false, false],
      [false, false],
    ])
    const { gateway: bob } = await asPerson('bob')
    const { gateway: eve } = await asPerson('eve')
    assert.equal((await person('bob').delete<Wire>(`/channels/${quiet.id}`)).body.code, 50013)
    await eve.none('THREAD_DELETE', () => person('mod').delete(`/channels/${quiet.id}`), fence())
    assert.deepEqual((await bob.next<Wire>('THREAD_DELETE')).d, {
      id: quiet.id,
      guild_id: lab(),
      parent_id: channel('general'),
      type: 12,
    })
    for (const gateway of [bob, eve]) await gateway.close()
  })

  test('a user who gains access to a channel receives THREAD_LIST_SYNC', async () => {
    const thread = (await start({ name: 'inside', type: 11 }, 'secret')).body
    const { gateway: bob, threads } = await asPerson('bob')
    const { gateway: bot } = await session(filled().applications.plain?.bot?.token, 1)
    assert.equal(
      threads.some(({ id }) => id === thread.id),
      false,
    )
    const overwrite = `/channels/${channel('secret')}/permissions/${lab()}`
    await app().put(overwrite, { type: 0, allow: '1024' })
    for (const gateway of [bob, bot]) {
      const sync = await gateway.next<{ channel_ids: string[]; threads: Wire[]; members: Wire[] }>('THREAD_LIST_SYNC')
      assert.deepEqual(sync.d.channel_ids, [channel('secret')])
      assert.ok(sync.d.threads.some(({ id }) => id === thread.id))
    }
    await app().put(overwrite, { type: 0, deny: '1024' })
    await bob.none('THREAD_UPDATE', () => app().patch(`/channels/${thread.id}`, { name: 'unseen' }), fence())
    for (const gateway of [bob, bot]) await gateway.close()
  })

  test('a forum requires tags, restricts moderated tags and allows one pinned post', async () => {
    const available_tags = [{ name: 'open' }, { name: 'done', moderated: true }]
    const forum = (
      await app().patch<{ available_tags: Wire[] }>(`/channels/${channel('forum')}`, { available_tags, flags: 16 })
    ).body
    const [open, done] = forum.available_tags.map(({ id }) => id)
    const post = (applied_tags: unknown, as = person('bob')) =>
      start({ name: 'p', message: { content: 'x' }, applied_tags }, 'forum', as)
    assert.equal((await post([])).body.code, 40067)
    assert.equal((await post([done])).body.code, 50013)
    assert.equal((await post(['1'])).body.code, 50035)
    const first = await post([open])
    assert.deepEqual(
      [first.status, (first.body.message as Wire).id, first.body.applied_tags],
      [201, first.body.id, [open]],
    )
    assert.equal((await get(first.body.id)).message_count, 0)
    assert.equal((await get(channel('forum'))).last_message_id, first.body.id)
    const path = `/channels/${first.body.id}`
    assert.equal((await person('bob').patch<Wire>(path, { applied_tags: [open, done] })).body.code, 50013)
    assert.equal((await person('eve').patch<Wire>(path, { applied_tags: [open] })).body.code, 50013)
    assert.deepEqual((await person('mod').patch<Wire>(path, { applied_tags: [open, done] })).body.applied_tags, [
      open,
      done,
    ])
    assert.equal((await person('bob').patch<Wire>(path, { flags: 2 })).body.code, 50013)
    assert.equal((await person('mod').patch<Wire>(path, { flags: 2 })).body.flags, 2)
    const second = (await post([open])).body
    assert.equal((await person('mod').patch<Wire>(`/channels/${second.id}`, { flags: 2 })).body.code, 30047)
  })
})
