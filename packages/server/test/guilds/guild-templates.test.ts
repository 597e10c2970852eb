/** Guild templates: snapshots of a guild, their synchronization, and guilds created from them. */
import assert from 'node:assert/strict'
import { describe } from 'node:test'
import type { ChannelObject, GuildObject, GuildTemplateObject, RoleObject, UserObject } from '@guildhall/protocol'
import { api } from '@guildhall/testing'
import { Client, Events, GatewayIntentBits } from 'discord.js'
import { guildhallTest } from '../support/fixture.ts'

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

interface Template {
  code: string
  name: string
  description: string | null
  usage_count: number
  is_dirty: boolean | null
  updated_at: string
  creator: UserObject
  serialized_source_guild: {
    name: string
    system_channel_id: string
    afk_channel_id: string
    roles: (Omit<RoleObject, 'id'> & { id: number })[]
    channels: (Omit<ChannelObject, 'id'> & { id: number })[]
  }
}

const test = guildhallTest({ world })
const { platform } = test
const lab = () => `/guilds/${platform.lab.id}`
const templates = () => `${lab()}/templates`

describe('guild templates', () => {
  test('Create Guild Template stores a snapshot of the guild with numbers in place of ids', async () => {
    assert.deepEqual((await platform.app.api.get(templates())).body, [])
    for (const [name, body] of [
      ['no name', {}],
      ['an empty name', { name: '' }],
      ['a name of 101', { name: 'x'.repeat(101) }],
      ['a description of 121', { name: 'x', description: 'x'.repeat(121) }],
    ] as const)
      assert.equal((await platform.app.api.post(templates(), body)).code, 50035, name)
    const made = await platform.app.api.post<Template>(templates(), { name: 'Lab', description: 'as ours' })
    assert.equal(made.status, 200)
    assert.match(made.body.code, /^\w{12}$/)
    assert.deepEqual([made.body.usage_count, made.body.is_dirty], [0, null])
    assert.equal(made.body.creator.id, platform.app.id)
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
      named('hidden').permission_overwrites?.map(({ id, allow, deny }) => [id, allow, deny]),
      [
        ['0', '0', '1024'],
        ['2', '1024', '0'],
      ],
      'without overwrites of members',
    )
    assert.equal(system_channel_id, String(named('general').id))
    assert.equal(afk_channel_id, String(named('lounge').id))
    const again = await platform.app.api.post<GuildTemplateObject>(templates(), { name: 'Second' })
    assert.deepEqual([again.status, again.code], [400, 30031])
    assert.equal((await api(platform.api).get<Template>(`/guilds/templates/${made.body.code}`)).body.name, 'Lab')
    assert.equal((await api(platform.api).get('/guilds/templates/nope')).code, 10057)
  })

  test('a template is dirty after a change of the guild until Sync Guild Template', async () => {
    const [template] = (await platform.app.api.get<Template[]>(templates())).body
    assert.ok(template)
    const path = `${templates()}/${template.code}`
    const dirty = async () => (await platform.app.api.get<Template[]>(templates())).body[0]?.is_dirty
    await platform.bob.api.patch(`${lab()}/members/@me`, { nick: 'Bobby' })
    assert.equal(await dirty(), null, 'members are not part of a template')
    const role = await platform.app.api.post<RoleObject>(`${lab()}/roles`, { name: 'new' })
    assert.equal(await dirty(), true)
    await platform.app.api.delete(`${lab()}/roles/${role.body.id}`)
    assert.equal(await dirty(), null, 'as in the snapshot')
    await platform.app.api.patch(`/channels/${platform.lab.general.id}`, { topic: 'everything' })
    assert.equal(await dirty(), true)
    platform.clock.advance(5_000)
    const synced = await platform.app.api.put<Template>(path)
    assert.equal(synced.body.is_dirty, null)
    assert.ok(Date.parse(synced.body.updated_at) >= Date.parse(template.updated_at) + 5_000)
    const renamed = await platform.app.api.patch<Template>(path, { name: 'Ours', description: null })
    assert.deepEqual([renamed.body.name, renamed.body.description], ['Ours', null])
    assert.equal((await platform.app.api.patch(path, { name: '' })).code, 50035)
    const elsewhere = `/guilds/${platform.other.id}/templates/${template.code}`
    for (const method of ['put', 'delete'] as const)
      assert.equal((await platform.ann.api[method](elsewhere)).code, 10057, method)
    assert.equal((await platform.ann.api.patch(elsewhere, {})).code, 10057)
    assert.equal((await platform.bob.api.delete(path)).code, 50013)
  })

  test('[END-69] [END-70] Create Guild from Guild Template accepts persons only and is not in openapi.json', async () => {
    const code = (await platform.app.api.get<Template[]>(templates())).body[0]?.code
    const path = `/guilds/templates/${code}`
    const refused = await platform.app.api.post<GuildObject>(path, { name: 'mine' })
    assert.deepEqual([refused.status, refused.code], [403, 20001])
    assert.equal((await platform.bob.api.post('/guilds/templates/nope', { name: 'mine' })).code, 10057)
    assert.equal((await platform.bob.api.post(path, { name: 'x' })).code, 50035)
    const made = await platform.bob.api.post<GuildObject>(path, { name: 'Workshop' })
    assert.equal(made.status, 201)
    const { name, owner_id, description, afk_timeout } = made.body
    assert.deepEqual(
      [name, owner_id, description, afk_timeout],
      ['Workshop', platform.bob.id, 'where we try things', 900],
    )
    assert.deepEqual(
      made.body.roles.map((role) => [role.name, role.color, role.position]),
      [
        ['@everyone', 0, 0],
        ['low', 0, 1],
        ['mods', 255, 2],
      ],
    )
    const channels = await platform.bob.api.get<ChannelObject[]>(`/guilds/${made.body.id}/channels`)
    const channel = (wanted: string) => channels.body.find((entry) => entry.name === wanted)
    assert.equal(channels.body.length, 4)
    assert.equal(channel('hidden')?.parent_id, channel('things')?.id)
    assert.equal(made.body.system_channel_id, channel('general')?.id)
    assert.deepEqual(
      channel('hidden')?.permission_overwrites?.map(({ id }) => id),
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
    await client.login(platform.app.token)
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
    const made = await platform.bob.api.post<GuildObject>('/guilds', { name: 'short' })
    const { body } = await platform.bob.api.post<Template>(`/guilds/${made.body.id}/templates`, { name: 'short' })
    assert.equal((await platform.bob.api.delete(`/guilds/${made.body.id}`)).status, 204)
    assert.equal((await api(platform.api).get(`/guilds/templates/${body.code}`)).code, 10057)
  })
})
