/** Searching messages and threads through the HTTP API: every filter, and nothing that the searcher may not read. */
import assert from 'node:assert/strict'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { before, describe } from 'node:test'
import type { ChannelObject, MessageObject, WebhookObject } from '@guildhall/protocol'
import { api, multipart, type ResponseOf, type TestPlatform } from '@guildhall/testing'
import { testWithRows } from '../support/fixture.ts'
import { startPlatform } from '../support/platform.ts'
import { until } from '../support/until.ts'

const VIEW = '1024'
const HISTORY = '65536'

const world = {
  users: { ann: {}, bob: {}, cid: {}, eve: {} },
  applications: {
    app: { owner: 'ann', bot: {}, intents: ['MESSAGE_CONTENT'] },
    blind: { owner: 'ann', bot: {} },
  },
  guilds: {
    lab: {
      owner: 'ann',
      members: ['bob', 'cid'],
      bots: { app: { permissions: '8' }, blind: { permissions: '8' } },
      roles: { team: { permissions: '0', mentionable: true } },
      channels: {
        general: {},
        adult: { nsfw: true },
        secret: { permission_overwrites: [{ role: '@everyone', deny: VIEW }] },
        mute: { permission_overwrites: [{ role: '@everyone', deny: HISTORY }] },
        forum: { type: 15 },
      },
    },
    silent: {
      owner: 'ann',
      members: ['bob'],
      channels: { only: { permission_overwrites: [{ role: '@everyone', deny: HISTORY }] } },
    },
  },
}

interface Found {
  total_results: number
  doing_deep_historical_index: boolean
  messages: { id: string; content: string; hit: boolean; reactions?: unknown }[][]
  threads?: { id: string }[]
  members?: { id: string }[]
  code?: number
  documents_indexed?: number
  retry_after?: number
}

const PNG = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
  'base64',
)

const test = testWithRows({ world, date: Date.parse('2026-03-01') })
const { platform } = test
type Name = keyof typeof world.users | keyof typeof world.applications
const as = (name: Name) => platform[name].api

describe('search', () => {
  const said: Record<string, string> = {}
  /** Ids of threads that `writeThreads` created. */
  const created = { open: '', shut: '' }

  before(async () => {
    await test.start()
    await writeAll()
    assert.equal((await platform.bob.api.get(`/guilds/${platform.lab.id}/messages/search`)).status, 202)
    await indexed()
  })

  /** Polls as clients do; the job needs no clock to move. */
  async function indexed(who: Name = 'bob', of = platform.lab.id): Promise<void> {
    const path = `/guilds/${of}/messages/search?limit=1`
    await until('the guild is indexed', async () => (await as(who).get(path)).status === 200)
  }

  async function say(name: string, who: Name, where: string, body: unknown): Promise<string> {
    const answer = await as(who).post<MessageObject>(`/channels/${where}/messages`, body)
    assert.equal(answer.status, 200, JSON.stringify(answer.body))
    said[name] = answer.body.id
    return answer.body.id
  }

  async function writeAll(): Promise<void> {
    const { general, adult, secret, mute } = {
      general: platform.lab.general.id,
      adult: platform.lab.adult.id,
      secret: platform.lab.secret.id,
      mute: platform.lab.mute.id,
    }
    await say('plain', 'bob', general, { content: 'The quick brown fox jumps' })
    await say('far', 'cid', general, { content: 'quick as a very sly fox' })
    await say('reply', 'cid', general, { content: 'indeed', message_reference: { message_id: said.plain } })
    await say('link', 'bob', general, { content: 'see https://Docs.example.com:8080/x?y and <http://b.example>' })
    await say('loud', 'ann', general, { content: `@everyone <@${platform.bob.id}> <@&${platform.lab.team.id}> hear` })
    const file = (name: string, type: string) => multipart({ content: '' }, [{ name, data: PNG, type }])
    await say('image', 'bob', general, file('Fox photo-1.PNG', 'image/png'))
    await say('sound', 'bob', general, file('song.mp3', 'audio/mpeg'))
    await say('video', 'bob', general, file('film.mp4', 'video/mp4'))
    await say('embed', 'app', general, { embeds: [{ title: 'T', image: { url: 'https://i.example/a.png' } }] })
    await say('poll', 'bob', general, {
      poll: { question: { text: 'Q' }, answers: [{ poll_media: { text: 'A' } }, { poll_media: { text: 'B' } }] },
    })
    await say('layout', 'app', general, { flags: 1 << 15, components: [{ type: 10, content: 'written in marble' }] })
    await say('forward', 'ann', general, {
      message_reference: { type: 1, message_id: said.plain, channel_id: general },
    })
    const hook = await platform.ann.api.post<WebhookObject>(`/channels/${general}/webhooks`, { name: 'Hook' })
    const path = `/webhooks/${hook.body.id}/${hook.body.token}?wait=true`
    said.hook = (await api(platform.api).post<MessageObject>(path, { content: 'from a hook' })).body.id
    assert.equal((await platform.ann.api.put(`/channels/${general}/messages/pins/${said.link}`)).status, 204)
    await say('adult', 'ann', adult, { content: 'adult fox' })
    await say('secret', 'ann', secret, { content: 'secret fox' })
    await say('mute', 'ann', mute, { content: 'mute fox' })
    await writeThreads(general)
    await test.sql(
      `UPDATE messages SET data = replace(data, '"title":"T"', '"title":"T","provider":{"name":"Tenor"}') WHERE id = ${said.embed}`,
    )
  }

  async function writeThreads(general: string): Promise<void> {
    const open = await platform.ann.api.post<ChannelObject>(`/channels/${general}/threads`, { name: 'open', type: 11 })
    const shut = await platform.ann.api.post<ChannelObject>(`/channels/${general}/threads`, { name: 'shut', type: 12 })
    created.open = open.body.id
    created.shut = shut.body.id
    await say('open', 'ann', open.body.id, { content: 'open thread fox' })
    await say('shut', 'ann', shut.body.id, { content: 'shut thread fox' })
  }

  const search = (who: Name, query: string, of = platform.lab.id) =>
    as(who).get<Found>(`/guilds/${of}/messages/search?${query}`)

  /** Names of what was found, in its order. */
  async function found(who: Name, query: string): Promise<string> {
    const { status, body } = await search(who, query)
    assert.equal(status, 200, `${query}: ${JSON.stringify(body)}`)
    const names = Object.entries(said)
    return body.messages.map(([hit]) => names.find(([, id]) => id === hit?.id)?.[0] ?? hit?.content).join(' ')
  }

  test('[END-36] [END-37] content: words near each other, nested arrays of one, no reactions', async () => {
    await platform.bob.api.put(`/channels/${platform.lab.general.id}/messages/${said.plain}/reactions/%F0%9F%8D%8E/@me`)
    const { body } = await search('bob', 'content=BROWN')
    assert.equal(body.total_results, 1)
    assert.equal(body.doing_deep_historical_index, false)
    assert.equal(body.messages.length, 1)
    assert.equal(body.messages[0]?.length, 1)
    assert.equal(body.messages[0]?.[0]?.id, said.plain)
    assert.equal(body.messages[0]?.[0]?.hit, true)
    assert.ok(!('reactions' in (body.messages[0]?.[0] ?? {})))
    const cases = [
      ['content=quick fox', 'plain'],
      ['content=quick fox&slop=4', 'far plain'],
      ['content=brown fox&slop=0', 'plain'],
      ['content=fox brown&slop=0', ''],
      ['content=marble', 'layout'],
      ['content=bro', ''],
      ['content=!?', ''],
      ['content=" OR fox*', ''],
      ['content=', 'open open hook forward layout poll embed video sound image loud link reply far plain'],
    ]
    for (const [query = '', names] of cases) {
      const all = (await found('bob', query)).split(' ').filter((name) => /^[a-z]+$/.test(name))
      assert.equal(all.join(' '), names, query)
    }
  })

  test('[END-38] [END-39] [END-40] [END-41] [END-42] [END-43] every filter', async () => {
    const cases = [
      [`author_id=${platform.cid.id}`, 'reply far'],
      [`author_id=${platform.cid.id}&author_id=${platform.app.id}`, 'layout embed reply far'],
      ['author_type=webhook', 'hook'],
      ['author_type=bot', 'layout embed'],
      ['author_type=webhook&author_type=bot', 'hook layout embed'],
      ['author_type=-user', 'hook layout embed'],
      ['author_type=-user&author_type=-bot', 'hook'],
      [`channel_id=${created.open}`, 'open'],
      [`channel_id=${platform.lab.general.id}&content=fox`, 'open far plain'],
      [`channel_id=${platform.lab.secret.id}&channel_id=${created.open}`, 'open'],
      [`mentions=${platform.bob.id}`, 'loud reply'],
      [`mentions_role_id=${platform.lab.team.id}`, 'loud'],
      ['mention_everyone=true', 'loud'],
      ['mention_everyone=false&content=fox', 'open far plain'],
      [`replied_to_user_id=${platform.bob.id}`, 'reply'],
      [`replied_to_user_id=${platform.ann.id}`, ''],
      [`replied_to_message_id=${said.plain}`, 'reply'],
      ['has=file', 'video sound image'],
      ['has=image', 'embed image'],
      ['has=image&has=file', 'image'],
      ['has=sound', 'sound'],
      ['has=video', 'video'],
      ['has=embed', 'embed'],
      ['has=link', 'link'],
      ['has=poll', 'poll'],
      ['has=sticker', ''],
      ['has=snapshot', 'forward'],
      ['has=file&has=-image', 'video sound'],
      ['has=-file&content=fox', 'open far plain'],
      ['link_hostname=docs.example.com', 'link'],
      ['link_hostname=b.example&link_hostname=no.example', 'link'],
      ['link_hostname=example.com', ''],
      ['embed_type=image', 'embed'],
      ['embed_type=article', 'embed'],
      ['embed_type=video&embed_type=gif&embed_type=sound', ''],
      ['embed_provider=Tenor', 'embed'],
      ['embed_provider=tenor', ''],
      ['attachment_extension=png', 'image'],
      ['attachment_extension=mp4&attachment_extension=mp3', 'video sound'],
      ['attachment_filename=song.mp3', 'sound'],
      ['attachment_filename=film', 'video'],
      ['attachment_filename=fox', 'image'],
      ['attachment_filename=so', ''],
      ['pinned=true', 'link'],
      ['pinned=false&content=see', ''],
      [`min_id=${said.far}&max_id=${said.link}`, 'reply'],
      [`content=fox&max_id=${said.far}`, 'plain'],
      ['content=fox&include_nsfw=true', 'open adult far plain'],
      ['content=fox&limit=1', 'open'],
      ['content=fox&limit=1&offset=1', 'far'],
      ['content=fox&offset=3', ''],
    ]
    for (const [query = '', names] of cases) assert.equal(await found('bob', query), names, query)
    const { body } = await search('bob', 'content=fox&limit=1&offset=2')
    assert.equal(body.total_results, 3)
    assert.equal((await search('bob', 'content=fox&offset=9000')).body.total_results, 3)
  })

  test('[END-44] results are sorted by time both ways, or by relevance whatever the order', async () => {
    assert.equal(await found('bob', 'content=fox&sort_by=timestamp'), 'open far plain')
    assert.equal(await found('bob', 'content=fox&sort_order=asc'), 'plain far open')
    assert.equal(await found('bob', 'content=fox&sort_by=relevance'), 'open plain far')
    assert.equal(await found('bob', 'content=fox&sort_by=relevance&sort_order=asc'), 'open plain far')
    assert.equal(await found('bob', 'content=fox&sort_by=relevance&limit=1&offset=1'), 'plain')
  })

  test('[END-37] [END-43] [END-44] [ERR-8] unknown guilds, missing permissions and wrong fields are refused', async () => {
    const many = (name: string, count: number) =>
      Array.from({ length: count }, (_, index) => `${name}=${index + 1}`).join('&')
    const bad = [
      'limit=26',
      'limit=0',
      'offset=9976',
      'slop=101',
      'slop=-1',
      `content=${'x'.repeat(1025)}`,
      'sort_by=random',
      'sort_order=up',
      'has=nothing',
      'author_type=person',
      'author_id=x',
      'pinned=perhaps',
      'embed_type=rich',
      many('author_id', 101),
      many('channel_id', 501),
      'has=link&has=link',
    ]
    for (const query of bad) {
      const { status, code } = await search('bob', query)
      assert.deepEqual([status, code], [400, 50035], query)
    }
  })

  test('[END-39] [END-45] [PRM-24] nothing of channels and threads that the searcher may not read', async () => {
    assert.equal(await found('bob', 'content=fox&include_nsfw=true'), 'open adult far plain')
    assert.equal(await found('ann', 'content=fox&include_nsfw=true'), 'shut open mute secret adult far plain')
    assert.equal(await found('bob', `channel_id=${created.shut}`), '')
    await platform.ann.api.put(`/channels/${created.shut}/thread-members/${platform.bob.id}`)
    assert.equal(await found('bob', `channel_id=${created.shut}&content=fox`), 'shut')
    const { body } = await search('bob', `channel_id=${created.shut}&content=fox`)
    assert.deepEqual(
      body.threads?.map(({ id }) => id),
      [created.shut],
    )
    assert.deepEqual(
      body.members?.map(({ id }) => id),
      [created.shut],
    )
    await platform.ann.api.delete(`/channels/${created.shut}/thread-members/${platform.bob.id}`)
    assert.equal(await found('bob', 'content=shut'), '')
    for (const where of [platform.lab.secret.id, platform.lab.mute.id, platform.bob.id]) {
      const { status, code } = await search('bob', `channel_id=${where}`)
      assert.deepEqual([status, code], [403, 50013])
    }
    const outside = await search('eve', '')
    assert.deepEqual([outside.status, outside.code], [404, 10004])
    const unread = await search('bob', '', platform.silent.id)
    assert.deepEqual([unread.status, unread.code], [403, 50013])
  })

  test('[END-46] a bot needs the message content intent, switched on and off', async () => {
    const blind = await search('blind', '')
    assert.deepEqual([blind.status, blind.code], [403, 50001])
    assert.equal((await search('app', 'content=quick')).status, 200)
    const flags = (value: number) => platform.app.api.patch('/applications/@me', { flags: value })
    assert.equal((await flags(0)).status, 200)
    assert.equal((await search('app', 'content=quick')).status, 403)
    assert.equal((await flags(1 << 19)).status, 200)
    assert.equal((await search('app', 'content=quick')).status, 200)
  })

  test('[END-47] [ERR-2] 110000 while a guild is not indexed, then results', async () => {
    const first = await search('ann', '', platform.silent.id)
    assert.equal(first.status, 202)
    assert.deepEqual(first.body, {
      message: 'Index not yet available. Try again later',
      code: 110000,
      documents_indexed: 0,
      retry_after: 2,
    })
    await indexed('ann', platform.silent.id)
    assert.equal((await search('ann', '', platform.silent.id)).status, 200)
  })

  test('[END-47] an index whose work was lost is made again by the next search', async () => {
    await test.sql(`UPDATE search_guilds SET ready = 0 WHERE guild_id = ${platform.silent.id}`)
    assert.equal((await search('ann', '', platform.silent.id)).body.code, 110000)
    await indexed('ann', platform.silent.id)
  })

  test('[END-36] search finds messages as they are after edits, pins and deletions', async () => {
    const id = await say('fresh', 'bob', platform.lab.general.id, { content: 'zebra' })
    assert.equal(await found('bob', 'content=zebra'), 'fresh')
    await platform.bob.api.patch(`/channels/${platform.lab.general.id}/messages/${id}`, { content: 'giraffe' })
    assert.equal(await found('bob', 'content=zebra'), '')
    assert.equal(await found('bob', 'content=giraffe&pinned=false'), 'fresh')
    await platform.ann.api.put(`/channels/${platform.lab.general.id}/messages/pins/${id}`)
    assert.equal(await found('bob', 'content=giraffe&pinned=true'), 'fresh')
    await platform.bob.api.delete(`/channels/${platform.lab.general.id}/messages/${id}`)
    assert.equal((await search('bob', 'content=giraffe')).body.total_results, 0)
  })

  test('[END-39] a channel that is deleted takes its messages out of every search', async () => {
    const made = await platform.ann.api.post<ChannelObject>(`/guilds/${platform.lab.id}/channels`, {
      name: 'short-lived',
    })
    await say('gone', 'ann', made.body.id, { content: 'ephemeron' })
    assert.equal(await found('bob', 'content=ephemeron'), 'gone')
    assert.equal((await platform.ann.api.delete(`/channels/${made.body.id}`)).status, 200)
    assert.equal(await found('bob', 'content=ephemeron'), '')
    assert.equal(await found('ann', 'content=ephemeron'), '')
  })

  describe('threads', () => {
    const threads: Record<string, string> = {}
    let tag = ''
    let moderated = ''

    before(async () => {
      const forum = await platform.ann.api.patch<{ available_tags: { id: string }[] }>(
        `/channels/${platform.lab.forum.id}`,
        {
          available_tags: [{ name: 'one' }, { name: 'two' }],
        },
      )
      tag = forum.body.available_tags[0]?.id ?? ''
      moderated = forum.body.available_tags[1]?.id ?? ''
      const post = async (name: string, applied_tags: string[]) => {
        const body = { name, applied_tags, message: { content: `about ${name}` } }
        const made = await platform.bob.api.post<ChannelObject>(`/channels/${platform.lab.forum.id}/threads`, body)
        assert.equal(made.status, 201, JSON.stringify(made.body))
        threads[name] = made.body.id
      }
      await post('red fox', [tag])
      await post('red old fox', [tag, moderated])
      await post('blue', [])
      await platform.bob.api.post(`/channels/${threads['red fox']}/messages`, { content: 'bump' })
      await platform.ann.api.patch(`/channels/${threads.blue}`, { archived: true })
    })

    const look = (who: Name, query: string, where = platform.lab.forum.id) =>
      as(who).get<ResponseOf<'thread_search'>>(`/channels/${where}/threads/search?${query}`)

    test('[END-44] by name, tags, state and time', async () => {
      const cases = [
        ['', 'red fox,blue,red old fox'],
        ['name=FOX', 'red fox,red old fox'],
        ['name=red fox&slop=0', 'red fox'],
        ['name=fo', ''],
        ['name=!', ''],
        ['tag=T1', 'red fox,red old fox'],
        ['tag=T1&tag=T2', 'red fox,red old fox'],
        ['tag=T1&tag=T2&tag_setting=match_all', 'red old fox'],
        ['tag=T1,T2&tag_setting=match_some&name=old', 'red old fox'],
        ['archived=true', 'blue'],
        ['archived=false', 'red fox,red old fox'],
        ['sort_by=creation_time', 'blue,red old fox,red fox'],
        ['sort_by=creation_time&sort_order=asc', 'red fox,red old fox,blue'],
        ['sort_by=archive_time&archived=true', 'blue'],
        ['sort_by=creation_time&min_id=A', 'blue,red old fox'],
        ['sort_by=creation_time&max_id=A', ''],
        ['sort_by=creation_time&limit=1&offset=1', 'red old fox'],
      ]
      for (const [query = '', names] of cases) {
        const real = query.replaceAll('T1', tag).replaceAll('T2', moderated).replaceAll('=A', `=${threads['red fox']}`)
        const { status, body } = await look('bob', real)
        assert.equal(status, 200, `${query} ${JSON.stringify(body)}`)
        assert.equal(body.threads.map((thread) => thread.name).join(), names, query)
      }
      const page = await look('bob', 'sort_by=creation_time&limit=2')
      assert.equal(page.body.has_more, true)
      assert.equal(page.body.total_results, 3)
      assert.deepEqual(
        page.body.first_messages.map(({ content }) => content),
        ['about blue', 'about red old fox'],
      )
      assert.equal(page.body.members.length, 2)
    })

    test('[END-39] [END-45] private threads for their members, nothing without the channel or its history', async () => {
      const names = async (who: Name) =>
        (await look(who, '', platform.lab.general.id)).body.threads.map(({ name }) => name)
      assert.deepEqual((await names('ann')).sort(), ['open', 'shut'])
      assert.deepEqual(await names('bob'), ['open'])
      const refused = [
        ['bob', platform.lab.secret.id, 403, 50001],
        ['bob', platform.lab.mute.id, 403, 50013],
        ['eve', platform.lab.general.id, 403, 50001],
        ['bob', created.open, 400, 50024],
        ['bob', '1', 404, 10003],
      ] as const
      for (const [who, where, status, code] of refused) {
        const answer = await look(who, '', where)
        assert.deepEqual([answer.status, answer.code], [status, code], `${who} ${where}`)
      }
      for (const query of ['limit=26', 'offset=9976', 'sort_by=timestamp', `name=${'x'.repeat(101)}`, 'tag=x']) {
        assert.equal((await look('bob', query)).code, 50035, query)
      }
    })
  })
})

test('[END-36] [END-47] a guild stays indexed over a restart, and what is written then is found', async (_, t) => {
  if (process.env.GUILDHALL_TEST_STORE === 'postgres') return t.skip('each start has a database of its own there')
  const folder = await mkdtemp(join(tmpdir(), 'guildhall-search-'))
  const options = {
    rateLimits: 'off' as const,
    data: folder,
    world: { users: { ann: {} }, applications: {}, guilds: { g: { channels: { a: {} } } } },
  }
  type Restarted = TestPlatform<typeof options.world>
  const found = async (platform: Restarted, content: string) => {
    const path = `/guilds/${platform.g.id}/messages/search?content=${content}`
    let answer = await platform.ann.api.get<Found>(path)
    const isIndexed = answer.status === 200
    await until('the guild is indexed', async () => {
      if (answer.status !== 200) answer = await platform.ann.api.get<Found>(path)
      return answer.status === 200
    })
    return { isIndexed, total: answer.body.total_results }
  }
  const say = (platform: Restarted, content: string) =>
    platform.ann.api.post(`/channels/${platform.g.a.id}/messages`, { content })
  const first = await startPlatform(options)
  await say(first, 'before')
  assert.equal((await found(first, 'before')).total, 1)
  await first.close()
  const second = await startPlatform(options)
  await say(second, 'after')
  assert.deepEqual(await found(second, 'before'), { isIndexed: true, total: 1 })
  assert.deepEqual(await found(second, 'after'), { isIndexed: true, total: 1 })
  await second.close()
  await rm(folder, { recursive: true })
})
