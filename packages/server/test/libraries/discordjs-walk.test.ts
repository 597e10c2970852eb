/**
 * Calls every method of discord.js that reaches the HTTP API. The library is unmodified except for its base URL. Each
 * request must be accepted, and the library must read the response; other tests check the meaning.
 */
import assert from 'node:assert/strict'
import { once } from 'node:events'
import { after, before, describe } from 'node:test'
import { type ApplicationObject, Intent, type MemberObject } from '@guildhall/protocol'
import { api, type EventName, RawGateway } from '@guildhall/testing'
import {
  type AutocompleteInteraction,
  type ButtonInteraction,
  ChannelType,
  type ChatInputCommandInteraction,
  Client,
  type DMChannel,
  Events,
  type ForumChannel,
  GatewayIntentBits,
  type Guild,
  MessageFlags,
  type ModalSubmitInteraction,
  type NewsChannel,
  Partials,
  SKUType,
  type StageChannel,
  type TextChannel,
  type VoiceChannel,
  WebhookClient,
} from 'discord.js'
import { guildhallTest } from '../support/fixture.ts'
import { PIXEL } from '../support/generated-inputs.ts'
import { Invoking } from '../support/interactions.ts'
import { noteCalls } from '../support/reached-methods.ts'
import { guildSession } from '../support/sessions.ts'

const world = {
  users: { ann: {}, bob: {}, cid: {}, dan: {}, eve: {} },
  applications: {
    app: {
      owner: 'ann',
      bot: {},
      intents: ['GUILD_MEMBERS', 'GUILD_PRESENCES', 'MESSAGE_CONTENT'],
      skus: { plan: {}, potion: { type: 3 } },
    },
    other: { owner: 'ann', bot: {} },
    game: { owner: 'ann', bot: {}, url_mappings: [{ prefix: '/', target: 'http://127.0.0.1:9' }] },
  },
  guilds: {
    lab: {
      owner: 'ann',
      members: ['bob', 'cid', 'dan', 'eve'],
      bots: { app: { permissions: '8' }, other: {}, game: {} },
      features: ['COMMUNITY', 'ROLE_ICONS', 'BANNER', 'VANITY_URL', 'WELCOME_SCREEN_ENABLED'],
      premium_tier: 3,
      vanity_url_code: 'the-lab',
      channels: {
        talk: { type: ChannelType.GuildCategory },
        general: { parent: 'talk' },
        second: {},
        lounge: { type: ChannelType.GuildVoice },
        news: { type: ChannelType.GuildAnnouncement },
        hall: { type: ChannelType.GuildStageVoice },
        board: { type: ChannelType.GuildForum },
      },
      rules_channel: 'general',
      public_updates_channel: 'second',
    },
    annex: { owner: 'ann', bots: { app: {} }, channels: { general: {} } },
  },
}

/** Methods that are not called here, each with the reason. */
const ELSEWHERE: Readonly<Record<string, string>> = {
  'ApplicationCommandPermissionsManager#set': 'needs a token with applications.commands.permissions.update',
  'GuildMemberManager#add': 'needs a token with guilds.join',
  'GuildManager#create': 'bots may no longer make guilds',
  'GuildTemplate#createGuild': 'bots may no longer make guilds',
  'Guild#delete': 'bots may no longer own guilds',
  'Guild#setMFALevel': 'for owners alone, which bots cannot be',
}

const MODAL = {
  title: 't',
  custom_id: 'm',
  components: [{ type: 18, label: 'l', component: { type: 4, custom_id: 'i', style: 1, required: false } }],
}
const BUTTON = [{ type: 1, components: [{ type: 2, style: 1, label: 'b', custom_id: 'b' }] }]

const notes = noteCalls()
const test = guildhallTest({ world })
const { platform } = test
let client: Client<true>
let guild: Guild

const userId = (name: keyof typeof world.users) => platform[name].id
const channel = <T = TextChannel>(name: keyof typeof world.guilds.lab.channels): T =>
  guild.channels.cache.get(platform.lab[name].id) as T
const force = true as const

/** Logs a client in and waits until it is ready. */
async function login(name: keyof typeof world.applications, intents: GatewayIntentBits[]): Promise<Client<true>> {
  const bot = new Client({
    intents,
    partials: [Partials.Channel],
    rest: { api: platform.api, cdn: platform.cdn },
  })
  const ready = once(bot, Events.ClientReady)
  await bot.login(platform[name].token)
  await ready
  return bot as Client<true>
}

interface Named {
  id: string
  name: string
}

/** Returns a person who uses an application, and the interactions that the application's client receives. */
async function person(name: keyof typeof world.users, application: Client<true>) {
  const token = platform[name].token
  const gateway = await RawGateway.connect(platform.gateway)
  await gateway.identify({ token, intents: 0 })
  const using = new Invoking({ api: api(platform.api, token) }, {
    application_id: application.application.id,
    channel_id: channel('general').id,
    guild_id: guild.id,
    session_id: gateway.sessionId,
  } as never)
  /** Returns the interaction that a request causes; the test claims its type `T`. */
  const arrival = async <T>(act: () => Promise<{ status: number }>): Promise<T> => {
    const arrived = once(application, Events.InteractionCreate)
    assert.equal((await act()).status, 204)
    const [interaction] = await arrived
    return interaction as T
  }
  const presses = (message: { id: string }) => arrival<ButtonInteraction>(() => using.press(message, 'b', 2))
  const sees = async <E extends EventName>(event: E) => (await gateway.next(event)).d
  return {
    sees,
    presses,
    uses: (command: Named) => arrival<ChatInputCommandInteraction>(() => using.use(command)),
    types({ id, name: called }: Named) {
      const options = [{ name: 'o', type: 3, value: 'x', focused: true }]
      return arrival<AutocompleteInteraction>(() => using.send({ type: 4, data: { id, name: called, options } }))
    },
    async submits(message: { id: string }) {
      await (await presses(message)).showModal(MODAL)
      const shown = await sees('INTERACTION_MODAL_CREATE')
      const components = [{ type: 18, component: { type: 4, custom_id: 'i', value: 'x' } }]
      return arrival<ModalSubmitInteraction<'cached'>>(() => using.submit(shown, components))
    },
    [Symbol.asyncDispose]: async () => void (await gateway.close()),
  }
}

describe('methods of discord.js', () => {
  before(async () => {
    await test.start()
    const { GuildPresences: _presences, ...intents } = GatewayIntentBits
    client = await login(
      'app',
      Object.values(intents).filter((value) => typeof value === 'number'),
    )
    const lab = client.guilds.cache.get(platform.lab.id)
    assert.ok(lab)
    guild = lab
  })

  after(async () => {
    notes.restore()
    await client?.destroy()
  })

  test('discord.js calls its methods for roles', async () => {
    const role = await guild.roles.create({ name: 'made', colors: { primaryColor: 1 } })
    assert.equal((await guild.roles.fetch(role.id, { force }))?.name, 'made')
    assert.ok((await guild.roles.fetch()).size > 1)
    assert.equal((await role.setName('renamed')).name, 'renamed')
    await guild.roles.setPositions([{ role, position: 1 }])
    await guild.roles.fetchMemberCounts()
    const bob = await guild.members.fetch({ user: userId('bob'), force })
    await guild.members.addRole({ user: bob, role })
    assert.ok((await guild.members.fetch({ user: bob, force })).roles.cache.has(role.id))
    await guild.members.removeRole({ user: bob, role })
    await bob.roles.add(role)
    await bob.roles.remove(role)
    await role.delete()
    assert.equal(await guild.roles.fetch(role.id, { force }), null)
  })

  test('discord.js calls its methods for members and bans', async () => {
    assert.equal((await guild.members.search({ query: 'bo' })).first()?.id, userId('bob'))
    assert.ok((await guild.members.list({ limit: 10 })).size > 3)
    assert.equal((await guild.members.edit(userId('bob'), { nick: 'Bobby' })).nickname, 'Bobby')
    assert.equal((await guild.members.editMe({ nick: 'App' })).nickname, 'App')
    assert.equal(typeof (await guild.members.prune({ dry: true, days: 30 })), 'number')
    await guild.members.kick(userId('cid'))
    await guild.bans.create(userId('dan'), { reason: 'because' })
    assert.equal((await guild.bans.fetch({ user: userId('dan'), force })).reason, 'because')
    assert.equal((await guild.bans.fetch()).size, 1)
    await guild.bans.remove(userId('dan'))
    assert.equal((await guild.bans.bulkCreate([userId('dan')])).bannedUsers.length, 1)
  })

  test('discord.js calls its methods for users and direct messages', async () => {
    const bob = await client.users.fetch(userId('bob'), { force })
    const direct = await bob.createDM(force)
    assert.equal((await bob.send('hello')).content, 'hello')
    const member = await guild.members.fetch(bob.id)
    assert.equal((await member.send('again')).channelId, direct.id)
    await (direct as DMChannel).send('once more')
    await (direct as DMChannel).sendTyping()
    assert.equal((await direct.messages.fetch()).size, 3)
    await bob.deleteDM()
    await (await bob.createDM(force)).delete()
    assert.equal((await client.user.setUsername('walker')).username, 'walker')
  })

  test('discord.js calls its methods for channels', async () => {
    const made = await guild.channels.create({ name: 'made' })
    assert.equal((await made.setName('renamed')).name, 'renamed')
    await guild.channels.setPositions([{ channel: made, position: 0 }])
    assert.ok((await guild.channels.fetch()).size > 5)
    assert.equal((await guild.channels.fetch(made.id, { force }))?.id, made.id)
    assert.equal((await client.channels.fetch(made.id, { force }))?.id, made.id)
    await made.permissionOverwrites.create(guild.roles.everyone, { SendMessages: false })
    await made.permissionOverwrites.edit(guild.roles.everyone, { SendMessages: true })
    await made.permissionOverwrites.delete(guild.roles.everyone)
    await guild.channels.delete(made)
    const second = await guild.channels.create({ name: 'second made' })
    await second.delete()
    assert.equal(await client.channels.fetch(second.id, { force }).catch(({ code }) => code), 10003)
  })

  test('discord.js calls its methods for messages', async () => {
    const general = channel('general')
    await general.sendTyping()
    const message = await general.send('hello')
    assert.equal((await general.messages.fetch({ message: message.id, force })).content, 'hello')
    assert.ok((await general.messages.fetch({ limit: 5 })).size > 0)
    assert.equal((await message.edit('changed')).content, 'changed')
    await message.pin()
    assert.equal((await general.messages.fetchPins()).items.length, 1)
    assert.equal((await general.messages.fetchPinned()).size, 1)
    await message.unpin()
    const reaction = await message.react('👍')
    assert.equal((await reaction.users.fetch()).size, 1)
    await reaction.users.remove(client.user)
    await (await message.react('👎')).remove()
    await message.react('👀')
    await message.reactions.removeAll()
    await message.delete()
    const bunch = await Promise.all([general.send('1'), general.send('2')])
    assert.equal((await general.bulkDelete(bunch)).size, 2)
  })

  test('discord.js calls its methods for polls', async () => {
    const poll = {
      question: { text: '?' },
      answers: [{ text: 'a' }, { text: 'b' }],
      duration: 1,
      allowMultiselect: false,
    }
    const message = await channel('general').send({ poll })
    const [answer] = [...(message.poll?.answers.values() ?? [])]
    assert.equal((await answer?.voters.fetch())?.size, 0)
    await channel('general').messages.fetchPollAnswerVoters({ messageId: message.id, answerId: 1 })
    assert.ok((await message.poll?.end())?.poll?.expiresTimestamp)
  })

  test('discord.js calls its methods for messages in voice channels', async () => {
    const lounge = channel<VoiceChannel>('lounge')
    await lounge.sendTyping()
    const both = await Promise.all([lounge.send('1'), lounge.send('2')])
    assert.equal((await lounge.bulkDelete(both)).size, 2)
  })

  test('discord.js calls its methods for threads', async () => {
    const thread = await channel('general').threads.create({ name: 'a thread' })
    await thread.sendTyping()
    const both = await Promise.all([thread.send('1'), thread.send('2')])
    await thread.bulkDelete(both)
    assert.equal((await thread.setName('renamed')).name, 'renamed')
    await thread.members.add(userId('bob'))
    assert.equal((await thread.members.fetch({ member: userId('bob'), force })).id, userId('bob'))
    assert.equal((await thread.members.fetch()).size, 2)
    await thread.members.remove(userId('bob'))
    assert.ok((await guild.channels.fetchActiveThreads()).threads.has(thread.id))
    await thread.leave()
    assert.equal((await thread.members.fetch({ cache: false })).size, 0)
    await thread.join()
    await thread.setArchived(true)
    assert.ok((await channel('general').threads.fetchArchived()).threads.has(thread.id))
    const post = await channel<ForumChannel>('board').threads.create({ name: 'a post', message: { content: 'x' } })
    assert.equal((await post.fetchStarterMessage())?.content, 'x')
    await post.delete()
  })

  test('discord.js calls its methods for announcement channels', async () => {
    const news = channel<NewsChannel>('news')
    await news.addFollower(channel('second'))
    await guild.channels.addFollower(news, channel('general'))
    const message = await news.send('news')
    await message.crosspost()
    assert.ok((await message.fetch(true)).flags.has(MessageFlags.Crossposted))
  })

  test('discord.js calls its methods for emojis of guilds and applications', async () => {
    const emoji = await guild.emojis.create({ name: 'made', attachment: PIXEL })
    assert.equal((await guild.emojis.fetch(emoji.id, { force })).name, 'made')
    assert.equal((await guild.emojis.fetch()).size, 1)
    assert.equal((await emoji.fetchAuthor()).id, client.user.id)
    assert.equal((await emoji.setName('renamed')).name, 'renamed')
    await emoji.delete()
    const { emojis } = client.application
    const own = await emojis.create({ name: 'own', attachment: PIXEL })
    assert.equal((await emojis.fetch(own.id, { force })).name, 'own')
    assert.equal((await emojis.fetch()).size, 1)
    assert.equal((await own.fetchAuthor()).id, client.user.id)
    assert.equal((await own.setName('renamed')).name, 'renamed')
    await own.delete()
  })

  test('discord.js calls its methods for invites', async () => {
    const invite = await guild.invites.create(channel('general'), { maxAge: 60 })
    assert.ok((await guild.invites.fetch()).has(invite.code))
    assert.ok((await guild.invites.fetch({ channelId: channel('general').id })).has(invite.code))
    assert.equal((await client.fetchInvite(invite.code)).guild?.id, guild.id)
    await invite.delete()
    const other = await guild.invites.create(channel('general'), { maxAge: 60 })
    await guild.invites.delete(other.code)
    assert.equal(await client.fetchInvite(other.code).catch(({ code }) => code), 10006)
  })

  test('discord.js calls its methods for webhooks', async () => {
    const webhook = await channel('general').createWebhook({ name: 'hook' })
    assert.equal((await channel('general').fetchWebhooks()).has(webhook.id), true)
    assert.equal((await guild.fetchWebhooks()).has(webhook.id), true)
    assert.equal((await client.fetchWebhook(webhook.id)).name, 'hook')
    const sent = await webhook.send('hello')
    assert.equal((await webhook.fetchMessage(sent.id)).content, 'hello')
    assert.equal((await webhook.editMessage(sent.id, 'changed')).content, 'changed')
    await webhook.deleteMessage(sent.id)
    assert.equal((await webhook.edit({ name: 'renamed' })).name, 'renamed')
    const alone = new WebhookClient({ id: webhook.id, token: webhook.token ?? '' }, { rest: { api: platform.api } })
    const { id } = await alone.send('alone')
    assert.equal((await alone.fetchMessage(id)).content, 'alone')
    assert.equal((await alone.editMessage(id, 'other')).content, 'other')
    await alone.deleteMessage(id)
    await alone.edit({ name: 'by token' })
    await alone.delete()
    const last = await channel('general').createWebhook({ name: 'last' })
    await client.deleteWebhook(last.id)
  })

  test('discord.js calls its methods for webhooks in the formats of other services', async () => {
    const webhook = await channel('general').createWebhook({ name: 'hook' })
    const alone = new WebhookClient({ id: webhook.id, token: webhook.token ?? '' }, { rest: { api: platform.api } })
    assert.equal(await webhook.sendSlackMessage({ text: 'hello', username: 'x' }), true)
    assert.equal(await alone.sendSlackMessage({ text: 'hello', username: 'x' }), true)
    await webhook.delete()
  })

  test('discord.js calls its methods for application commands and their permissions', async () => {
    for (const commands of [client.application.commands, guild.commands]) {
      const command = await commands.create({ name: 'made', description: 'd' })
      assert.equal((await commands.fetch(command.id, { force })).name, 'made')
      assert.equal((await commands.fetch({})).size, 1)
      assert.equal((await command.setName('renamed')).name, 'renamed')
      await command.delete()
      await commands.set([])
    }
    await client.application.commands.permissions.fetch({ guild })
  })

  test('discord.js calls its methods for the application', async () => {
    const { application } = client
    await application.fetch()
    assert.equal((await application.edit({ description: 'walked' })).description, 'walked')
    assert.equal(await application.fetchActivityInstance('nothing').catch(({ status }) => status), 404)
  })

  test('discord.js calls its methods for guilds', async () => {
    const found = await client.guilds.fetch()
    assert.ok(found.has(guild.id))
    assert.equal((await found.get(guild.id)?.fetch())?.id, guild.id)
    assert.equal((await client.guilds.fetch({ guild: guild.id, force })).id, guild.id)
    assert.equal((await guild.setName('The lab')).name, 'The lab')
    await guild.setIncidentActions({ invitesDisabledUntil: new Date(Date.now() + 60_000) })
    await guild.setIncidentActions({ invitesDisabledUntil: null })
    assert.ok((await guild.fetchAuditLogs()).entries.size > 0)
    const vanity = await guild.fetchVanityData()
    assert.equal(vanity.code, 'the-lab')
    const integrations = await guild.fetchIntegrations()
    const other = integrations.find(({ application }) => application?.id === platform.other.applicationId)
    assert.ok(other)
    await other.delete()
    assert.ok((await client.fetchVoiceRegions()).size > 0)
    const annex = client.guilds.cache.get(platform.annex.id)
    await annex?.leave()
  })

  test('discord.js calls its methods for preview, widget and other public objects of a guild', async () => {
    const preview = await guild.fetchPreview()
    assert.equal((await preview.fetch()).id, guild.id)
    assert.equal((await client.fetchGuildPreview(guild.id)).id, guild.id)
    await guild.setWidgetSettings({ enabled: true, channel: channel('general') })
    assert.equal((await guild.fetchWidgetSettings()).enabled, true)
    const widget = await client.fetchGuildWidget(guild.id)
    assert.equal((await widget.fetch()).id, guild.id)
    const general = channel('general')
    await guild.editWelcomeScreen({
      enabled: true,
      description: 'hi',
      welcomeChannels: [{ channel: general, description: 'x' }],
    })
    assert.equal((await guild.fetchWelcomeScreen()).description, 'hi')
    await guild.editOnboarding({ defaultChannels: [general], enabled: false, prompts: [] })
    assert.equal((await guild.fetchOnboarding()).enabled, false)
  })

  test('discord.js calls its methods for guild templates', async () => {
    const template = await guild.createTemplate('made')
    assert.ok((await guild.fetchTemplates()).has(template.code))
    assert.equal((await client.fetchGuildTemplate(template.code)).name, 'made')
    assert.equal((await template.edit({ name: 'renamed' })).name, 'renamed')
    await template.sync()
    await template.delete()
  })

  test('discord.js calls its methods for scheduled events', async () => {
    const event = await guild.scheduledEvents.create({
      name: 'made',
      entityType: 2,
      privacyLevel: 2,
      channel: channel<VoiceChannel>('lounge'),
      scheduledStartTime: new Date(Date.now() + 3_600_000),
    })
    assert.equal((await guild.scheduledEvents.fetch({ guildScheduledEvent: event.id, force })).name, 'made')
    assert.equal((await guild.scheduledEvents.fetch()).size, 1)
    assert.equal((await event.setName('renamed')).name, 'renamed')
    assert.equal((await event.fetchSubscribers()).size, 0)
    await event.delete()
  })

  test('discord.js calls its methods for stage instances', async () => {
    const stage = await guild.stageInstances.create(channel<StageChannel>('hall'), { topic: 'made' })
    assert.equal((await guild.stageInstances.fetch(stage.channelId, { force })).topic, 'made')
    assert.equal((await stage.setTopic('renamed')).topic, 'renamed')
    await stage.delete()
  })

  test('discord.js calls its methods for auto moderation', async () => {
    const { autoModerationRules: rules } = guild
    const rule = await rules.create({
      name: 'made',
      eventType: 1,
      triggerType: 1,
      triggerMetadata: { keywordFilter: ['bad'] },
      actions: [{ type: 1 }],
    })
    assert.equal((await rules.fetch({ autoModerationRule: rule.id, force })).name, 'made')
    assert.equal((await rules.fetch()).size, 1)
    assert.equal((await rule.setName('renamed')).name, 'renamed')
    await rule.delete()
  })

  test('discord.js calls its methods for voice states', async () => {
    await using ann = await guildSession(platform.ann, Intent.GUILDS)
    const joined = once(client, Events.VoiceStateUpdate)
    const hall = channel<StageChannel>('hall')
    ann.send(4, { guild_id: guild.id, channel_id: hall.id, self_mute: false, self_deaf: false })
    await joined
    assert.equal((await guild.voiceStates.fetch(userId('ann'), { force })).channelId, hall.id)
    const state = guild.voiceStates.cache.get(userId('ann'))
    await state?.setSuppressed(false)
  })

  test('discord.js calls its methods for interactions', async () => {
    await using bob = await person('bob', client)
    const command = await guild.commands.create({
      name: 'do',
      description: 'd',
      options: [{ name: 'o', description: 'd', type: 3, autocomplete: true }],
    })
    const replied = await bob.uses(command)
    await replied.reply({ content: 'one', components: BUTTON })
    const message = await replied.fetchReply()
    assert.equal((await replied.editReply('two')).content, 'two')
    await replied.webhook.deleteMessage((await replied.followUp('three')).id)
    await (await bob.uses(command)).deferReply()
    await (await bob.uses(command)).showModal(MODAL)
    await bob.sees('INTERACTION_MODAL_CREATE')

    await (await bob.presses(message)).update('pressed')
    await (await bob.presses(message)).deferUpdate()
    await (await bob.presses(message)).deferReply()
    await (await bob.presses(message)).reply('pressed')

    await (await bob.submits(message)).reply('submitted')
    await (await bob.submits(message)).deferReply()
    await (await bob.submits(message)).deferUpdate()
    const last = await bob.submits(message)
    assert.ok(last.isFromMessage())
    await last.update('submitted')

    await (await bob.types(command)).respond([{ name: 'n', value: 'v' }])
    await command.delete()
  })

  test('discord.js calls its methods for activities', async () => {
    const game = await login('game', [GatewayIntentBits.Guilds])
    try {
      await using bob = await person('bob', game)
      const commands = game.application.commands
      const command = await commands.create({ name: 'play', description: 'd' })
      const replied = await bob.uses(command)
      await replied.reply({ content: 'play?', components: BUTTON })
      const message = await replied.fetchReply()
      const started = await bob.uses(command)
      await started.launchActivity()
      await (await bob.presses(message)).launchActivity()
      await (await bob.submits(message)).launchActivity()
      assert.equal(await game.application.fetchActivityInstance('nothing').catch(({ status }) => status), 404)
    } finally {
      await game.destroy()
    }
  })

  test('discord.js calls its methods for stickers', async () => {
    const file = Buffer.from(PIXEL.slice(PIXEL.indexOf(',') + 1), 'base64')
    const sticker = await guild.stickers.create({ file: { attachment: file, name: 'x.png' }, name: 'made', tags: 'x' })
    assert.equal((await guild.stickers.fetch(sticker.id, { force })).name, 'made')
    assert.equal((await guild.stickers.fetch()).size, 1)
    assert.equal((await sticker.fetchUser())?.id, client.user.id)
    assert.equal((await sticker.edit({ name: 'renamed' })).name, 'renamed')
    assert.equal((await sticker.fetch()).name, 'renamed')
    assert.equal((await client.fetchSticker(sticker.id)).id, sticker.id)
    await client.fetchStickerPacks()
    await sticker.delete()
  })

  test('discord.js calls its methods for soundboard sounds', async () => {
    // Missing from the library's types.
    const untyped = client as unknown as { fetchDefaultSoundboardSounds(): Promise<Map<string, unknown>> }
    const [standard] = [...(await untyped.fetchDefaultSoundboardSounds()).keys()]
    const file = Buffer.from(await (await fetch(`${platform.cdn}/soundboard-sounds/${standard}`)).arrayBuffer())
    const sound = await guild.soundboardSounds.create({ file, name: 'made', contentType: 'audio/ogg' })
    const soundboardSound = sound.soundId
    assert.equal((await guild.soundboardSounds.fetch({ soundboardSound, force })).name, 'made')
    assert.equal((await guild.soundboardSounds.fetch()).size, 1)
    assert.equal((await sound.edit({ name: 'renamed' })).name, 'renamed')
    const lounge = channel<VoiceChannel>('lounge')
    const joined = once(client, Events.VoiceStateUpdate)
    const d = { guild_id: guild.id, channel_id: lounge.id, self_mute: false, self_deaf: false }
    guild.shard.send({ op: 4, d })
    await joined
    const received = once(client, Events.VoiceChannelEffectSend)
    await lounge.sendSoundboardSound(sound)
    await received
    await sound.delete()
  })

  test('discord.js calls its methods for target users of invites', async () => {
    const targetUsersFile = [userId('bob')]
    const invite = await guild.invites.create(channel('general'), { targetUsersFile })
    await guild.invites.fetchTargetUsersJobStatus(invite.code)
    await invite.fetchTargetUsersJobStatus()
    await guild.invites.updateTargetUsers(invite.code, targetUsersFile)
    await invite.updateTargetUsers(targetUsersFile)
    assert.match((await guild.invites.fetchTargetUsers(invite.code)).toString(), /\d{17}/)
    assert.match((await invite.fetchTargetUsers()).toString(), /\d{17}/)
  })

  test('discord.js calls its methods for role connections', async () => {
    const record = { type: 1, key: 'level', name: 'n', description: 'd' }
    assert.equal((await client.application.editRoleConnectionMetadataRecords([record])).length, 1)
    assert.equal((await client.application.fetchRoleConnectionMetadataRecords())[0]?.key, 'level')
  })

  test('discord.js calls its methods for SKUs, entitlements and subscriptions', async () => {
    const { application } = client
    const skus = await application.fetchSKUs()
    const [plan, potion] = [SKUType.Subscription, SKUType.Consumable].map((type) =>
      skus.find((sku) => sku.type === type),
    )
    assert.ok(plan && potion)
    const ann = platform.ann.api
    for (const { id } of [plan, potion])
      assert.equal((await ann.post(`/skus/${id}/purchases`, { user_id: userId('bob') })).status, 200)
    const bought = await application.entitlements.fetch({ user: userId('bob') })
    const entitlement = bought.find(({ skuId }) => skuId === potion.id)
    assert.ok(entitlement)
    assert.equal((await application.entitlements.fetch({ entitlement, force })).id, entitlement.id)
    await application.entitlements.consume(entitlement.id)
    const trial = await application.entitlements.createTest({ sku: plan.id, user: userId('eve') })
    await application.entitlements.deleteTest(trial)
    const [subscription] = [...(await application.subscriptions.fetch({ sku: plan.id, user: userId('bob') })).values()]
    assert.ok(subscription)
    const found = await application.subscriptions.fetch({ sku: plan.id, subscriptionId: subscription.id })
    assert.equal(found.userId, userId('bob'))
  })

  test('the REST client of discord.js reaches endpoints without a method', async () => {
    const application = (await client.rest.get('/oauth2/applications/@me')) as ApplicationObject
    assert.equal(application.id, client.application.id)
    const { keys } = (await client.rest.get('/oauth2/keys', { auth: false })) as {
      keys: { kty: string; use: string }[]
    }
    assert.deepEqual(
      keys.map(({ kty, use }) => [kty, use]),
      [['RSA', 'sig']],
    )
    const bob = platform.bob.api
    const own = await bob.get<{ user: { id: string }; joined_at: string }>(`/users/@me/guilds/${guild.id}/member`)
    assert.equal(own.body.user.id, userId('bob'))
    const elsewhere = await bob.get<MemberObject>(`/users/@me/guilds/${platform.annex.id}/member`)
    assert.equal(elsewhere.code, 10004)
  })

  test('every method that sends a request was called or is listed with a reason', () => {
    const left = notes.methods.filter((name) => !notes.called.has(name) && !(name in ELSEWHERE))
    assert.deepEqual(left, [])
    const stale = Object.keys(ELSEWHERE).filter((name) => notes.called.has(name) || !notes.methods.includes(name))
    assert.deepEqual(stale, [])
  })
})
