// A moderation bot with discord.js: it removes messages with forbidden words, and times a member out at the third one.
// Moderators forgive a member by /forgive.
//
//   DISCORD_TOKEN     the bot's token
//   GUILDHALL_API     the platform's HTTP API, by default http://127.0.0.1:7700/api
//   FORBIDDEN_WORDS   separated by commas, by default "spam"
import { fileURLToPath } from 'node:url'
import {
  ActionRowBuilder,
  ButtonBuilder,
  ButtonStyle,
  Client,
  Events,
  GatewayIntentBits,
  MessageFlags,
  PermissionFlagsBits,
  SlashCommandBuilder,
} from 'discord.js'

const STRIKES_MAX = 3
const TIMEOUT_MS = 10 * 60 * 1000

const forgive = new SlashCommandBuilder()
  .setName('forgive')
  .setDescription('Forgets the strikes of a member')
  .setDefaultMemberPermissions(PermissionFlagsBits.ModerateMembers)
  .addUserOption((option) => option.setName('user').setDescription('The member').setRequired(true))

/** Logs the bot in; returns the client once it is ready. It needs MANAGE_MESSAGES and MODERATE_MEMBERS. */
export async function startBot({ token, api, words }) {
  const client = new Client({
    intents: [GatewayIntentBits.Guilds, GatewayIntentBits.GuildMessages, GatewayIntentBits.MessageContent],
    rest: { api },
  })
  const forbidden = new Set(words.map((word) => word.toLowerCase()))
  /** Messages removed so far, by guild and member. */
  const strikes = new Map()

  client.on(Events.MessageCreate, async (message) => {
    if (message.author.bot || !message.inGuild()) return
    const said = message.content.toLowerCase().split(/[^\p{L}\p{N}]+/u)
    if (!said.some((word) => forbidden.has(word))) return
    await message.delete()
    const key = `${message.guildId} ${message.author.id}`
    const count = (strikes.get(key) ?? 0) + 1
    strikes.set(key, count)
    if (count < STRIKES_MAX) {
      await message.channel.send(`<@${message.author.id}>, that word is not allowed (${count} of ${STRIKES_MAX})`)
      return
    }
    strikes.delete(key)
    await message.member?.timeout(TIMEOUT_MS, `${STRIKES_MAX} messages with forbidden words`)
  })

  client.on(Events.InteractionCreate, async (interaction) => {
    if (interaction.isChatInputCommand() && interaction.commandName === 'forgive') {
      const user = interaction.options.getUser('user', true)
      const count = strikes.get(`${interaction.guildId} ${user.id}`) ?? 0
      const confirm = new ButtonBuilder()
        .setCustomId(`forgive ${user.id}`)
        .setLabel('Confirm')
        .setStyle(ButtonStyle.Primary)
        .setDisabled(count === 0)
      await interaction.reply({
        content: `${user.username} has ${count} of ${STRIKES_MAX} strikes.`,
        components: [new ActionRowBuilder().addComponents(confirm)],
        flags: MessageFlags.Ephemeral,
      })
    }
    if (interaction.isButton() && interaction.customId.startsWith('forgive ')) {
      strikes.delete(`${interaction.guildId} ${interaction.customId.split(' ')[1]}`)
      await interaction.update({ content: 'Forgiven.', components: [] })
    }
  })
  client.on(Events.Error, (error) => console.error(error))

  const ready = new Promise((resolve) => client.once(Events.ClientReady, resolve))
  await client.login(token)
  await ready
  await client.application.commands.set([forgive])
  return client
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  const { DISCORD_TOKEN, GUILDHALL_API = 'http://127.0.0.1:7700/api', FORBIDDEN_WORDS = 'spam' } = process.env
  const client = await startBot({ token: DISCORD_TOKEN, api: GUILDHALL_API, words: FORBIDDEN_WORDS.split(',') })
  console.log(`${client.user.tag} moderates ${client.guilds.cache.map((guild) => guild.name).join(', ')}`)
}
