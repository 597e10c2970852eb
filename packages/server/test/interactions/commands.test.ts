/** Application commands: what may be registered, by whom, and how many. */
import assert from 'node:assert/strict'
import { after, describe, test } from 'node:test'
import type { ApplicationCommandObject } from '@guildhall/protocol'
import { api } from '@guildhall/testing'
import { slash, startCommandsLab } from '../support/commands-lab.ts'

const { platform, bot, bob, bearer, tokenBy, appId, commandsPath, guildPath, create, close } = await startCommandsLab()

describe('commands', () => {
  after(close)

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
    for (const [name, body] of cases) assert.equal((await create(body)).code, 50035, name)
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
    const own = (body.options ?? []).map(({ name: _, description: __, type: ___, ...rest }) => rest)
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
      const bare = await bot.api.get<ApplicationCommandObject[]>(commandsPath(), undefined, headers)
      return bare.body[0]
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
      assert.equal((await read(headers))?.name_localized, expected, JSON.stringify(headers))
    const german = await read({ 'x-discord-locale': 'de' })
    assert.deepEqual(
      [german?.name, german?.options?.[0]?.description_localized, german?.options?.[0]?.choices?.[0]?.name_localized],
      ['color', 'Ton', 'rot'],
    )
    for (const wire of [german, german?.options?.[0], german?.options?.[0]?.choices?.[0]])
      assert.equal('name_localizations' in (wire ?? {}), false)
    const [full] = (await bot.api.get<ApplicationCommandObject[]>(`${commandsPath()}?with_localizations=true`)).body
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
    assert.equal((await create(slash('big', { options: options(2) }))).code, 50035)
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
    const edited = await bot.api.patch<ApplicationCommandObject>(path, { description_localizations: { de: 'neu' } })
    assert.deepEqual([edited.body.name, edited.body.description], ['one', 'new'])
    assert.equal((await bot.api.patch(path, { description: '' })).code, 50035)
    const second = await create(slash('two'))
    assert.equal((await bot.api.patch(path, { name: 'two' })).code, 40041)
    const still = await bot.api.patch<ApplicationCommandObject>(path, { description: 'new' })
    assert.equal(still.body.version, edited.body.version, 'nothing has changed')

    const [plain] = (await bot.api.get<ApplicationCommandObject[]>(commandsPath())).body
    assert.equal('description_localizations' in (plain ?? {}), false)
    const [full] = (await bot.api.get<ApplicationCommandObject[]>(`${commandsPath()}?with_localizations=true`)).body
    assert.deepEqual(full?.description_localizations, { de: 'neu' })

    assert.equal((await bot.api.get(`${guildPath()}/${second.body.id}`)).code, 10063, 'of another scope')
    assert.equal((await bot.api.delete(`${commandsPath()}/${second.body.id}`)).status, 204)
    assert.equal((await bot.api.get(`${commandsPath()}/${second.body.id}`)).code, 10063)
  })

  test('commands are managed only by their application, in a guild only if it is installed', async () => {
    const other = platform.other.applicationId
    assert.deepEqual(
      await bot.api.get(`/applications/${other}/commands`).then(({ status, code }) => [status, code]),
      [403, 20012],
    )
    const away = `/applications/${appId()}/guilds/${platform.away.id}/commands`
    assert.deepEqual(await create(slash('o'), away).then(({ status, code }) => [status, code]), [403, 50001])
    assert.equal((await bob.api.get(commandsPath())).status, 403)
    assert.equal((await api(platform.api).get(commandsPath())).status, 401)
  })

  test('a guild id of 0 names no guild, and global commands stay as they are', async () => {
    const before = (await bot.api.get(commandsPath())).body
    const nowhere = `/applications/${appId()}/guilds/0/commands`
    for (const refused of [
      await bot.api.get(nowhere),
      await bot.api.put(nowhere, []),
      await create(slash('nowhere'), nowhere),
    ]) {
      assert.deepEqual([refused.status, refused.code], [403, 50001])
    }
    assert.deepEqual((await bot.api.get(commandsPath())).body, before)
  })

  test('a client credentials token of the application manages commands and nothing else', async () => {
    const grant = { grant_type: 'client_credentials', scope: 'applications.commands.update' }
    const own = api(platform.api, `Bearer ${await tokenBy(grant)}`)
    const made = await own.post<ApplicationCommandObject>(commandsPath(), slash('by-credentials'))
    assert.equal(made.status, 201)
    assert.deepEqual((await own.get<ApplicationCommandObject[]>(guildPath())).body, [])
    assert.ok((await own.get<ApplicationCommandObject[]>(commandsPath())).body.some(({ id }) => id === made.body.id))
    const rules = `${guildPath()}/${made.body.id}/permissions`
    assert.equal((await own.put(rules, { permissions: [] })).status, 403, 'a scope that it was not given')
    assert.equal((await bearer.ann.post(commandsPath(), slash('x'))).status, 403, 'nor the other way about')
    const others = `/applications/${platform.other.applicationId}/commands`
    assert.equal((await own.get(others)).code, 20012)
    assert.equal((await own.delete(`${commandsPath()}/${made.body.id}`)).status, 204)
  })

  test('PUT commands rejects the whole list for one fault and keeps unchanged commands', async () => {
    const list = (await bot.api.put<ApplicationCommandObject[]>(commandsPath(), [slash('a'), slash('b')])).body
    const [a, b] = list
    const twice = await bot.api.put<ApplicationCommandObject>(commandsPath(), [slash('c'), slash('c')])
    assert.equal(twice.code, 50035)
    assert.ok('1' in (twice.errors as object))
    const bad = await bot.api.put<ApplicationCommandObject>(commandsPath(), [slash('Bad'), slash('c'), slash('Worse')])
    assert.deepEqual(Object.keys(bad.errors as object), ['0', '2'])
    assert.equal((await bot.api.put(commandsPath(), { name: 'no list' })).code, 50035)
    const users = Array.from({ length: 16 }, (_, index) => ({ name: `U${index}`, type: 2 }))
    assert.equal((await bot.api.put(commandsPath(), users)).code, 30032)
    assert.equal((await bot.api.put(commandsPath(), Array(201).fill(slash('a')))).code, 30032)
    assert.deepEqual(
      (await bot.api.get<ApplicationCommandObject[]>(commandsPath())).body.map(({ id }) => id),
      [a?.id, b?.id],
    )

    const next = (
      await bot.api.put<ApplicationCommandObject[]>(commandsPath(), [
        slash('a'),
        slash('b', { nsfw: true }),
        slash('c'),
      ])
    ).body
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
    assert.equal((await bot.api.put<ApplicationCommandObject[]>(path, full)).body.length, 130)
    for (const body of [slash('more'), { name: 'More', type: 2 }, { name: 'More', type: 3 }])
      assert.equal((await create(body, path)).code, 30032)
    assert.equal((await create(slash('s0', { description: 'changed' }), path)).status, 200, 'an overwrite is none more')

    await bot.api.put(path, [])
    assert.equal((await bot.api.put(path, full.slice(0, 71))).code, 30034)
    assert.equal((await bot.api.put<ApplicationCommandObject[]>(path, full.slice(0, 70))).body.length, 70)
    assert.equal((await create(slash('last'), path)).code, 30034)
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
    assert.equal((await bot.api.get<ApplicationCommandObject[]>(commandsPath())).body.length, 16)
    await bot.api.put(commandsPath(), [])
  })
})
