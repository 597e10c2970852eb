/** Application commands in guilds: who may use them where, and what people are offered. */
import assert from 'node:assert/strict'
import { after, describe, test } from 'node:test'
import { API } from '@discordjs/core/http-only'
import { REST } from '@discordjs/rest'
import { type ApplicationCommandObject, type AuditLogObject, type ChannelObject, Permission } from '@guildhall/protocol'
import type { ResponseOf } from '@guildhall/testing'
import {
  type APIApplicationCommandStringOption,
  ApplicationCommandPermissionType,
  Client,
  Events,
  GatewayIntentBits,
  InteractionContextType,
  Locale,
  SlashCommandBuilder,
} from 'discord.js'
import { slash, startCommandsLab } from '../support/commands-lab.ts'
import { dispatch, Invoking } from '../support/interactions.ts'
import { until } from '../support/until.ts'

const {
  platform,
  bot,
  bob,
  annToken,
  bearer,
  appId,
  userId,
  guildId,
  channelId,
  commandsPath,
  guildPath,
  offered,
  close,
} = await startCommandsLab()

describe('permissions of commands', () => {
  after(close)

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
    assert.equal((await bob.api.get(path)).code, 50001)
    assert.equal((await bot.api.get(path)).status, 403)

    const dm = (await bob.api.post<ChannelObject>('/users/@me/channels', { recipient_id: platform.app.id })).body
    const inDm = (
      await bob.api.get<ResponseOf<'list_usable_application_commands'>>(`/channels/${dm.id}/application-command-index`)
    ).body
    assert.deepEqual(
      inDm.application_commands.map(({ name }) => name),
      ['all', 'adults', 'admins', 'nobody', 'direct', 'Look'],
    )
    assert.deepEqual(
      inDm.applications.map(({ name }) => name),
      ['App'],
    )

    const all = [
      ...(await bot.api.get<ApplicationCommandObject[]>(commandsPath())).body,
      ...(await bot.api.get<ApplicationCommandObject[]>(guildPath())).body,
    ]
    const using = new Invoking(bob, { application_id: appId(), channel_id: channelId('general') })
    for (const command of all.filter(({ type }) => type === 1)) {
      const expected = ['all', 'local'].includes(command.name) ? 204 : 403
      assert.equal((await using.use(command)).status, expected, command.name)
    }
    const elsewhere = platform.away.general.id
    assert.equal((await using.in(elsewhere).use(all[0])).code, 10002)
    assert.equal((await using.in(channelId('hidden')).use(all[0])).code, 50001)
  })

  test('PUT command permissions with a manager’s Bearer token restricts roles, users and channels', async () => {
    const [all] = (await bot.api.get<ApplicationCommandObject[]>(commandsPath())).body
    const path = `${guildPath()}/${all?.id}/permissions`
    const crew = platform.lab.crew.id
    const entry = (id: string | undefined, type: number, permission: boolean) => ({ id, type, permission })
    const put = (who: 'ann' | 'bob', permissions: object[], at = path) =>
      bearer[who].put<ApplicationCommandObject>(at, { permissions })

    assert.deepEqual(await bot.api.get(path).then(({ status, code }) => [status, code]), [404, 10066])
    assert.equal((await put('bob', [entry(crew, 1, false)])).code, 50013)
    assert.equal((await bot.api.put(path, { permissions: [] })).status, 403)
    assert.equal((await put('ann', Array(101).fill(entry(crew, 1, false)))).code, 50035)
    assert.equal((await put('ann', [entry(crew, 9, false)])).code, 50035)
    assert.equal((await put('ann', [], `${guildPath()}/1/permissions`)).code, 10063)
    assert.ok((await offered('general')).includes('all'))

    const set = await put('ann', [entry(crew, 1, false)])
    assert.deepEqual(set.body, {
      id: all?.id,
      application_id: appId(),
      guild_id: guildId(),
      permissions: [entry(crew, 1, false)],
    })
    const told = await bot.gateway.next(dispatch('APPLICATION_COMMAND_PERMISSIONS_UPDATE', { id: all?.id }))
    assert.deepEqual(told.d, set.body)
    assert.equal((await offered('general')).includes('all'), false)
    assert.deepEqual((await bot.api.get(`${guildPath()}/permissions`)).body, [set.body])

    await put('ann', [entry(crew, 1, false), entry(userId('bob'), 2, true), entry(channelId('games'), 3, false)])
    assert.equal((await offered('general')).includes('all'), true, 'a person goes before their roles')
    assert.equal((await offered('games')).includes('all'), false, 'a channel is closed to all')
    // Rules of the application apply to each of its commands that has no rules. Default permissions still apply too.
    const general = `${guildPath()}/${appId()}/permissions`
    await put('ann', [entry(guildId(), 1, true)], general)
    assert.equal((await offered('general')).includes('nobody'), false)
    const nobody = (await bot.api.get<ApplicationCommandObject[]>(commandsPath())).body.find(
      ({ name }) => name === 'nobody',
    )
    await put('ann', [entry(crew, 1, true)], `${guildPath()}/${nobody?.id}/permissions`)
    assert.ok((await offered('general')).includes('nobody'), 'a rule of the command goes before them')
    await put('ann', [], `${guildPath()}/${nobody?.id}/permissions`)
    await put('ann', [entry(String(BigInt(guildId()) - 1n), 3, false), entry(channelId('adult'), 3, true)], general)
    assert.deepEqual(await offered('games'), [])
    assert.ok((await offered('adult')).includes('adults'))
    // Gone with the command.
    await bot.api.delete(`${commandsPath()}/${all?.id}`)
    assert.deepEqual(
      (await bot.api.get<ApplicationCommandObject[]>(`${guildPath()}/permissions`)).body.map(({ id }) => id),
      [appId()],
    )
  })

  test('PUT command permissions by a user changes only roles, users and channels that they can manage', async () => {
    await bot.api.put(commandsPath(), [
      slash('open'),
      slash('shut', { default_member_permissions: String(Permission.BAN_MEMBERS) }),
    ])
    const [open, shut] = (await bot.api.get<ApplicationCommandObject[]>(commandsPath())).body
    const cleo = platform.cleo.api
    const ann = platform.ann.api
    const eve = platform.eve.api
    const role = (name: 'chiefs' | 'keepers' | 'crew') => platform.lab[name].id
    const entry = (id: string, type: number, permission = false) => ({ id, type, permission })
    const put = (who: typeof cleo, command: ApplicationCommandObject | undefined, ...permissions: object[]) =>
      who.put<ApplicationCommandObject>(`${guildPath()}/${command?.id}/permissions`, { permissions })
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
    for (const [name, response, code] of cases) assert.equal(response.code, code, name)
    assert.equal((await cleo.get(`${guildPath()}/${open?.id}/permissions`)).code, 10066, 'nothing was kept')
    assert.equal((await bob.api.get(`${guildPath()}/permissions`)).code, 50013)

    const rules = [entry(role('crew'), 1), entry(guildId(), 1), entry(userId('cleo'), 2, true), entry(userId('bob'), 2)]
    assert.equal((await put(cleo, open, ...rules)).status, 200)
    await bot.gateway.next(dispatch('APPLICATION_COMMAND_PERMISSIONS_UPDATE', { id: open?.id }))
    assert.equal((await put(ann, open, ...rules, entry(channelId('games'), 3), entry(all, 3))).status, 200)
    // Entries that only the manager may change stay, and entries that the caller may change are removed.
    const channels = [entry(channelId('games'), 3), entry(all, 3)]
    assert.equal((await put(cleo, open, ...channels, entry(guildId(), 1, true))).status, 200)
    assert.equal((await put(cleo, open)).code, 50013, 'a channel’s rule taken away')
    assert.equal((await put(ann, open)).status, 200)
    assert.equal((await cleo.get(`${guildPath()}/${open?.id}/permissions`)).code, 10066, 'none are left')

    const log = await cleo.get<AuditLogObject>(`/guilds/${guildId()}/audit-logs?action_type=121&target_id=${open?.id}`)
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
      (third?.changes ?? []).find(({ key }) => key === guildId()),
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
    const names = ({ body }: { body: { application_commands: readonly { name: string }[] } }) =>
      body.application_commands.map(({ name }) => name)
    const index = (path: string, who = bob.api) => who.get<ResponseOf<'search_application_commands'>>(path)
    const guild = `/guilds/${guildId()}/application-command-index`
    assert.deepEqual(names(await index(guild)), ['paint', 'repaint', 'adult', 'Paint'])
    assert.equal((await index(guild)).body.applications?.[0]?.id, appId())
    assert.equal((await index(guild)).body.application_commands[0]?.name_localized, 'colour')
    const stranger = await bob.api.get<ResponseOf<'list_guild_usable_application_commands'>>(
      `/guilds/${platform.far.id}/application-command-index`,
    )
    assert.equal(stranger.code, 10004)
    assert.equal((await bot.api.get(guild)).code, 20001)
    assert.deepEqual(names(await index('/users/@me/application-command-index')), [])

    const search = (query: string, channel: Parameters<typeof channelId>[0] = 'general') =>
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
    assert.deepEqual([found.body.application_commands[0]?.id, found.body.applications?.length], [one?.id, 1])
    assert.deepEqual(found.body.cursor, { previous: null, next: null })
    for (const query of ['query=a', 'type=9', 'type=1&limit=0', 'type=1&limit=101'])
      assert.equal((await search(query)).code, 50035, query)
    assert.equal((await search('type=1', 'hidden')).code, 50001)
    await bot.api.put(commandsPath(), [])
  })

  test('removing an integration deletes its guild commands and command permissions', async () => {
    const ann = platform.ann.api
    const { applicationId: id, api: own } = platform.other
    const add = () =>
      ann.post(`/oauth2/authorize?client_id=${id}&scope=bot%20applications.commands`, {
        authorize: true,
        guild_id: guildId(),
      })
    assert.equal((await add()).status, 200)
    const path = `/applications/${id}/guilds/${guildId()}/commands`
    await own.post(`/applications/${id}/commands`, slash('everywhere'))
    const local = (await own.post<ApplicationCommandObject>(path, slash('here'))).body
    const rule = { id: guildId(), type: 1, permission: false }
    assert.equal((await ann.put(`${path}/${local.id}/permissions`, { permissions: [rule] })).status, 200)
    assert.equal((await ann.delete(`/guilds/${guildId()}/members/${platform.other.id}`)).status, 204)
    assert.equal((await own.get(path)).code, 50001)
    assert.equal((await add()).status, 200)
    // A job has taken them away, or is about to.
    const left = async () => (await own.get<ApplicationCommandObject[]>(path)).body
    await until('no command is left', async () => (await left()).length === 0)
    assert.deepEqual((await own.get(`${path}/permissions`)).body, [])
    assert.equal((await own.get<ApplicationCommandObject[]>(`/applications/${id}/commands`)).body.length, 1)
    await ann.delete(`/guilds/${guildId()}/members/${platform.other.id}`)
  })

  test('a locale that a builder of discord.js has set to null has no text', async () => {
    const { applicationCommands: core } = new API(new REST({ api: platform.api }).setToken(platform.app.token))
    const built = new SlashCommandBuilder()
      .setName('built')
      .setDescription('d')
      .setNameLocalizations({ de: 'gebaut', fr: null })
      .setDescriptionLocalization('de', null)
      .addStringOption((option) =>
        option
          .setName('size')
          .setDescription('d')
          .setNameLocalizations({ de: null, fr: 'taille' })
          .setChoices({ name: 'Small', name_localizations: { de: 'Klein', fr: null }, value: 's' }),
      )
    const made = await core.createGlobalCommand(appId(), built.toJSON())
    const [option] = (made.options ?? []) as APIApplicationCommandStringOption[]
    assert.deepEqual(
      [made.name_localizations, made.description_localizations, option?.name_localizations, option?.choices],
      [{ de: 'gebaut' }, null, { fr: 'taille' }, [{ name: 'Small', name_localizations: { de: 'Klein' }, value: 's' }]],
    )
    await core.deleteGlobalCommand(appId(), made.id)
  })

  test('@discordjs/core and discord.js manage localized commands and permissions by a Bearer token', async () => {
    const { applicationCommands: core } = new API(new REST({ api: platform.api }).setToken(platform.app.token))
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
    const crew = platform.lab.crew.id
    const rule = { id: crew, type: ApplicationCommandPermissionType.Role, permission: false }
    const set = await core.editGuildCommandPermissions(annToken, appId(), guildId(), made.id, { permissions: [rule] })
    assert.deepEqual(set.permissions, [rule])
    assert.deepEqual(await core.getGuildCommandPermissions(appId(), guildId(), made.id), set)

    const client = new Client({ intents: [GatewayIntentBits.Guilds], rest: { api: platform.api } })
    const ready = new Promise((resolve) => client.once(Events.ClientReady, resolve))
    await client.login(platform.app.token)
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
