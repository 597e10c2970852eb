/** Messages as a bot's author writes them: discord.js itself, unmodified but for the address. */
import assert from 'node:assert/strict'
import { once } from 'node:events'
import { after, before, describe } from 'node:test'
import type { api } from '@guildhall/testing'
import {
  ActionRowBuilder,
  AttachmentBuilder,
  ButtonBuilder,
  ButtonStyle,
  Client,
  ContainerBuilder,
  EmbedBuilder,
  Events,
  GatewayIntentBits,
  type Message,
  MessageFlags,
  MessageReferenceType,
  Partials,
  type TextChannel,
  TextDisplayBuilder,
  WebhookClient,
} from 'discord.js'

import { guildhallTest } from '../support/fixture.ts'

const world = {
  users: { ann: {}, bob: {} },
  applications: { app: { owner: 'ann', bot: {}, intents: ['GUILD_MEMBERS', 'GUILD_PRESENCES', 'MESSAGE_CONTENT'] } },
  guilds: {
    lab: {
      owner: 'ann',
      members: ['bob'],
      bots: { app: { permissions: '8' } },
      channels: { general: {}, news: { type: 5 }, other: {} },
    },
  },
}

const test = guildhallTest({ world })
const { platform } = test

describe('messages by discord.js', () => {
  let client: Client<true>
  let channel: TextChannel
  let bob: ReturnType<typeof api>

  before(async () => {
    await test.start()
    const bot = new Client({
      intents: [
        GatewayIntentBits.Guilds,
        GatewayIntentBits.GuildMessages,
        GatewayIntentBits.GuildMessageReactions,
        GatewayIntentBits.GuildMessagePolls,
        GatewayIntentBits.GuildWebhooks,
        GatewayIntentBits.MessageContent,
      ],
      partials: [Partials.Message, Partials.Reaction],
      rest: { api: platform.api, cdn: platform.cdn },
    })
    const ready = once(bot, Events.ClientReady)
    await bot.login(platform.app.token)
    await ready
    client = bot as Client<true>
    channel = (await client.channels.fetch(platform.lab.general.id)) as TextChannel
    bob = platform.bob.api
  })

  after(async () => {
    await client?.destroy()
  })

  test('text, embeds, a file that an embed shows, and buttons', async () => {
    const file = new AttachmentBuilder(Buffer.from('hello'), { name: 'hello.txt', description: 'a greeting' })
    const message = await channel.send({
      content: 'all at once',
      embeds: [new EmbedBuilder().setTitle('T').setColor(0xff0000).setImage('attachment://hello.txt').setTimestamp()],
      files: [file],
      components: [
        new ActionRowBuilder<ButtonBuilder>().addComponents(
          new ButtonBuilder().setCustomId('a').setLabel('A').setStyle(ButtonStyle.Primary),
        ),
      ],
    })
    assert.equal(message.attachments.size, 0, 'what an embed shows is not listed beside it')
    assert.equal(await (await fetch(message.embeds[0]?.image?.url ?? '')).text(), 'hello')
    const bare = await message.edit({ embeds: [] })
    const attachment = bare.attachments.first()
    assert.deepEqual([attachment?.name, attachment?.size, attachment?.description], ['hello.txt', 5, 'a greeting'])
    await bare.edit({ embeds: [new EmbedBuilder().setTitle('T').setImage('attachment://hello.txt')] })
    assert.equal(message.components.length, 1)
    const again = await channel.messages.fetch({ message: message.id, force: true })
    assert.deepEqual([again.content, again.embeds[0]?.title], ['all at once', 'T'])
  })

  test('a spoiler by name, and a layout of components', async () => {
    const file = new AttachmentBuilder(Buffer.from('x'), { name: 'x.txt' }).setSpoiler()
    const spoiler = await channel.send({ files: [file] })
    assert.equal(spoiler.attachments.first()?.spoiler, true)
    const layout = await channel.send({
      flags: MessageFlags.IsComponentsV2,
      components: [
        new ContainerBuilder().addTextDisplayComponents(
          new TextDisplayBuilder().setContent(`hello <@${client.user.id}>`),
        ),
      ],
    })
    assert.ok(layout.flags.has(MessageFlags.IsComponentsV2))
    assert.ok(layout.mentions.users.has(client.user.id))
  })

  test('a reply, an edit, a forward, a deletion', async () => {
    const first = await channel.send('first')
    const reply = await first.reply({ content: 'second', allowedMentions: { repliedUser: false } })
    assert.equal((await reply.fetchReference()).id, first.id)
    assert.equal(reply.mentions.repliedUser?.id, client.user.id)
    const edited = await reply.edit({ content: 'changed', embeds: [{ title: 'new' }] })
    assert.deepEqual(
      [edited.content, edited.embeds[0]?.title, edited.editedAt instanceof Date],
      ['changed', 'new', true],
    )
    await edited.suppressEmbeds()
    assert.ok((await channel.messages.fetch({ message: reply.id, force: true })).flags.has(MessageFlags.SuppressEmbeds))
    const forward = await first.forward(channel)
    assert.equal(forward.reference?.type, MessageReferenceType.Forward)
    assert.equal(forward.messageSnapshots.first()?.content, 'first')
    const gone = once(client, Events.MessageDelete)
    await first.delete()
    assert.equal(((await gone)[0] as Message).id, first.id)
    await assert.rejects(channel.messages.fetch({ message: first.id, force: true }), { code: 10008 })
  })

  test('collectors hear what people write and how they react', async () => {
    const written = channel.awaitMessages({
      max: 1,
      time: 5_000,
      filter: (message) => message.content === 'collect me',
    })
    await bob.post(`/channels/${channel.id}/messages`, { content: 'not me' })
    await bob.post(`/channels/${channel.id}/messages`, { content: 'collect me' })
    const message = (await written).first()
    assert.equal(message?.author.id, platform.bob.id)
    assert.ok(message)

    await message.react('👍')
    const reacted = message.awaitReactions({ max: 1, time: 5_000, filter: (_, user) => !user.bot })
    await bob.put(`/channels/${channel.id}/messages/${message.id}/reactions/${encodeURIComponent('👍')}/@me`)
    const reaction = (await reacted).first()
    assert.deepEqual([reaction?.emoji.name, reaction?.count], ['👍', 2])
    assert.equal((await reaction?.users.fetch())?.size, 2)
    await reaction?.users.remove(platform.bob.id)
    await reaction?.remove()
    await message.react('🎉')
    const removed = once(client, Events.MessageReactionRemoveAll)
    await message.reactions.removeAll()
    await removed
    assert.equal((await channel.messages.fetch({ message: message.id, force: true })).reactions.cache.size, 0)
  })

  test('[END-56] [END-57] [END-58] pins', async () => {
    const message = await channel.send('pin me')
    const updated = once(client, Events.ChannelPinsUpdate)
    await message.pin()
    await updated
    const pins = await channel.messages.fetchPins()
    assert.deepEqual([pins.items.map((item) => item.message.id), pins.hasMore], [[message.id], false])
    await message.unpin()
    assert.equal((await channel.messages.fetchPins()).items.length, 0)
  })

  test('bulk deletion', async () => {
    const messages = await Promise.all([1, 2, 3].map((number) => channel.send(`bulk ${number}`)))
    const deleted = once(client, Events.MessageBulkDelete)
    await channel.bulkDelete(messages)
    assert.equal(((await deleted)[0] as Map<string, unknown>).size, 3)
  })

  test('a poll', async () => {
    const message = await channel.send({
      poll: {
        question: { text: 'Which?' },
        answers: [{ text: 'this' }, { text: 'that', emoji: '🎲' }],
        duration: 24,
        allowMultiselect: true,
      },
    })
    const voted = once(client, Events.MessagePollVoteAdd)
    await bob.put(`/channels/${channel.id}/polls/${message.id}/answers/@me`, { answer_ids: [1, 2] })
    assert.equal(((await voted)[0] as { id: number }).id, 1)
    const answer = message.poll?.answers.get(1)
    assert.equal((await answer?.voters.fetch())?.size, 1)
    const ended = await message.poll?.end()
    assert.equal(ended?.poll?.resultsFinalized, true)
  })

  test('webhooks: its own, by address, with a name and a picture', async () => {
    const changed = once(client, Events.WebhooksUpdate)
    const webhook = await channel.createWebhook({ name: 'hook' })
    await changed
    const sent = await webhook.send({
      content: 'by hook',
      username: 'Other',
      files: [{ attachment: Buffer.from('f'), name: 'f.txt' }],
    })
    assert.deepEqual([sent.author.username, sent.webhookId], ['Other', webhook.id])
    const outside = new WebhookClient({ id: webhook.id, token: webhook.token ?? '' }, { rest: { api: platform.api } })
    const message = await outside.send('from outside')
    assert.equal((await outside.editMessage(message.id, 'edited')).content, 'edited')
    assert.equal((await outside.fetchMessage(message.id)).content, 'edited')
    await outside.deleteMessage(message.id)
    assert.equal((await channel.fetchWebhooks()).size, 1)
    await webhook.edit({ name: 'renamed' })
    await webhook.delete()
    await assert.rejects(outside.send('too late'), { code: 10015 })
    outside.destroy()
  })

  test('an announcement is published to who follows', async () => {
    const { news, other } = platform.world?.guilds.lab?.channels ?? {}
    const source = await client.channels.fetch(news?.id ?? '')
    assert.ok(source?.isTextBased() && 'addFollower' in source)
    await source.addFollower(other?.id ?? '')
    const message = await source.send('news')
    const target = (await client.channels.fetch(other?.id ?? '')) as TextChannel
    const copied = target.awaitMessages({ max: 1, time: 5_000, filter: (entry) => entry.content === 'news' })
    await message.crosspost()
    assert.ok((await copied).first()?.flags.has(MessageFlags.IsCrosspost))
    assert.equal(message.crosspostable, false)
  })
})
