/** discord.js's managers of guild settings: each method that sends a request. */
import assert from 'node:assert/strict'
import { after, before, describe } from 'node:test'
import { Client, Events, GatewayIntentBits, type Guild } from 'discord.js'

import { guildhallTest } from '../support/fixture.ts'

const open = { a: {}, b: {}, c: {}, d: {}, e: {}, f: {}, g: {} }
const world = {
  users: { ann: {}, bob: {}, eve: {} },
  applications: { app: { owner: 'ann', bot: {} }, extra: { owner: 'ann', bot: {} } },
  guilds: {
    lab: {
      owner: 'ann',
      members: ['bob', 'eve'],
      bots: { app: { permissions: '8' }, extra: { permissions: '0' } },
      features: ['COMMUNITY', 'VANITY_URL', 'BANNER', 'INVITE_SPLASH', 'DISCOVERABLE'],
      vanity_url_code: 'lab',
      roles: { painters: { permissions: '0' } },
      channels: { ...open, lounge: { type: 2 } },
    },
  },
}

const test = guildhallTest({ world })
const { platform } = test

describe('guild managers', () => {
  let client: Client<true>
  let guild: Guild
  const channel = (name: keyof typeof world.guilds.lab.channels) => platform.lab[name].id

  before(async () => {
    await test.start()
    const connecting = new Client({
      intents: [GatewayIntentBits.Guilds, GatewayIntentBits.GuildIntegrations],
      rest: { api: platform.api },
    })
    const ready = new Promise((resolve) => connecting.once(Events.ClientReady, resolve))
    await connecting.login(platform.app.token)
    await ready
    client = connecting as Client<true>
    const first = client.guilds.cache.first()
    assert.ok(first)
    guild = first
  })
  after(async () => {
    await client.destroy()
  })

  test('Guild of discord.js changes each setting', async () => {
    assert.equal((await guild.setName('Laboratory')).name, 'Laboratory')
    await guild.setAFKChannel(channel('lounge'))
    await guild.setAFKTimeout(900)
    await guild.setDefaultMessageNotifications(1)
    await guild.setExplicitContentFilter(2)
    await guild.setVerificationLevel(1)
    await guild.setSystemChannel(channel('a'))
    await guild.setSystemChannelFlags(3)
    await guild.setRulesChannel(channel('b'))
    await guild.setPublicUpdatesChannel(channel('b'))
    await guild.setSafetyAlertsChannel(channel('c'))
    await guild.setPreferredLocale('de' as never)
    await guild.setPremiumProgressBarEnabled(true)
    await guild.disableInvites(true)
    const fresh = await guild.fetch()
    assert.deepEqual(
      [
        fresh.afkChannelId,
        fresh.afkTimeout,
        fresh.verificationLevel,
        fresh.systemChannelFlags.bitfield,
        fresh.rulesChannelId,
      ],
      [channel('lounge'), 900, 1, 3, channel('b')],
    )
    assert.ok(fresh.features.includes('INVITES_DISABLED'))
    assert.ok(fresh.features.includes('COMMUNITY'), 'other features stay')
    await guild.disableInvites(false)
    assert.equal((await guild.fetchOwner()).id, platform.ann.id)
  })

  test('Guild of discord.js reads and changes preview, widget, vanity URL, welcome screen, onboarding and incidents', async () => {
    assert.equal((await guild.fetchPreview()).name, 'Laboratory')
    await guild.setWidgetSettings({ enabled: true, channel: channel('a') })
    assert.deepEqual(await guild.fetchWidgetSettings().then((set) => [set.enabled, set.channel?.id]), [
      true,
      channel('a'),
    ])
    const widget = await guild.fetchWidget()
    assert.deepEqual([widget.id, widget.channels.size, typeof widget.instantInvite], [guild.id, 1, 'string'])
    assert.deepEqual(await guild.fetchVanityData(), { code: 'lab', uses: 0 })
    const screen = await guild.editWelcomeScreen({
      enabled: true,
      description: 'hello',
      welcomeChannels: [{ description: 'here', channel: channel('a'), emoji: '🔬' }],
    })
    assert.equal(screen.welcomeChannels.first()?.description, 'here')
    assert.equal((await guild.fetchWelcomeScreen()).description, 'hello')
    const role = platform.lab.painters.id
    const edited = await guild.editOnboarding({
      enabled: true,
      mode: 0,
      defaultChannels: Object.keys(open).map((name) => channel(name as keyof typeof open)),
      prompts: [{ title: 'What?', options: [{ title: 'Paint', roles: [role], emoji: '🎨' }] }],
    })
    assert.equal(edited.prompts.first()?.options.first()?.roles.first()?.id, role)
    assert.equal((await guild.fetchOnboarding()).enabled, true)
    const until = new Date(platform.clock.now() + 60_000)
    const incidents = await guild.setIncidentActions({ invitesDisabledUntil: until })
    assert.equal(incidents.invitesDisabledUntil?.getTime(), until.getTime())
    await guild.setIncidentActions({ invitesDisabledUntil: null })
  })

  test('GuildMemberManager and GuildBanManager of discord.js prune, ban in bulk and delete integrations', async () => {
    assert.equal(await guild.members.prune({ dry: true, days: 1 }), 0)
    assert.equal(await guild.members.prune({ days: 1, count: false }), null)
    const done = await guild.bans.bulkCreate([platform.eve.id, '1'], { reason: 'raid' })
    assert.deepEqual([done.bannedUsers.length, done.failedUsers.length], [1, 1])
    const integrations = await guild.fetchIntegrations()
    const extra = integrations.find(({ application }) => application?.id === platform.extra.applicationId)
    assert.ok(extra)
    const updated = new Promise((resolve) => client.once(Events.GuildIntegrationsUpdate, resolve))
    await extra.delete('no longer')
    await updated
    assert.equal((await guild.fetchIntegrations()).size, 1)
    assert.equal((await guild.members.editMe({ nick: 'Machine' })).nickname, 'Machine')
  })
})
