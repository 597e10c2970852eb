// A plain discord.js bot. All that ties it to Guildhall is the base address; without GUILDHALL_API it is any bot.
//
//   DISCORD_TOKEN   the bot's token, as the platform prints it at its start
//   GUILDHALL_API   the platform's HTTP API, by default http://127.0.0.1:7700/api
import {
  ActionRowBuilder,
  ApplicationCommandOptionType,
  ButtonBuilder,
  ButtonStyle,
  Client,
  Events,
  GatewayIntentBits,
  MessageFlags,
  ModalBuilder,
  TextInputBuilder,
  TextInputStyle,
} from 'discord.js'

const api = process.env.GUILDHALL_API ?? 'http://127.0.0.1:7700/api'
const client = new Client({
  intents: [GatewayIntentBits.Guilds, GatewayIntentBits.GuildMessages, GatewayIntentBits.MessageContent],
  rest: { api },
})

const commands = [
  {
    name: 'ping',
    description: 'Answers with pong',
    options: [
      {
        name: 'times',
        description: 'How many pongs',
        type: ApplicationCommandOptionType.Integer,
        min_value: 1,
        max_value: 5,
      },
    ],
  },
  { name: 'feedback', description: 'Asks what you think' },
]

client.once(Events.ClientReady, async () => {
  await client.application.commands.set(commands)
  console.log(`${client.user.tag} is ready in ${client.guilds.cache.map((guild) => guild.name).join(', ')}`)
})

client.on(Events.MessageCreate, async (message) => {
  if (!message.author.bot && message.content === 'ping') await message.reply('pong')
})

client.on(Events.InteractionCreate, async (interaction) => {
  if (interaction.isChatInputCommand() && interaction.commandName === 'ping') {
    const times = interaction.options.getInteger('times') ?? 1
    const again = new ButtonBuilder().setCustomId('again').setLabel('Again').setStyle(ButtonStyle.Primary)
    await interaction.reply({
      content: Array(times).fill('pong').join(' '),
      components: [new ActionRowBuilder().addComponents(again)],
    })
  } else if (interaction.isButton() && interaction.customId === 'again') {
    await interaction.update({ content: `${interaction.message.content} pong` })
  } else if (interaction.isChatInputCommand() && interaction.commandName === 'feedback') {
    const text = new TextInputBuilder().setCustomId('text').setLabel('Your thoughts').setStyle(TextInputStyle.Paragraph)
    await interaction.showModal(
      new ModalBuilder()
        .setCustomId('feedback')
        .setTitle('Feedback')
        .addComponents(new ActionRowBuilder().addComponents(text)),
    )
  } else if (interaction.isModalSubmit() && interaction.customId === 'feedback') {
    const text = interaction.fields.getTextInputValue('text')
    await interaction.reply({ content: `Thank you: ${text}`, flags: MessageFlags.Ephemeral })
  }
})

await client.login(process.env.DISCORD_TOKEN)
