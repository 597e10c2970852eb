/** Application commands: what may be registered, who may use it where, and what people are offered. */
import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import { API } from '@discordjs/core/http-only'
import { REST } from '@discordjs/rest'
import { Permission } from '@guildhall/protocol'
import { api } from '@guildhall/testing'
import {
  ApplicationCommandPermissionType,
  Client,
  Events,
  GatewayIntentBits,
  InteractionContextType,
  Locale,
} from 'discord.js'
import { connect, dispatch, Invoking, type Platform, startWithRows, type Wire } from './support/interactions.ts'

const CALLBACK = 'https://app.example/callback'
const world = {
  users: { ann: {}, bob: {}, cleo: {}, dan: {}, eve: {} },
  applications: {
    app: { name: 'App', owner: 'ann', bot: {}, client_secret: 'app-secret', redirect_uris: [CALLBACK] },
    other: { owner: 'ann', bot: {} },
  },
  guilds: {
    lab: {
      owner: 'ann',
      members: ['bob', 'cleo', 'dan'],
      bots: { app: {} },
      roles: {
        chiefs: { members: ['dan'] },
        keepers: {
          members: ['cleo'],
          permissions: String(Permission.MANAGE_GUILD | Permission.MANAGE_ROLES | Permission.VIEW_AUDIT_LOG),
        },
        crew: { members: ['bob'] },
      },
      channels: {
        general: {},
        games: {},
        adult: { nsfw: true },
        mute: { permission_overwrites: [{ role: '@everyone', deny: String(Permission.USE_APPLICATION_COMMANDS) }] },
        hidden: { permission_overwrites: [{ role: '@everyone', deny: String(Permission.VIEW_CHANNEL) }] },
      },
    },
    away: { owner: 'bob', channels: { general: {} } },
    far: { owner: 'ann', channels: { general: {} } },
  },
}

let stage: Awaited<ReturnType<typeof startWithRows>>
let platform: Platform
let bot: Awaited<ReturnType<typeof connect>>
let bob: Awaited<ReturnType<typeof connect>>
let bearer: Record<'ann' | 'bob', ReturnType<typeof api>>
let annToken: string

const filled = () => platform.world ?? assert.fail()
const appId = () => filled().applications.app?.id ?? ''
const userId = (name: string) => filled().users[name]?.id ?? ''
const guildId = () => filled().guilds.lab?.id ?? ''
const channelId = (name: string) => filled().guilds.lab?.channels[name]?.id ?? ''
const commandsPath = () => `/applications/${appId()}/commands`
const guildPath = () => `/applications/${appId()}/guilds/${guildId()}/commands`
const create = (body: object, path = commandsPath()) => bot.api.post<Wire>(path, body)
const slash = (name: string, fields: object = {}) => ({ name, description: 'd', ...fields })

/** An access token of the application, by a grant of its own. */
async function tokenBy(grant: Record<string, string>): Promise<string> {
  const body = new URLSearchParams({ client_id: appId(), client_secret: 'app-secret', ...grant })
  const answer = await fetch(`${platform.api}/oauth2/token`, { method: 'POST', body })
  assert.equal(answer.status, 200)
  return ((await answer.json()) as { access_token: string }).access_token
}

/** Names that bob is offered in a channel. */
async function offered(channel: string): Promise<string[]> {
  const path = `/channels/${channelId(channel)}/application-command-index`
  const { body } = await bob.api.get<{ application_commands: Wire[] }>(path)
  return body.application_commands.map((command) => command.name)
}

describe('commands', () => {
  before(async () => {
    stage = await startWithRows({ world })
    platform = stage.platform
    bot = await connect(platform, `Bot ${filled().applications.app?.bot?.token}`)
    bob = await connect(platform, filled().users.bob?.token)
    const token = async (name: 'ann' | 'bob') => {
      const scope = 'applications.commands.permissions.update'
      const asked = new URLSearchParams({ client_id: appId(), response_type: 'code', redirect_uri: CALLBACK, scope })
      const person = api(platform.api, filled().users[name]?.token)
      const consent = await person.post<{ location: string }>(`/oauth2/authorize?${asked}`, { authorize: true })
      const code = new URL(consent.body.location).searchParams.get('code') ?? ''
      const grant = { grant_type: 'authorization_code', code, redirect_uri: CALLBACK }
      const access = await tokenBy(grant)
      if (name === 'ann') annToken = access
      return api(platform.api, `Bearer ${access}`)
    }
    bearer = { ann: await token('ann'), bob: await token('bob') }
  })

  after(async () => {
    await bot.gateway.close()
    await bob.gateway.close()
    await stage.close()
  })

  test('[SVC-4] [SVC-5] [SVC-6] POST commands rejects invalid commands', async () => {
    const option = (fields: object) => slash('o', { options: [{ name: 'a', description: 'd', type: 3, ...fields }] })
    const long = 'x'.repeat(101)
    const cases: [string, object][] = [
      ['no name', { description: 'd' }],
      ['upper case', slash('Bad')],
      ['a space', slash('two words')],
      ['33 characters', slash('x'.repeat(33))],
      ['no description', { name: 'o' }],
      ['a long description', slash('o', { description: long })],
      ['a user command that describes itself', { name: 'O', type: 2, description: 'd' }],
      ['a message command with options', { name: 'O', type: 3, options: [{ name: 'a', description: 'd', type: 3 }] }],
      ['a bad locale', slash('o', { name_localizations: { xx: 'o' } })],
      ['an option of no type', option({ type: 99 })],
      [
        '26 choices',
        option({ choices: Array.from({ length: 26 }, (_, index) => ({ name: `${index}`, value: `${index}` })) }),
      ],
      ['a choice of another type', option({ type: 4, choices: [{ name: 'a', value: 'text' }] })],
      ['choices and autocomplete', option({ autocomplete: true, choices: [{ name: 'a', value: 'a' }] })],
      ['more than the most', option({ type: 4, min_value: 3, max_value: 2 })],
      ['eleven file types', option({ type: 11, file_types: Array.from({ length: 11 }, (_, index) => `.x${index}`) })],
      [
        '26 options',
        slash('o', {
          options: Array.from({ length: 26 }, (_, index) => ({ name: `n${index}`, description: 'd', type: 3 })),
        }),
      ],
      [
        'a required one after an optional',
        slash('o', {
          options: [
            { name: 'a', description: 'd', type: 3 },
            { name: 'b', description: 'd', type: 3, required: true },
          ],
        }),
      ],
      [
        'a group in a group',
        slash('o', {
          options: [
            { name: 'a', description: 'd', type: 2, options: [{ name: 'b', description: 'd', type: 2, options: [] }] },
          ],
        }),
      ],
      ['no such context', slash('o', { contexts: [5] })],
      ['no such installation', slash('o', { integration_types: [2] })],
      ['a context twice', slash('o', { contexts: [0, 0] })],
      ['a handler of a slash command', slash('o', { handler: 1 })],
      ['a handler without an activity', { name: 'o', type: 4, handler: 2 }],
    ]
    for (const [name, body] of cases) assert.equal((await create(body)).body.code, 50035, name)
    assert.deepEqual((await bot.api.get(commandsPath())).body, [])
  })

  test('POST commands stores the fields of each option type and ignores others', async () => {
    const everything = { min_value: 1, min_length: 1, channel_types: [0], file_types: ['.txt'], autocomplete: true }
    const names = ['sub_command', 'group', 'string', 'integer', 'boolean', 'user', 'channel', 'role', 'mentionable']
    const parameters = [...names, 'number', 'attachment'].map((name, index) => ({
      ...everything,
      name,
      description: 'd',
      type: index + 1,
      required: false,
    }))
    const { body } = await create(slash('parameters', { options: parameters.slice(2) }))
    const own = (body.options as Wire[]).map(({ name: _, description: __, type: ___, ...rest }) => rest)
    const numeric = { min_value: 1, autocomplete: true, required: false }
    const plain = { required: false }
    assert.deepEqual(own, [
      { min_length: 1, autocomplete: true, required: false },
      numeric,
      plain,
      plain,
      { channel_types: [0], required: false },
      plain,
      plain,
      numeric,
      { file_types: ['.txt'], required: false },
    ])
    await bot.api.put(commandsPath(), [])
  })

  test('GET commands returns texts in the caller’s locale, or all localizations with with_localizations', async () => {
    const translations = { de: 'farbe', 'en-GB': 'colour', 'es-ES': 'tono' }
    const option = {
      name: 'shade',
      description: 'd',
      type: 3,
      description_localizations: { de: 'Ton' },
      choices: [{ name: 'red', value: 'r', name_localizations: { de: 'rot' } }],
    }
    await create(slash('color', { name_localizations: translations, options: [option] }))
    const read = async (headers: Record<string, string>) => {
      const bare = await bot.api.get<Wire[]>(commandsPath(), undefined, headers)
      return bare.body[0] as Wire & { options: (Wire & { choices: Wire[] })[] }
    }
    // The bot's own locale is en-US, for which en-GB stands in.
    const cases: [Record<string, string>, string | undefined][] = [
      [{}, 'colour'],
      [{ 'x-discord-locale': 'de' }, 'farbe'],
      [{ 'x-discord-locale': 'de', 'accept-language': 'es-ES' }, 'farbe'],
      [{ 'accept-language': 'es-419' }, 'tono'],
      [{ 'accept-language': 'xx, fr;q=0.3, de-DE;q=0, de;q=0.5' }, 'farbe'],
      [{ 'x-discord-locale': 'fr' }, undefined],
    ]
    for (const [headers, expected] of cases)
      assert.equal((await read(headers)).name_localized, expected, JSON.stringify(headers))
    const german = await read({ 'x-discord-locale': 'de' })
    assert.deepEqual(
      [german.name, german.options[0]?.description_localized, german.options[0]?.choices[0]?.name_localized],
      ['color', 'Ton', 'rot'],
    )
    for (const wire of [german, german.options[0], german.options[0]?.choices[0]])
      assert.equal('name_localizations' in (wire ?? {}), false)
    const [full] = (await bot.api.get<Wire[]>(`${commandsPath()}?with_localizations=true`)).body
    assert.deepEqual([full?.name_localizations, 'name_localized' in (full ?? {})], [translations, false])
    await bot.api.put(commandsPath(), [])
  })

  test('contexts overrides dm_permission, and default_member_permissions overrides default_permission', async () => {
    const cases: [object, unknown[]][] = [
      [{}, [true, null, null]],
      [{ dm_permission: false }, [false, null, null]],
      [{ contexts: [0, 2], dm_permission: true }, [false, [0, 2], null]],
      [{ contexts: [1] }, [true, [1], null]],
      [{ default_permission: false }, [true, null, '0']],
      [{ default_permission: false, default_member_permissions: '8' }, [true, null, '8']],
    ]
    for (const [fields, expected] of cases) {
      const { body } = await create(slash('c', fields))
      const { dm_permission, contexts, default_member_permissions } = body
      assert.deepEqual([dm_permission, contexts, default_member_permissions], expected, JSON.stringify(fields))
    }
    await bot.api.put(commandsPath(), [])
  })

  test('POST commands rejects a command with more than 8,000 characters by its longest localizations', async () => {
    const choices = Array.from({ length: 25 }, (_, index) => ({
      name: `${index}`.padEnd(100, 'x'),
      value: `${index}`.padEnd(99, 'y'),
    }))
    const options = (count: number, fields: object = {}) =>
      Array.from({ length: count }, (_, index) => ({
        name: `n${index}`,
        description: 'd',
        type: 3,
        choices,
        ...fields,
      }))
    assert.equal((await create(slash('big', { options: options(1) }))).status, 201)
    assert.equal((await create(slash('big', { options: options(2) }))).body.code, 50035)
    const translated = choices.map(({ value }, index) => ({
      name: `x${index}`,
      value,
      name_localizations: { de: 'x'.repeat(100), fr: 'x'.repeat(90) },
    }))
    assert.equal((await create(slash('big', { options: options(1, { choices: translated }) }))).status, 200)
    await bot.api.put(commandsPath(), [])
  })

  test('POST commands creates a command or overwrites one of the same name, and each change gets a new version', async () => {
    const first = await create(slash('one', { name_localizations: { de: 'eins' } }))
    assert.equal(first.status, 201)
    assert.deepEqual(
      [
        first.body.application_id,
        first.body.type,
        first.body.guild_id,
        first.body.integration_types,
        first.body.contexts,
      ],
      [appId(), 1, undefined, [0, 1], null],
    )
    const again = await create(slash('one', { description: 'new' }))
    assert.deepEqual(
      [again.status, again.body.id, again.body.version === first.body.version],
      [200, first.body.id, false],
    )
    const same = await create({ name: 'one', type: 2 })
    assert.equal(same.status, 201, 'another type may have the same name')

    const path = `${commandsPath()}/${first.body.id}`
    const edited = await bot.api.patch<Wire>(path, { description_localizations: { de: 'neu' } })
    assert.deepEqual([edited.body.name, edited.body.description], ['one', 'new'])
    assert.equal((await bot.api.patch<Wire>(path, { description: '' })).body.code, 50035)
    const second = await create(slash('two'))
    assert.equal((await bot.api.patch<Wire>(path, { name: 'two' })).body.code, 40041)
    const still = await bot.api.patch<Wire>(path, { description: 'new' })
    assert.equal(still.body.version, edited.body.version, 'nothing has changed')

    const [plain] = (await bot.api.get<Wire[]>(commandsPath())).body
    assert.equal('description_localizations' in (plain ?? {}), false)
    const [full] = (await bot.api.get<Wire[]>(`${commandsPath()}?with_localizations=true`)).body
    assert.deepEqual(full?.description_localizations, { de: 'neu' })

    assert.equal((await bot.api.get<Wire>(`${guildPath()}/${second.body.id}`)).body.code, 10063, 'of another scope')
    assert.equal((await bot.api.delete(`${commandsPath()}/${second.body.id}`)).status, 204)
    assert.equal((await bot.api.get<Wire>(`${commandsPath()}/${second.body.id}`)).body.code, 10063)
  })

  test('commands are managed only by their application, in a guild only if it is installed', async () => {
    const other = filled().applications.other?.id
    assert.deepEqual(
      await bot.api.get<Wire>(`/applications/${other}/commands`).then(({ status, body }) => [status, body.code]),
      [403, 20012],
    )
    const away = `/applications/${appId()}/guilds/${filled().guilds.away?.id}/commands`
    assert.deepEqual(await create(slash('o'), away).then(({ status, body }) => [status, body.code]), [403, 50001])
    assert.equal((await bob.api.get(commandsPath())).status, 403)
    assert.equal((await api(platform.api).get(commandsPath())).status, 401)
  })

  test('a client credentials token of the application manages commands and nothing else', async () => {
    const grant = { grant_type: 'client_credentials', scope: 'applications.commands.update' }
    const own = api(platform.api, `Bearer ${await tokenBy(grant)}`)
    const made = await own.post<Wire>(commandsPath(), slash('by-credentials'))
    assert.equal(made.status, 201)
    assert.deepEqual((await own.get<Wire[]>(guildPath())).body, [])
    assert.ok((await own.get<Wire[]>(commandsPath())).body.some(({ id }) => id === made.body.id))
    const rules = `${guildPath()}/${made.body.id}/permissions`
    assert.equal((await own.put<Wire>(rules, { permissions: [] })).status, 403, 'a scope that it was not given')
    assert.equal((await bearer.ann.post<Wire>(commandsPath(), slash('x'))).status, 403, 'nor the other way about')
    const others = `/applications/${filled().applications.other?.id}/commands`
    assert.equal((await own.get<Wire>(others)).body.code, 20012)
    assert.equal((await own.delete(`${commandsPath()}/${made.body.id}`)).status, 204)
  })

  test('PUT commands rejects the whole list for one fault and keeps unchanged commands', async () => {
    const list = (await bot.api.put<Wire[]>(commandsPath(), [slash('a'), slash('b')])).body
    const [a, b] = list
    const twice = await bot.api.put<Wire>(commandsPath(), [slash('c'), slash('c')])
    assert.equal(twice.body.code, 50035)
    assert.ok('1' in (twice.body.errors as object))
    const bad = await bot.api.put<Wire>(commandsPath(), [slash('Bad'), slash('c'), slash('Worse')])
    assert.deepEqual(Object.keys(bad.body.errors as object), ['0', '2'])
    assert.equal((await bot.api.put<Wire>(commandsPath(), { name: 'no list' })).body.code, 50035)
    const users = Array.from({ length: 16 }, (_, index) => ({ name: `U${index}`, type: 2 }))
    assert.equal((await bot.api.put<Wire>(commandsPath(), users)).body.code, 30032)
    assert.equal((await bot.api.put<Wire>(commandsPath(), Array(201).fill(slash('a')))).body.code, 30032)
    assert.deepEqual(
      (await bot.api.get<Wire[]>(commandsPath())).body.map(({ id }) => id),
      [a?.id, b?.id],
    )

    const next = (await bot.api.put<Wire[]>(commandsPath(), [slash('a'), slash('b', { nsfw: true }), slash('c')])).body
    assert.deepEqual([next[0]?.id, next[0]?.version], [a?.id, a?.version])
    assert.equal(next[1]?.id, b?.id)
    assert.notEqual(next[1]?.version, b?.version)
    assert.deepEqual((await bot.api.put(commandsPath(), [])).body, [])
  })

  test('[LIM-10] [LIM-11] a scope accepts 15 commands of each context menu type, 100 slash commands and 200 creates a day', async () => {
    const path = guildPath()
    const many = (count: number, make: (index: number) => object) =>
      Array.from({ length: count }, (_, index) => make(index))
    const full = [
      ...many(100, (index) => slash(`s${index}`)),
      ...many(15, (index) => ({ name: `U ${index}`, type: 2 })),
      ...many(15, (index) => ({ name: `M ${index}`, type: 3 })),
    ]
    assert.equal((await bot.api.put<Wire[]>(path, full)).body.length, 130)
    for (const body of [slash('more'), { name: 'More', type: 2 }, { name: 'More', type: 3 }])
      assert.equal((await create(body, path)).body.code, 30032)
    assert.equal((await create(slash('s0', { description: 'changed' }), path)).status, 200, 'an overwrite is none more')

    await bot.api.put(path, [])
    assert.equal((await bot.api.put<Wire>(path, full.slice(0, 71))).body.code, 30034)
    assert.equal((await bot.api.put<Wire[]>(path, full.slice(0, 70))).body.length, 70)
    assert.equal((await create(slash('last'), path)).body.code, 30034)
    platform.clock.advance(86_400_000)
    assert.equal((await create(slash('last'), path)).status, 201)
    await bot.api.put(path, [])
  })

  test('[LIM-10] parallel creates make no duplicate name and exceed no limit', async () => {
    const statuses = async (bodies: object[]) =>
      (await Promise.all(bodies.map((body) => create(body)))).map(({ status }) => status).sort()
    const one = Array.from({ length: 5 }, () => slash('once'))
    assert.deepEqual(await statuses(one), [200, 200, 200, 200, 201])
    const many = Array.from({ length: 17 }, (_, index) => ({ name: `Menu ${index}`, type: 2 }))
    assert.deepEqual(await statuses(many), [...Array(15).fill(201), 400, 400])
    assert.equal((await bot.api.get<Wire[]>(commandsPath())).body.length, 16)
    await bot.api.put(commandsPath(), [])
  })

  test('users are offered the commands that they can use, and can use no others', async () => {
    const admins = { default_member_permissions: String(Permission.MANAGE_GUILD) }
    await bot.api.put(commandsPath(), [
      slash('all'),
      slash('adults', { nsfw: true }),
      slash('admins', admins),
      slash('nobody', { default_member_permissions: '0' }),
      slash('direct', { contexts: [1] }),
      { name: 'Look', type: 2 },
    ])
    await bot.api.put(guildPath(), [slash('local')])
    assert.deepEqual(await offered('general'), ['all', 'Look', 'local'])
    assert.deepEqual(await offered('adult'), ['all', 'adults', 'Look', 'local'])
    assert.deepEqual(await offered('mute'), [])
    const path = `/channels/${channelId('hidden')}/application-command-index`
    assert.equal((await bob.api.get<Wire>(path)).body.code, 50001)
    assert.equal((await bot.api.get<Wire>(path)).status, 403)

    const dm = (await bob.api.post<Wire>('/users/@me/channels', { recipient_id: filled().applications.app?.bot?.id }))
      .body
    const inDm = (
      await bob.api.get<{ application_commands: Wire[]; applications: Wire[] }>(
        `/channels/${dm.id}/application-command-index`,
      )
    ).body
    assert.deepEqual(
      inDm.application_commands.map(({ name }) => name),
      ['all', 'adults', 'admins', 'nobody', 'direct', 'Look'],
    )
    assert.deepEqual(
      inDm.applications.map(({ name }) => name),
      ['App'],
    )

    const all = [...(await bot.api.get<Wire[]>(commandsPath())).body, ...(await bot.api.get<Wire[]>(guildPath())).body]
    const using = new Invoking(bob, { application_id: appId(), channel_id: channelId('general') })
    for (const command of all.filter(({ type }) => type === 1)) {
      const expected = ['all', 'local'].includes(command.name) ? 204 : 403
      assert.equal((await using.use(command)).status, expected, command.name)
    }
    const elsewhere = filled().guilds.away?.channels.general?.id ?? ''
    assert.equal((await using.in(elsewhere).use(all[0])).body.code, 10002)
    assert.equal((await using.in(channelId('hidden')).use(all[0])).body.code, 50001)
  })

  test('PUT command permissions with a manager’s Bearer token restricts roles, users and channels', async () => {
    const [all] = (await bot.api.get<Wire[]>(commandsPath())).body
    const path = `${guildPath()}/${all?.id}/permissions`
    const crew = filled().guilds.lab?.roles.crew?.id
    const entry = (id: string | undefined, type: number, permission: boolean) => ({ id, type, permission })
    const put = (who: 'ann' | 'bob', permissions: object[], at = path) => bearer[who].put<Wire>(at, { permissions })

    assert.deepEqual(await bot.api.get<Wire>(path).then(({ status, body }) => [status, body.code]), [404, 10066])
    assert.equal((await put('bob', [entry(crew, 1, false)])).body.code, 50013)
    assert.equal((await bot.api.put<Wire>(path, { permissions: [] })).status, 403)
    assert.equal((await put('ann', Array(101).fill(entry(crew, 1, false)))).body.code, 50035)
    assert.equal((await put('ann', [entry(crew, 9, false)])).body.code, 50035)
    assert.equal((await put('ann', [], `${guildPath()}/1/permissions`)).body.code, 10063)
    assert.ok((await offered('general')).includes('all'))

    const set = await put('ann', [entry(crew, 1, false)])
    assert.deepEqual(set.body, {
      id: all?.id,
      application_id: appId(),
      guild_id: guildId(),
      permissions: [entry(crew, 1, false)],
    })
    const told = await bot.gateway.next<Wire>(dispatch('APPLICATION_COMMAND_PERMISSIONS_UPDATE', { id: all?.id }))
    assert.deepEqual(told.d, set.body)
    assert.equal((await offered('general')).includes('all'), false)
    assert.deepEqual((await bot.api.get(`${guildPath()}/permissions`)).body, [set.body])

    await put('ann', [entry(crew, 1, false), entry(userId('bob'), 2, true), entry(channelId('games'), 3, false)])
    assert.equal((await offered('general')).includes('all'), true, 'a person goes before their roles')
    assert.equal((await offered('games')).includes('all'), false, 'a channel is closed to all')
    // For every command of the application without rules of its own, which the defaults still hold for.
    const general = `${guildPath()}/${appId()}/permissions`
    await put('ann', [entry(guildId(), 1, true)], general)
    assert.equal((await offered('general')).includes('nobody'), false)
    const nobody = (await bot.api.get<Wire[]>(commandsPath())).body.find(({ name }) => name === 'nobody')
    await put('ann', [entry(crew, 1, true)], `${guildPath()}/${nobody?.id}/permissions`)
    assert.ok((await offered('general')).includes('nobody'), 'a rule of the command goes before them')
    await put('ann', [], `${guildPath()}/${nobody?.id}/permissions`)
    await put('ann', [entry(String(BigInt(guildId()) - 1n), 3, false), entry(channelId('adult'), 3, true)], general)
    assert.deepEqual(await offered('games'), [])
    assert.ok((await offered('adult')).includes('adults'))
    // Gone with the command.
    await bot.api.delete(`${commandsPath()}/${all?.id}`)
    assert.deepEqual(
      (await bot.api.get<Wire[]>(`${guildPath()}/permissions`)).body.map(({ id }) => id),
      [appId()],
    )
  })

  test('PUT command permissions by a user changes only roles, users and channels that they can manage', async () => {
    await bot.api.put(commandsPath(), [
      slash('open'),
      slash('shut', { default_member_permissions: String(Permission.BAN_MEMBERS) }),
    ])
    const [open, shut] = (await bot.api.get<Wire[]>(commandsPath())).body
    const cleo = api(platform.api, filled().users.cleo?.token)
    const ann = api(platform.api, filled().users.ann?.token)
    const eve = api(platform.api, filled().users.eve?.token)
    const role = (name: string) => filled().guilds.lab?.roles[name]?.id ?? ''
    const entry = (id: string, type: number, permission = false) => ({ id, type, permission })
    const put = (who: typeof cleo, command: Wire | undefined, ...permissions: object[]) =>
      who.put<Wire>(`${guildPath()}/${command?.id}/permissions`, { permissions })
    const all = String(BigInt(guildId()) - 1n)
    const unknown = '1234'

    const cases: [string, Awaited<ReturnType<typeof put>>, number][] = [
      ['a plain member', await put(bob.api, open, entry(role('crew'), 1)), 50013],
      ['no member', await put(eve, open, entry(role('crew'), 1)), 10004],
      ['a command that they may not run', await put(cleo, shut, entry(role('crew'), 1)), 50013],
      ['a higher role', await put(cleo, open, entry(role('chiefs'), 1)), 50013],
      ['their own role', await put(cleo, open, entry(role('keepers'), 1)), 50013],
      ['a higher member', await put(cleo, open, entry(userId('dan'), 2)), 50013],
      ['a channel without MANAGE_CHANNELS', await put(cleo, open, entry(channelId('games'), 3)), 50013],
      ['all channels without MANAGE_CHANNELS', await put(cleo, open, entry(all, 3)), 50013],
      ['an unknown role', await put(cleo, open, entry(unknown, 1)), 50035],
      ['an unknown member', await put(cleo, open, entry(unknown, 2)), 50035],
      ['an unknown channel', await put(ann, open, entry(unknown, 3)), 50035],
      ['one twice', await put(cleo, open, entry(role('crew'), 1), entry(role('crew'), 1, true)), 50035],
    ]
    for (const [name, { body }, code] of cases) assert.equal(body.code, code, name)
    assert.equal((await cleo.get<Wire>(`${guildPath()}/${open?.id}/permissions`)).body.code, 10066, 'nothing was kept')
    assert.equal((await bob.api.get<Wire>(`${guildPath()}/permissions`)).body.code, 50013)

    const rules = [entry(role('crew'), 1), entry(guildId(), 1), entry(userId('cleo'), 2, true), entry(userId('bob'), 2)]
    assert.equal((await put(cleo, open, ...rules)).status, 200)
    await bot.gateway.next(dispatch('APPLICATION_COMMAND_PERMISSIONS_UPDATE', { id: open?.id }))
    assert.equal((await put(ann, open, ...rules, entry(channelId('games'), 3), entry(all, 3))).status, 200)
    // Entries that only the manager may change stay, and entries that the caller may change are removed.
    const channels = [entry(channelId('games'), 3), entry(all, 3)]
    assert.equal((await put(cleo, open, ...channels, entry(guildId(), 1, true))).status, 200)
    assert.equal((await put(cleo, open)).body.code, 50013, 'a channel’s rule taken away')
    assert.equal((await put(ann, open)).status, 200)
    assert.equal((await cleo.get<Wire>(`${guildPath()}/${open?.id}/permissions`)).body.code, 10066, 'none are left')

    const log = await cleo.get<{ audit_log_entries: Wire[]; application_commands: Wire[] }>(
      `/guilds/${guildId()}/audit-logs?action_type=121&target_id=${open?.id}`,
    )
    const [, third, , first] = log.body.audit_log_entries
    assert.deepEqual(
      log.body.application_commands.map(({ id }) => id),
      [open?.id],
    )
    assert.deepEqual([first?.user_id, first?.options], [userId('cleo'), { application_id: appId() }])
    assert.deepEqual(
      first?.changes,
      rules.map((rule) => ({ key: rule.id, new_value: rule })),
    )
    assert.deepEqual(
      (third?.changes as Wire[]).find(({ key }) => key === guildId()),
      { key: guildId(), old_value: entry(guildId(), 1), new_value: entry(guildId(), 1, true) },
    )
    await bot.api.put(commandsPath(), [])
  })

  test('the guild index and the search return commands that the user can use in some channel', async () => {
    await bot.api.put(guildPath(), [])
    await bearer.ann.put(`${guildPath()}/${appId()}/permissions`, { permissions: [] })
    await bot.api.put(commandsPath(), [
      slash('paint', {
        name_localizations: { 'en-GB': 'colour' },
        options: [{ name: 'walls', description: 'd', type: 1 }],
      }),
      slash('repaint'),
      slash('adult', { nsfw: true }),
      slash('secret', { default_member_permissions: '0' }),
      slash('alone', { contexts: [1] }),
      { name: 'Paint', type: 2 },
    ])
    const names = ({ body }: { body: { application_commands: Wire[] } }) =>
      body.application_commands.map(({ name }) => name)
    const index = (path: string, who = bob.api) => who.get<{ application_commands: Wire[]; applications: Wire[] }>(path)
    const guild = `/guilds/${guildId()}/application-command-index`
    assert.deepEqual(names(await index(guild)), ['paint', 'repaint', 'adult', 'Paint'])
    assert.equal((await index(guild)).body.applications[0]?.id, appId())
    assert.equal((await index(guild)).body.application_commands[0]?.name_localized, 'colour')
    const stranger = await bob.api.get<Wire>(`/guilds/${filled().guilds.far?.id}/application-command-index`)
    assert.equal(stranger.body.code, 10004)
    assert.equal((await bot.api.get<Wire>(guild)).body.code, 20001)
    assert.deepEqual(names(await index('/users/@me/application-command-index')), [])

    const search = (query: string, channel = 'general') =>
      index(`/channels/${channelId(channel)}/application-commands/search?${query}`)
    const cases: [string, string[]][] = [
      ['type=1&query=paint', ['paint', 'repaint']],
      ['type=1&query=paint%20wa', ['paint']],
      ['type=1&query=COLOUR', ['paint']],
      ['type=1&query=colour%20walls', ['paint']],
      ['type=2', ['Paint']],
      ['type=1&query=secret', []],
      ['type=1&query=adult', []],
      ['type=1&query=alone', []],
      ['type=1&limit=1&cursor=1', ['repaint']],
      ['type=1&application_id=1', []],
    ]
    for (const [query, expected] of cases) assert.deepEqual(names(await search(query)), expected, query)
    assert.deepEqual(names(await search('type=1&query=adult', 'adult')), ['adult'])
    assert.deepEqual(names(await search('type=1', 'mute')), [])
    const [one] = (await search('type=1&limit=1&include_applications=true')).body.application_commands
    const found = await search(`type=1&limit=1&include_applications=true&command_ids=${one?.id}`)
    assert.deepEqual([found.body.application_commands[0]?.id, found.body.applications.length], [one?.id, 1])
    assert.deepEqual((found.body as unknown as Wire).cursor, { previous: null, next: null })
    for (const query of ['query=a', 'type=9', 'type=1&limit=0', 'type=1&limit=101'])
      assert.equal(((await search(query)).body as unknown as Wire).code, 50035, query)
    assert.equal(((await search('type=1', 'hidden')).body as unknown as Wire).code, 50001)
    await bot.api.put(commandsPath(), [])
  })

  test('removing an integration deletes its guild commands and command permissions', async () => {
    const ann = api(platform.api, filled().users.ann?.token)
    const { id, bot: other } = filled().applications.other ?? assert.fail()
    const own = api(platform.api, `Bot ${other?.token}`)
    const add = () =>
      ann.post(`/oauth2/authorize?client_id=${id}&scope=bot%20applications.commands`, {
        authorize: true,
        guild_id: guildId(),
      })
    assert.equal((await add()).status, 200)
    const path = `/applications/${id}/guilds/${guildId()}/commands`
    await own.post(`/applications/${id}/commands`, slash('everywhere'))
    const local = (await own.post<Wire>(path, slash('here'))).body
    const rule = { id: guildId(), type: 1, permission: false }
    assert.equal((await ann.put(`${path}/${local.id}/permissions`, { permissions: [rule] })).status, 200)
    assert.equal((await ann.delete(`/guilds/${guildId()}/members/${other?.id}`)).status, 204)
    assert.equal((await own.get<Wire>(path)).body.code, 50001)
    assert.equal((await add()).status, 200)
    // A job has taken them away, or is about to.
    for (let tries = 0; tries < 200 && (await own.get<Wire[]>(path)).body.length > 0; tries += 1);
    assert.deepEqual((await own.get(path)).body, [])
    assert.deepEqual((await own.get(`${path}/permissions`)).body, [])
    assert.equal((await own.get<Wire[]>(`/applications/${id}/commands`)).body.length, 1)
    await ann.delete(`/guilds/${guildId()}/members/${other?.id}`)
  })

  test('@discordjs/core and discord.js manage localized commands and permissions by a Bearer token', async () => {
    const { applicationCommands: core } = new API(
      new REST({ api: platform.api }).setToken(filled().applications.app?.bot?.token ?? ''),
    )
    const made = await core.createGlobalCommand(appId(), {
      name: 'core',
      description: 'd',
      description_localizations: { de: 'auf Deutsch' },
      contexts: [InteractionContextType.Guild],
    })
    const [read] = await core.getGlobalCommands(appId(), { with_localizations: true })
    assert.deepEqual([read?.description_localizations, read?.dm_permission], [{ de: 'auf Deutsch' }, false])
    const edited = await core.editGlobalCommand(appId(), made.id, { description: 'other' })
    assert.deepEqual([edited.description, edited.contexts], ['other', [0]])
    const crew = filled().guilds.lab?.roles.crew?.id ?? ''
    const rule = { id: crew, type: ApplicationCommandPermissionType.Role, permission: false }
    const set = await core.editGuildCommandPermissions(annToken, appId(), guildId(), made.id, { permissions: [rule] })
    assert.deepEqual(set.permissions, [rule])
    assert.deepEqual(await core.getGuildCommandPermissions(appId(), guildId(), made.id), set)

    const client = new Client({ intents: [GatewayIntentBits.Guilds], rest: { api: platform.api } })
    const ready = new Promise((resolve) => client.once(Events.ClientReady, resolve))
    await client.login(filled().applications.app?.bot?.token)
    await ready
    const manager = client.application?.commands ?? assert.fail()
    const german = await manager.fetch({ locale: Locale.German })
    assert.equal(german.get(made.id)?.descriptionLocalized, 'auf Deutsch')
    const where = { guild: guildId(), command: made.id }
    assert.deepEqual(await manager.permissions.fetch(where), [rule])
    const told = new Promise((resolve) => client.once(Events.ApplicationCommandPermissionsUpdate, resolve))
    await manager.permissions.remove({ ...where, roles: [crew], token: annToken })
    assert.deepEqual(((await told) as { permissions: unknown[] }).permissions, [])
    await assert.rejects(manager.permissions.fetch(where), { code: 10066 })
    await client.destroy()
    await core.bulkOverwriteGlobalCommands(appId(), [])
  })
})
