/** Two games and an unmodified bot of discord.js in one lobby: each of them sees what the others do. */
import assert from 'node:assert/strict'
import { once } from 'node:events'
import { test } from 'node:test'
import { Client as Bot, Events, GatewayIntentBits, type Message, MessageFlags, Routes } from 'discord.js'
import { Heard } from '../support/heard.ts'
import * as sdk from '../support/sdk.ts'
import { type SdkLab, sdkLab } from '../support/sdk-lab.ts'

/** A game with what its handlers were called for, such as `said hello`. */
class Game extends Heard<[line: string]> {
  readonly client: sdk.Client

  constructor(client: sdk.Client) {
    super()
    this.client = client
    const textOf = (id: bigint) => client.GetMessageHandle(id)?.Content()
    client.SetMessageCreatedCallback((id) => this.handler(`said ${textOf(id)}`))
    client.SetMessageUpdatedCallback((id) => this.handler(`changed ${textOf(id)}`))
    client.SetMessageDeletedCallback((id) => this.handler(`deleted ${id}`))
    client.SetLobbyCreatedCallback(() => this.handler('created'))
    client.SetLobbyUpdatedCallback(() => this.handler('lobby'))
    client.SetLobbyDeletedCallback(() => this.handler('gone'))
    client.SetLobbyMemberAddedCallback((_lobby, id) => this.handler(`came ${id}`))
    client.SetLobbyMemberUpdatedCallback((_lobby, id) => this.handler(`member ${id}`))
    client.SetLobbyMemberRemovedCallback((_lobby, id) => this.handler(`left ${id}`))
  }

  get id(): bigint {
    return this.client.GetCurrentUserV2()?.Id() ?? assert.fail('the game is connected')
  }

  hears(line: string): Promise<unknown> {
    return this.first((one) => one === line)
  }

  /** Returns the message with a text. */
  message(lobbyId: bigint, content: string): Promise<sdk.MessageHandle> {
    return this.client.GetLobbyMessagesWithLimit(lobbyId, 50).then(([, messages]) => {
      return messages.find((message) => message.Content() === content) ?? assert.fail(`nobody said ${content}`)
    })
  }
}

/** Signs the bot of the game in, which changes nothing of the library but its addresses. */
async function startBot(lab: SdkLab): Promise<Bot> {
  const { Guilds, GuildMessages, MessageContent } = GatewayIntentBits
  const bot = new Bot({ intents: [Guilds, GuildMessages, MessageContent], rest: { api: lab.platform.api } })
  const ready = once(bot, Events.ClientReady)
  await bot.login(lab.platform.world?.applications.arcade?.bot?.token)
  await ready
  return bot
}

/** Lets the bot make a lobby of one player. Only lobbies of a game's server can be linked. */
async function lobbyOfBot(bot: Bot, { id }: Game): Promise<bigint> {
  const lobby = (await bot.rest.post('/lobbies', { body: { members: [{ id: `${id}` }] } })) as { id: string }
  return BigInt(lobby.id)
}

/** Resolves with the next message that a bot reads with a text. */
async function botReads(bot: Bot, content: string): Promise<Message> {
  return new Promise((resolve) => {
    const read = (message: Message) => {
      if (message.content !== content) return
      bot.off(Events.MessageCreate, read)
      resolve(message)
    }
    bot.on(Events.MessageCreate, read)
  })
}

test('[SVC-9] [SVC-13] [SDK-38] [LOB-1] [LOB-6] a person, a provisional player and a bot are in one lobby', async (context) => {
  await using lab = await sdkLab()
  const bot = await startBot(lab)
  await using _session = { [Symbol.asyncDispose]: () => bot.destroy() } // ends before the platform
  const ann = new Game(await lab.connect((await lab.signIn('ann')).access))
  const gus = new Game(await lab.connect(await lab.playerToken('arcade', 'gus')))
  const lobbyId = await lobbyOfBot(bot, ann)
  await ann.hears('created')
  await bot.rest.put(`/lobbies/${lobbyId}/members/${gus.id}`, { body: {} })
  await Promise.all([ann.hears(`came ${gus.id}`), gus.hears('created')])
  const lobbyOf = (game: Game) => game.client.GetLobbyHandle(lobbyId) ?? assert.fail('the game is in the lobby')
  const channelId = lab.platform.world?.guilds.hall?.channels.general?.id ?? ''

  await context.test('the bot lets a player link the lobby, which both games see', async () => {
    const unlinked = await ann.client.LinkChannelToLobby(lobbyId, BigInt(channelId))
    assert.equal(unlinked[0].ErrorCode(), 50013, 'only the bot gives the right to link')
    await bot.rest.put(`/lobbies/${lobbyId}/members/${ann.id}`, { body: { flags: 1, metadata: { team: 'red' } } })
    await gus.hears(`member ${ann.id}`)
    assert.deepEqual(lobbyOf(gus).GetLobbyMemberHandle(ann.id)?.Metadata(), { team: 'red' })
    const [linked] = await ann.client.LinkChannelToLobby(lobbyId, BigInt(channelId))
    assert.equal(linked.ToString(), 'Success')
    await gus.hears('lobby')
    assert.deepEqual(
      [lobbyOf(gus).LinkedChannel()?.Name(), lobbyOf(ann).LinkedChannel()?.Name()],
      ['general', 'general'],
    )
  })

  await context.test('a message of a player reaches the other player and the bot, which answers both', async () => {
    await bot.rest.put(`/lobbies/${lobbyId}/members/${gus.id}`, { body: { additional_name: 'Captain' } })
    const read = botReads(bot, 'who is there?')
    const [, id] = await gus.client.SendLobbyMessageWithMetadata(lobbyId, 'who is there?', { seat: '2' })
    const message = await read
    assert.deepEqual([message.id, message.author.globalName, message.channelId], [`${id}`, 'gus', channelId])
    await ann.hears('said who is there?')
    const seen = ann.client.GetMessageHandle(id)
    assert.deepEqual(
      [seen?.AuthorId(), seen?.Author()?.IsProvisional(), seen?.AdditionalName(), seen?.Metadata()],
      [gus.id, true, 'Captain', { seat: '2' }],
    )

    const answer = await message.reply('the keeper')
    for (const game of [ann, gus]) {
      await game.hears('said the keeper')
      const heard = await game.message(lobbyId, 'the keeper')
      assert.deepEqual([heard.AuthorId(), heard.SentFromGame()], [BigInt(bot.user?.id ?? 0), false])
      assert.equal(heard.Author()?.DisplayName(), bot.user?.displayName)
    }
    await answer.edit('the keeper of the keys')
    await Promise.all([ann, gus].map((game) => game.hears('changed the keeper of the keys')))
    await answer.delete()
    await Promise.all([ann, gus].map((game) => game.hears(`deleted ${answer.id}`)))
    assert.equal(gus.client.GetMessageHandle(BigInt(answer.id)), null)
  })

  await context.test('a message from outside of the games reaches both games and the bot', async () => {
    const read = botReads(bot, 'from outside')
    const path = `/channels/${channelId}/messages`
    await lab.person('bob').post(path, { content: 'from outside' })
    await Promise.all([read, ann.hears('said from outside'), gus.hears('said from outside')])
    const quiet = { content: 'from the bot', flags: MessageFlags.SuppressEmbeds }
    await bot.rest.post(Routes.channelMessages(channelId), { body: quiet })
    await Promise.all([ann, gus].map((game) => game.hears('said from the bot')))
    assert.deepEqual(
      gus.calls.filter(([line]) => line === 'said from the bot'),
      [['said from the bot']],
      'once',
    )
  })

  await context.test('the bot moderates a message and changes the lobby, which both games see', async () => {
    const message = await gus.message(lobbyId, 'who is there?')
    const path = `/lobbies/${lobbyId}/messages/${message.Id()}/moderation-metadata` as const
    await bot.rest.put(path, { body: { verdict: 'fine' } })
    await Promise.all([ann, gus].map((game) => game.hears('changed who is there?')))
    assert.deepEqual(message.ModerationMetadata(), { verdict: 'fine' })
    assert.deepEqual((await ann.message(lobbyId, 'who is there?')).ModerationMetadata(), { verdict: 'fine' })
    for (const game of [ann, gus]) game.calls.length = 0
    await bot.rest.patch(`/lobbies/${lobbyId}`, { body: { metadata: { map: 'snow' } } })
    await Promise.all([ann, gus].map((game) => game.hears('lobby')))
    assert.deepEqual([lobbyOf(ann).Metadata(), lobbyOf(gus).Metadata()], [{ map: 'snow' }, { map: 'snow' }])
    const { metadata, members } = (await bot.rest.get(`/lobbies/${lobbyId}`)) as {
      metadata: object
      members: { id: string }[]
    }
    assert.deepEqual(metadata, { map: 'snow' })
    assert.deepEqual(new Set(members.map(({ id }) => BigInt(id))), new Set(lobbyOf(ann).LobbyMemberIds()))
  })

  await context.test('after its removal a game hears and says nothing more', async () => {
    await bot.rest.delete(`/lobbies/${lobbyId}/members/${gus.id}`)
    await Promise.all([gus.hears('gone'), ann.hears(`left ${gus.id}`)])
    gus.calls.length = 0
    const [refused] = await gus.client.SendLobbyMessage(lobbyId, 'let me in')
    assert.equal(refused.Type(), sdk.ErrorType.HTTPError)
    const read = botReads(bot, 'he is gone')
    await ann.client.SendLobbyMessage(lobbyId, 'he is gone')
    await Promise.all([read, ann.hears('said he is gone')])
    assert.deepEqual(gus.calls, [])
    assert.ok(!ann.calls.some(([line]) => line === 'said let me in'))
    await bot.rest.delete(`/lobbies/${lobbyId}`)
    await ann.hears('gone')
    assert.deepEqual(ann.client.GetLobbyIds(), [])
  })
})
