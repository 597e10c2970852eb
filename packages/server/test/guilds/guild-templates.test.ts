/** Guild templates: snapshots of a guild, their synchronization, and guilds created from them. */
import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import { api, type TestPlatform } from '@guildhall/testing'
import { Client, Events, GatewayIntentBits } from 'discord.js'
import { startPlatform } from '../support/platform.ts'

const world = {
  users: { ann: {}, bob: {}, mod: {} },
  applications: { app: { owner: 'ann', bot: {} } },
  guilds: {
    lab: {
      owner: 'ann',
      members: ['bob', 'mod'],
      bots: { app: { permissions: '8' } },
      description: 'where we try things',
      afk_timeout: 900,
      roles: { mods: { permissions: '32', members: ['mod'], color: 255 }, low: { permissions: '0' } },
      channels: {
        general: { topic: 'all' },
        hidden: {
          parent: 'things',
          permission_overwrites: [
            { role: '@everyone', deny: '1024' },
            { role: 'mods', allow: '1024' },
            { user: 'bob', allow: '1024' },
          ],
        },
        things: { type: 4 },
        lounge: { type: 2, parent: 'things', user_limit: 5 },
      },
      system_channel: 'general',
      afk_channel: 'lounge',
    },
    other: { owner: 'ann', channels: { general: {} } },
  },
}

interface Wire {
  id: string
  code: number
  [key: string]: unknown
}
interface Template {
  code: string
  name: string
  description: string | null
  usage_count: number
  is_dirty: boolean | null
  updated_at: string
  creator: Wire
  serialized_source_guild: {
    name: string
    system_channel_id: string
    afk_channel_id: string
    roles: (Wire & { id: unknown })[]
    channels: (Omit<Wire, 'id'> & { id: number; permission_overwrites: Wire[] })[]
  }
}

let platform: TestPlatform
const filled = () => {
  assert.ok(platform.world)
  return platform.world
}
const person = (name: string) => api(platform.api, filled().users[name]?.token)
const bot = () => api(platform.api, `Bot ${filled().applications.app?.bot?.token}`)
const lab = () => `/guilds/${filled().guilds.lab?.id}`
const templates = () => `${lab()}/templates`

describe('guild templates', () => {
  before(async () => {
    platform = await startPlatform({ world, rateLimits: 'off' } as never)
  })
  after(() => platform.close())

  test('Create Guild Template stores a snapshot of the guild with numbers in place of ids', async () => {
    assert.deepEqual((await bot().get(templates())).body, [])
    for (const [name, body] of [
      ['no name', {}],
      ['an empty name', { name: '' }],
      ['a name of 101', { name: 'x'.repeat(101) }],
      ['a description of 121', { name: 'x', description: 'x'.repeat(121) }],
    ] as const)
      assert.equal((await bot().post<Wire>(templates(), body)).body.code, 50035, name)
    const made = await bot().post<Template>(templates(), { name: 'Lab', description: 'as ours' })
    assert.equal(made.status, 200)
    assert.match(made.body.code, /^\w{12}$/)
    assert.deepEqual([made.body.usage_count, made.body.is_dirty], [0, null])
    assert.equal(made.body.creator.id, filled().applications.app?.bot?.id)
    const { roles, channels, system_channel_id, afk_channel_id } = made.body.serialized_source_guild
    assert.deepEqual(
      roles.map(({ id, name }) => [id, name]),
      [
        [0, '@everyone'],
        [1, 'low'],
        [2, 'mods'],
      ],
      'without the role of the bot',
    )
    const named = (name: string) => {
      const found = channels.find((channel) => channel.name === name)
      assert.ok(found)
      return found
    }
    assert.equal(channels[0]?.name, 'things', 'categories first')
    assert.equal(named('hidden').parent_id, String(named('things').id))
    assert.deepEqual(
      named('hidden').permission_overwrites.map(({ id, allow, deny }) => [id, allow, deny]),
      [
        ['0', '0', '1024'],
        ['2', '1024', '0'],
      ],
      'without overwrites of members',
    )
    assert.equal(system_channel_id, String(named('general').id))
    assert.equal(afk_channel_id, String(named('lounge').id))
    const again = await bot().post<Wire>(templates(), { name: 'Second' })
    assert.deepEqual([again.status, again.body.code], [400, 30031])
    assert.equal((await api(platform.api).get<Template>(`/guilds/templates/${made.body.code}`)).body.name, 'Lab')
    assert.equal((await api(platform.api).get<Wire>('/guilds/templates/nope')).body.code, 10057)
  })

  test('a template is dirty after a change of the guild until Sync Guild Template', async () => {
    const [template] = (await bot().get<Template[]>(templates())).body
    assert.ok(template)
    const path = `${templates()}/${template.code}`
    const dirty = async () => (await bot().get<Template[]>(templates())).body[0]?.is_dirty
    await person('bob').patch(`${lab()}/members/@me`, { nick: 'Bobby' })
    assert.equal(await dirty(), null, 'members are not part of a template')
    const role = await bot().post<Wire>(`${lab()}/roles`, { name: 'new' })
    assert.equal(await dirty(), true)
    await bot().delete(`${lab()}/roles/${role.body.id}`)
    assert.equal(await dirty(), null, 'as in the snapshot')
    await bot().patch(`/channels/${filled().guilds.lab?.channels.general?.id}`, { topic: 'everything' })
    assert.equal(await dirty(), true)
    platform.clock.advance(5_000)
    const synced = await bot().put<Template>(path)
    assert.equal(synced.body.is_dirty, null)
    assert.ok(Date.parse(synced.body.updated_at) >= Date.parse(template.updated_at) + 5_000)
    const renamed = await bot().patch<Template>(path, { name: 'Ours', description: null })
    assert.deepEqual([renamed.body.name, renamed.body.description], ['Ours', null])
    assert.equal((await bot().patch<Wire>(path, { name: '' })).body.code, 50035)
    const elsewhere = `/guilds/${filled().guilds.other?.id}/templates/${template.code}`
    for (const method of ['put', 'delete'] as const)
      assert.equal((await person('ann')[method]<Wire>(elsewhere)).body.code, 10057, method)
    assert.equal((await person('ann').patch<Wire>(elsewhere, {})).body.code, 10057)
    assert.equal((await person('bob').delete<Wire>(path)).body.code, 50013)
  })

  test('[END-69] [END-70] Create Guild from Guild Template accepts persons only and is not in openapi.json', async () => {
    const code = (await bot().get<Template[]>(templates())).body[0]?.code
    const path = `/guilds/templates/${code}`
    const refused = await bot().post<Wire>(path, { name: 'mine' })
    assert.deepEqual([refused.status, refused.body.code], [403, 20001])
    assert.equal((await person('bob').post<Wire>('/guilds/templates/nope', { name: 'mine' })).body.code, 10057)
    assert.equal((await person('bob').post<Wire>(path, { name: 'x' })).body.code, 50035)
    const made = await person('bob').post<Wire & { roles: Wire[] }>(path, { name: 'Workshop' })
    assert.equal(made.status, 201)
    const { name, owner_id, description, afk_timeout } = made.body
    assert.deepEqual(
      [name, owner_id, description, afk_timeout],
      ['Workshop', filled().users.bob?.id, 'where we try things', 900],
    )
    assert.deepEqual(
      made.body.roles.map((role) => [role.name, role.color, role.position]),
      [
        ['@everyone', 0, 0],
        ['low', 0, 1],
        ['mods', 255, 2],
      ],
    )
    const channels = await person('bob').get<(Wire & { permission_overwrites: Wire[] })[]>(
      `/guilds/${made.body.id}/channels`,
    )
    const channel = (wanted: string) => channels.body.find((entry) => entry.name === wanted)
    assert.equal(channels.body.length, 4)
    assert.equal(channel('hidden')?.parent_id, channel('things')?.id)
    assert.equal(made.body.system_channel_id, channel('general')?.id)
    assert.deepEqual(
      channel('hidden')?.permission_overwrites.map(({ id }) => id),
      [made.body.id, made.body.roles[2]?.id],
    )
    assert.equal((await api(platform.api).get<Template>(path)).body.usage_count, 1)
    const { body } = await api(platform.api).get<{ paths: Record<string, Record<string, unknown>> }>('/openapi.json')
    assert.ok(body.paths['/guilds/templates/{code}']?.get)
    assert.equal(body.paths['/guilds/templates/{code}']?.post, undefined)
  })

  test('discord.js reads, syncs, edits and deletes a template', async () => {
    const client = new Client({ intents: [GatewayIntentBits.Guilds], rest: { api: platform.api } })
    const ready = new Promise((resolve) => client.once(Events.ClientReady, resolve))
    await client.login(filled().applications.app?.bot?.token)
    await ready
    const guild = client.guilds.cache.first()
    const template = (await guild?.fetchTemplates())?.first()
    assert.ok(template)
    assert.equal(template.unSynced, false)
    await template.edit({ name: 'Renamed' })
    assert.equal((await client.fetchGuildTemplate(template.code)).name, 'Renamed')
    await template.sync()
    await template.delete()
    assert.equal((await guild?.fetchTemplates())?.size, 0)
    assert.equal((await guild?.createTemplate('Again'))?.name, 'Again')
    await client.destroy()
  })

  test('deleting a guild deletes its template', async () => {
    const made = await person('bob').post<Wire>('/guilds', { name: 'short' })
    const { body } = await person('bob').post<Template>(`/guilds/${made.body.id}/templates`, { name: 'short' })
    assert.equal((await person('bob').delete(`/guilds/${made.body.id}`)).status, 204)
    assert.equal((await api(platform.api).get<Wire>(`/guilds/templates/${body.code}`)).body.code, 10057)
  })
})
