/** An unmodified discord.js bot stays connected over a reset, with the caches of a bot that has just started. */
import assert from 'node:assert/strict'
import { once } from 'node:events'
import { test } from 'node:test'
import { api } from '@guildhall/testing'
import { Client, Events, GatewayIntentBits } from 'discord.js'
import { connect, dispatch, Invoking } from '../support/interactions.ts'
import { startPlatform } from '../support/platform.ts'

const world = {
  users: { ann: {}, bob: {} },
  applications: { app: { owner: 'ann', bot: {}, intents: ['GUILD_MEMBERS', 'GUILD_PRESENCES', 'MESSAGE_CONTENT'] } },
  guilds: {
    lab: {
      owner: 'ann',
      members: ['bob'],
      roles: { red: { color: 0xff0000 } },
      bots: { app: { permissions: '8' } },
      channels: { general: {}, other: {} },
    },
  },
}
const { Guilds, GuildMembers, GuildPresences, GuildMessages, MessageContent } = GatewayIntentBits
const WAIT_MAX_MS = 30_000

async function login(platform: Awaited<ReturnType<typeof startPlatform>>): Promise<Client<true>> {
  const bot = new Client({
    intents: [Guilds, GuildMembers, GuildPresences, GuildMessages, MessageContent],
    rest: { api: platform.api },
  })
  const ready = heard(bot, Events.ClientReady)
  await bot.login(platform.world?.applications.app?.bot?.token)
  await ready
  return bot as Client<true>
}

const heard = (bot: Client, name: string) => once(bot as never, name, { signal: AbortSignal.timeout(WAIT_MAX_MS) })

/** Everything that a bot knows of its guilds, in a form that can be compared. */
function cached(bot: Client) {
  const plain = (value: unknown) =>
    JSON.parse(JSON.stringify(value, (_key, each) => (typeof each === 'bigint' ? `${each}` : each)))
  return {
    guilds: [...bot.guilds.cache.values()].map((guild) => ({
      ...plain(guild.toJSON()),
      channels: sorted([...guild.channels.cache.values()].map((channel) => withoutMessages(plain(channel.toJSON())))),
      roles: sorted([...guild.roles.cache.values()].map((role) => plain(role.toJSON()))),
      members: sorted([...guild.members.cache.values()].map((member) => plain(member.toJSON()))),
      presences: guild.presences.cache.map(({ userId, status }) => `${userId} ${status}`).sort(),
    })),
    channels: [...bot.channels.cache.keys()].sort(),
    user: plain(bot.user?.toJSON()),
  }
}

/** A library keeps the messages that it saw, also when it reconnects. No later message has their ids. */
function withoutMessages({ messages: _messages, ...channel }: Record<string, string>) {
  return channel
}

function sorted<T extends { id?: string; userId?: string }>(items: T[]): T[] {
  const key = ({ id, userId }: T) => id ?? userId ?? ''
  return items.sort((a, b) => key(a).localeCompare(key(b)))
}

test('a discord.js bot stays connected over a reset with the caches of a fresh bot, and its commands work', async () => {
  await using platform = await startPlatform({ world, databaseUrl: null, rateLimits: 'off' })
  const control = api(platform.control.url, `Bearer ${platform.control.key}`)
  const { users, guilds } = platform.world ?? {}
  const ann = api(platform.api, users?.ann?.token)
  const guild = `/guilds/${guilds?.lab?.id}`
  const general = guilds?.lab?.channels.general?.id ?? ''
  const bot = await login(platform)
  try {
    let reconnected = 0
    for (const name of [Events.ShardReconnecting, Events.ShardResume, Events.ShardDisconnect])
      bot.on(name as Events.ShardResume, () => {
        reconnected += 1
      })
    const updated = heard(bot, Events.GuildUpdate)
    await ann.post(`${guild}/channels`, { name: 'since' })
    await ann.post(`/channels/${general}/threads`, { name: 'thread', type: 11 })
    await ann.delete(`/channels/${guilds?.lab?.channels.other?.id}`)
    await ann.post(`${guild}/roles`, { name: 'since' })
    await ann.patch(`${guild}/members/${users?.bob?.id}`, { nick: 'since' })
    await ann.patch(guild, { name: 'since' })
    await updated
    const available = heard(bot, Events.GuildAvailable)
    assert.equal((await control.post('/reset', {})).status, 200)
    await available
    const fresh = await login(platform)
    try {
      assert.deepEqual(cached(bot), cached(fresh))
    } finally {
      await fresh.destroy()
    }
    assert.equal(reconnected, 0)

    await bot.application.commands.create({ name: 'ping', description: 'Responds' })
    assert.equal((await control.put('/snapshots/ready')).status, 200)
    bot.on(Events.InteractionCreate, async (interaction) => {
      if (interaction.isChatInputCommand()) await interaction.reply(`pong in ${interaction.guild?.name}`)
    })
    await bot.application.commands.set([])
    const again = heard(bot, Events.GuildAvailable)
    assert.equal((await control.post('/snapshots/ready/restore', {})).status, 200)
    await again
    const person = await connect(platform, users?.ann?.token)
    const [command] = [...(await bot.application.commands.fetch()).values()]
    assert.equal(command?.name, 'ping')
    const base = {
      application_id: platform.world?.applications.app?.id ?? '',
      channel_id: general,
      guild_id: guilds?.lab?.id ?? '',
    }
    const use = new Invoking(person, base)
    assert.equal((await use.use(command)).status, 204)
    const reply = await person.gateway.next<{ content: string }>(dispatch('MESSAGE_CREATE'))
    assert.match(reply.d.content, /^pong in /)
    await person.gateway.close()
  } finally {
    await bot.destroy()
  }
})
