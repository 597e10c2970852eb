/** Threads as the wire shows them: their messages, their members, their end, and to whom. */
import assert from 'node:assert/strict'
import { describe } from 'node:test'
import type {
  ChannelObject,
  MessageObject,
  ThreadListObject,
  ThreadMemberObject,
  ThreadObject,
} from '@guildhall/protocol'
import { type api, RawGateway } from '@guildhall/testing'
import { guildhallTest } from '../support/fixture.ts'

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

const test = guildhallTest({ world })
const { platform } = test
const userId = (name: keyof typeof world.users) => platform[name].id
const channel = (name: keyof typeof world.guilds.lab.channels) => platform.lab[name].id
const send = (id: string, content: string, as = platform.app.api) =>
  as.post<MessageObject>(`/channels/${id}/messages`, { content })
const start = (body: object, where: keyof typeof world.guilds.lab.channels = 'general', as = platform.app.api) =>
  as.post<ChannelObject>(`/channels/${channel(where)}/threads`, body)
const messages = async (id: string) =>
  (await platform.app.api.get<MessageObject[]>(`/channels/${id}/messages`)).body.reverse()
const get = async (id: string) => (await platform.app.api.get<ChannelObject>(`/channels/${id}`)).body

async function session(token: string | undefined, intents = 0) {
  const gateway = await RawGateway.connect(platform.gateway)
  await gateway.identify({ token: token ?? '', intents })
  const created = await gateway.next('GUILD_CREATE')
  return { gateway, threads: created.d.threads }
}
const asPerson = (name: keyof typeof world.users) => session(platform[name].token)

let fences = 0
function fence() {
  fences += 1
  const description = `fence ${fences}`
  return {
    trigger: () => platform.app.api.patch(`/guilds/${platform.lab.id}`, { description }),
    event: (frame: { t?: string | null; d?: unknown }) =>
      frame.t === 'GUILD_UPDATE' && (frame.d as { description?: string }).description === description,
  }
}

describe('thread life cycle', () => {
  test('a thread started from a message refers to it, and the message gets the thread', async () => {
    const { gateway } = await asPerson('bob')
    const first = (await send(platform.lab.general.id, 'old')).body
    const second = (await send(platform.lab.general.id, 'new')).body
    const path = (id: string) => `/channels/${platform.lab.general.id}/messages/${id}/threads`
    const made = await platform.eve.api.post<ChannelObject>(path(second.id), { name: 'talk' })
    assert.deepEqual([made.status, made.body.id, made.body.type], [201, second.id, 11])
    const created = await gateway.next('THREAD_CREATE')
    assert.deepEqual([created.d.id, created.d.newly_created, created.d.member], [second.id, true, undefined])
    const updated = await gateway.next('MESSAGE_UPDATE')
    assert.deepEqual([updated.d.flags & 32, updated.d.thread?.id], [32, second.id])
    const [starter] = await messages(second.id)
    assert.deepEqual([starter?.type, starter?.message_reference?.message_id], [21, second.id])
    assert.equal(starter?.referenced_message?.content, 'new')
    assert.equal((await get(second.id)).message_count, 0)
    const shown = (
      await platform.app.api.get<MessageObject>(`/channels/${platform.lab.general.id}/messages/${second.id}`)
    ).body
    assert.equal(shown.thread?.name, 'talk')
    assert.equal((await platform.eve.api.post(path(second.id), { name: 'talk' })).code, 160004)
    // The newest message has its thread; a thread of an older message is announced by a system message.
    assert.equal((await messages(platform.lab.general.id)).at(-1)?.content, 'new')
    await platform.eve.api.post(path(first.id), { name: 'back then' })
    const told = (await messages(platform.lab.general.id)).at(-1)
    assert.deepEqual([told?.type, told?.content, told?.message_reference?.channel_id], [18, 'back then', first.id])
    assert.equal((await platform.app.api.post(path('1'), { name: 'x' })).code, 10008)
    await gateway.close()
  })

  test('POST /channels/{id}/threads rejects thread types that the parent does not allow', async () => {
    for (const [answer, code] of [
      [await start({ name: 'x', type: 12 }, 'news'), 50024],
      [await start({ name: 'x', type: 11 }, 'news'), 50024],
      [await start({ name: 'x', type: 11 }, 'voice'), 50024],
      [await start({ name: '' }), 50035],
      [await start({ name: 'x', auto_archive_duration: 61 }), 50035],
      [await start({ name: 'x', type: 11 }, 'secret', platform.bob.api), 50001],
      [await start({ name: 'x' }, 'forum'), 50035],
      [await start({ name: 'x', message: {} }, 'forum'), 50006],
    ] as const)
      assert.equal(answer.code, code, JSON.stringify(answer.body))
    assert.equal((await start({ name: 'x', type: 10 }, 'news')).body.type, 10)
    assert.equal((await start({ name: 'x' })).body.type, 12)
  })

  test('[PRM-16] [PRM-18] a person starts one thread per slowmode interval, a bot any number', async () => {
    assert.equal((await start({ name: 'one', type: 11 }, 'slow', platform.bob.api)).status, 201)
    const second = await start({ name: 'two', type: 11 }, 'slow', platform.bob.api)
    assert.deepEqual([second.status, second.code], [429, 20016])
    for (const name of ['a', 'b']) assert.equal((await start({ name, type: 11 }, 'slow')).status, 201)
    platform.clock.advance(61_000)
    assert.equal((await start({ name: 'two', type: 11 }, 'slow', platform.bob.api)).status, 201)
  })

  test('members are added and removed with events and system messages', async () => {
    const { gateway: eve } = await asPerson('eve')
    const { gateway: deaf } = await session(platform.plain.token, 1)
    const thread = (await start({ name: 'quiet', type: 12, invitable: false }, 'general', platform.bob.api)).body
    const members = `/channels/${thread.id}/thread-members`
    await eve.none(
      'THREAD_CREATE',
      async () => {
        assert.equal((await platform.eve.api.put(`${members}/@me`)).code, 50001)
      },
      fence(),
    )
    assert.equal((await platform.bob.api.put(`${members}/${userId('eve')}`)).status, 204)
    const joined = await eve.next('THREAD_CREATE')
    assert.deepEqual([joined.d.id, joined.d.member?.user_id], [thread.id, userId('eve')])
    const update = await eve.next('THREAD_MEMBERS_UPDATE')
    assert.deepEqual([update.d.member_count, update.d.added_members?.[0]?.user_id], [2, userId('eve')])
    assert.equal(update.d.added_members?.[0]?.member?.user?.id, userId('eve'))
    assert.equal((await eve.next('MESSAGE_CREATE')).d.type, 1)
    // Only its maker and moderators bring others into this one.
    assert.equal((await platform.eve.api.put(`${members}/${userId('ann')}`)).code, 50013)
    assert.equal((await platform.eve.api.delete(`${members}/${userId('bob')}`)).code, 50013)
    assert.equal((await platform.mod.api.put(`${members}/${userId('ann')}`)).status, 204)
    assert.equal((await platform.bob.api.put(`${members}/1`)).code, 10007)
    assert.equal((await platform.app.api.get<ThreadMemberObject[]>(members)).body.length, 3)
    const page = (await platform.app.api.get<ThreadMemberObject[]>(`${members}?with_member=true&limit=2`)).body
    assert.deepEqual([page.length, typeof page[0]?.member], [2, 'object'])
    const rest = await platform.app.api.get<ThreadMemberObject[]>(
      `${members}?with_member=true&after=${page[1]?.user_id}`,
    )
    assert.equal(rest.body.length, 1)
    assert.equal((await platform.app.api.get(`${members}/${userId('mod')}`)).code, 10007)
    assert.equal((await platform.bob.api.delete(`${members}/${userId('eve')}`)).status, 204)
    const removed = await eve.next<{ removed_member_ids?: string[] }>(
      ({ t, d }) => t === 'THREAD_MEMBERS_UPDATE' && 'removed_member_ids' in d,
    )
    assert.deepEqual(removed.d.removed_member_ids, [userId('eve')])
    assert.equal((await platform.eve.api.get(`/channels/${thread.id}`)).code, 50001)
    assert.deepEqual(
      (await messages(thread.id)).map(({ type }) => type),
      [1, 1, 2],
    )
    // A bot without the GUILD_MEMBERS intent receives no changes of other members.
    const open = (await start({ name: 'open', type: 11 })).body
    await deaf.none(
      'THREAD_MEMBERS_UPDATE',
      () => platform.bob.api.put(`/channels/${open.id}/thread-members/@me`),
      fence(),
    )
    assert.equal((await platform.plain.api.get(`/channels/${open.id}/thread-members`)).code, 50001)
    for (const gateway of [eve, deaf]) await gateway.close()
  })

  test('a thread that one joins by a message or a mention comes with the count before that message', async () => {
    const thread = (await start({ name: 'counted', type: 11 })).body
    const joins = async (gateway: Awaited<ReturnType<typeof asPerson>>['gateway'], act: () => Promise<unknown>) => {
      await act()
      const created = await gateway.next((frame) => frame.t === 'THREAD_CREATE' && frame.d?.member !== undefined)
      await gateway.next((frame) => frame.t === 'MESSAGE_CREATE' && frame.d?.channel_id === thread.id)
      return [created.d.message_count, (await get(thread.id)).message_count]
    }
    const { gateway: bob } = await asPerson('bob')
    assert.deepEqual(await joins(bob, () => send(thread.id, 'one', platform.bob.api)), [0, 1])
    const { gateway: eve } = await asPerson('eve')
    assert.deepEqual(await joins(eve, () => send(thread.id, `<@${userId('eve')}>`)), [1, 2])
    for (const gateway of [bob, eve]) await gateway.close()
  })

  test('a message joins, counts and unarchives; an archived thread accepts no members', async () => {
    const thread = (await start({ name: 'work', type: 11 })).body
    const path = `/channels/${thread.id}`
    const sent = (await send(thread.id, 'one', platform.bob.api)).body
    await send(thread.id, 'two', platform.bob.api)
    assert.equal((await platform.app.api.get(`${path}/thread-members/${userId('bob')}`)).status, 200)
    assert.deepEqual([(await get(thread.id)).message_count, (await get(thread.id)).member_count], [2, 2])
    await platform.app.api.delete(`${path}/messages/${sent.id}`)
    const counted = await get(thread.id)
    assert.deepEqual([counted.message_count, counted.total_message_sent], [1, 2])
    assert.equal((await platform.app.api.patch(path, { name: 'play' })).status, 200)
    assert.deepEqual(
      [(await messages(thread.id)).at(-1)?.type, (await messages(thread.id)).at(-1)?.content],
      [4, 'play'],
    )

    const { gateway } = await asPerson('bob')
    assert.equal((await platform.bob.api.patch(path, { archived: true })).code, 50013)
    await platform.app.api.patch(path, { archived: true })
    assert.equal((await gateway.next('THREAD_UPDATE')).d.thread_metadata.archived, true)
    for (const [answer, code] of [
      [await platform.eve.api.put(`${path}/thread-members/@me`), 50083],
      [await platform.bob.api.delete(`${path}/thread-members/@me`), 50083],
      [await platform.app.api.patch<ChannelObject>(path, { name: 'x' }), 50083],
    ] as const)
      assert.equal(answer.code, code)
    assert.equal(
      (await asPerson('eve')).threads.some(({ id }) => id === thread.id),
      false,
    )
    await send(thread.id, 'awake', platform.bob.api)
    assert.equal((await gateway.next('THREAD_UPDATE')).d.thread_metadata.archived, false)
    const own = await gateway.next('THREAD_MEMBER_UPDATE')
    assert.deepEqual([own.d.id, own.d.user_id, own.d.guild_id], [thread.id, userId('bob'), platform.lab.id])
    const again = (await asPerson('bob')).threads.find(({ id }) => id === thread.id)
    assert.equal(again?.member?.user_id, userId('bob'))

    await platform.app.api.patch(path, { locked: true })
    assert.equal((await send(thread.id, 'x', platform.bob.api)).code, 160005)
    assert.equal((await send(thread.id, 'x', platform.mod.api)).status, 200)
    await gateway.close()
  })

  test('an idle thread is archived by the clock, also after unarchiving, but not a pinned post', async () => {
    const thread = (await start({ name: 'short', type: 11, auto_archive_duration: 60 })).body
    const post = (await start({ name: 'pin', auto_archive_duration: 60, message: { content: 'x' } }, 'forum')).body
    await platform.app.api.patch(`/channels/${post.id}`, { flags: 2 })
    const { gateway } = await asPerson('bob')
    const closes = () =>
      gateway.next(
        ({ t, d }) =>
          t === 'THREAD_UPDATE' &&
          d.id === thread.id &&
          (d as unknown as ThreadObject).thread_metadata?.archived === true,
      )
    platform.clock.advance(59 * 60_000)
    await send(thread.id, 'still here')
    platform.clock.advance(59 * 60_000)
    await gateway.heartbeat()
    assert.equal((await get(thread.id)).thread_metadata?.archived, false)
    platform.clock.advance(2 * 60_000)
    await closes()
    await send(thread.id, 'again')
    platform.clock.advance(61 * 60_000)
    await closes()
    assert.deepEqual([(await get(post.id)).thread_metadata?.archived, (await get(post.id)).flags], [false, 2])
    const closed = await platform.app.api.patch<ChannelObject>(`/channels/${post.id}`, { archived: true })
    assert.equal(closed.body.flags, 0)
    await gateway.close()
  })

  test('archived threads are listed in pages: public, private for moderators, and joined private ones', async () => {
    const ids: string[] = []
    for (let index = 0; index < 5; index += 1) {
      platform.clock.advance(1_000)
      const { id } = (await start({ name: `p${index}`, type: 11 }, 'secret')).body
      platform.clock.advance(1_000)
      await platform.app.api.patch(`/channels/${id}`, { archived: true })
      ids.unshift(id)
    }
    const list = async (path: string, as = platform.app.api) =>
      (
        await as.get<{ threads: ThreadObject[]; has_more: boolean; code: number }>(
          `/channels/${platform.lab.secret.id}${path}`,
        )
      ).body
    const first = await list('/threads/archived/public?limit=3')
    assert.deepEqual([first.threads.map(({ id }) => id), first.has_more], [ids.slice(0, 3), true])
    const before = encodeURIComponent(first.threads[2]?.thread_metadata.archive_timestamp ?? '')
    const rest = await list(`/threads/archived/public?limit=3&before=${before}`)
    assert.deepEqual([rest.threads.map(({ id }) => id), rest.has_more], [ids.slice(3), false])
    assert.equal((await list('/threads/archived/public', platform.bob.api)).code, 50001)

    const secret = (await start({ name: 'hush' }, 'general', platform.bob.api)).body
    await platform.app.api.patch(`/channels/${secret.id}`, { archived: true })
    const of = async (path: string, as: ReturnType<typeof api>) => {
      const { body } = await as.get<{ threads?: ThreadObject[]; code?: number }>(
        `/channels/${platform.lab.general.id}${path}`,
      )
      return body.code ?? body.threads?.some(({ id }) => id === secret.id)
    }
    assert.equal(await of('/threads/archived/private', platform.app.api), true)
    assert.equal(await of('/threads/archived/private', platform.mod.api), true)
    assert.equal(await of('/threads/archived/private', platform.bob.api), 50013)
    assert.equal(await of('/threads/archived/public', platform.app.api), false)
    assert.equal(await of('/users/@me/threads/archived/private', platform.bob.api), true)
    assert.equal(await of('/users/@me/threads/archived/private', platform.eve.api), false)
  })

  test('active threads are listed for viewers, and members receive THREAD_DELETE of a private thread', async () => {
    const secret = (await start({ name: 'hidden', type: 11 }, 'secret')).body
    const quiet = (await start({ name: 'quiet' }, 'general', platform.bob.api)).body
    const active = async (as: ReturnType<typeof api>) => {
      const { threads, members } = (await as.get<ThreadListObject>(`/guilds/${platform.lab.id}/threads/active`)).body
      const own = members.map(({ id }) => id)
      return [secret.id, quiet.id].map((id) => [threads.some((thread) => thread.id === id), own.includes(id)])
    }
    assert.deepEqual(await active(platform.app.api), [
      [true, true],
      [true, false],
    ])
    assert.deepEqual(await active(platform.bob.api), [
      [false, false],
      [true, true],
    ])
    assert.deepEqual(await active(platform.eve.api), [
      [false, false],
      [false, false],
    ])
    const { gateway: bob } = await asPerson('bob')
    const { gateway: eve } = await asPerson('eve')
    assert.equal((await platform.bob.api.delete(`/channels/${quiet.id}`)).code, 50013)
    await eve.none('THREAD_DELETE', () => platform.mod.api.delete(`/channels/${quiet.id}`), fence())
    assert.deepEqual((await bob.next('THREAD_DELETE')).d, {
      id: quiet.id,
      guild_id: platform.lab.id,
      parent_id: platform.lab.general.id,
      type: 12,
    })
    for (const gateway of [bob, eve]) await gateway.close()
  })

  test('a user who gains access to a channel receives THREAD_LIST_SYNC', async () => {
    const thread = (await start({ name: 'inside', type: 11 }, 'secret')).body
    const { gateway: bob, threads } = await asPerson('bob')
    const { gateway: bot } = await session(platform.plain.token, 1)
    assert.equal(
      threads.some(({ id }) => id === thread.id),
      false,
    )
    const overwrite = `/channels/${platform.lab.secret.id}/permissions/${platform.lab.id}`
    await platform.app.api.put(overwrite, { type: 0, allow: '1024' })
    for (const gateway of [bob, bot]) {
      const sync = await gateway.next('THREAD_LIST_SYNC')
      assert.deepEqual(sync.d.channel_ids, [platform.lab.secret.id])
      assert.ok(sync.d.threads.some(({ id }) => id === thread.id))
    }
    await platform.app.api.put(overwrite, { type: 0, deny: '1024' })
    await bob.none('THREAD_UPDATE', () => platform.app.api.patch(`/channels/${thread.id}`, { name: 'unseen' }), fence())
    for (const gateway of [bob, bot]) await gateway.close()
  })

  test('a forum requires tags, restricts moderated tags and allows one pinned post', async () => {
    const available_tags = [{ name: 'open' }, { name: 'done', moderated: true }]
    const forum = (
      await platform.app.api.patch<ChannelObject>(`/channels/${platform.lab.forum.id}`, {
        available_tags,
        flags: 16,
      })
    ).body
    const [open, done] = (forum.available_tags ?? []).map(({ id }) => id)
    const post = (applied_tags: unknown, as = platform.bob.api) =>
      start({ name: 'p', message: { content: 'x' }, applied_tags }, 'forum', as)
    assert.equal((await post([])).code, 40067)
    assert.equal((await post([done])).code, 50013)
    assert.equal((await post(['1'])).code, 50035)
    const first = await post([open])
    assert.deepEqual(
      [first.status, (first.body as { message?: MessageObject }).message?.id, first.body.applied_tags],
      [201, first.body.id, [open]],
    )
    assert.equal((await get(first.body.id)).message_count, 0)
    assert.equal((await get(platform.lab.forum.id)).last_message_id, first.body.id)
    const path = `/channels/${first.body.id}`
    assert.equal((await platform.bob.api.patch(path, { applied_tags: [open, done] })).code, 50013)
    assert.equal((await platform.eve.api.patch(path, { applied_tags: [open] })).code, 50013)
    assert.deepEqual(
      (await platform.mod.api.patch<ChannelObject>(path, { applied_tags: [open, done] })).body.applied_tags,
      [open, done],
    )
    assert.equal((await platform.bob.api.patch(path, { flags: 2 })).code, 50013)
    assert.equal((await platform.mod.api.patch<ChannelObject>(path, { flags: 2 })).body.flags, 2)
    const second = (await post([open])).body
    assert.equal((await platform.mod.api.patch(`/channels/${second.id}`, { flags: 2 })).code, 30047)
  })
})
