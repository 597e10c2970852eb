import { Client } from 'discord.js'

const client = new Client({ intents: [] })
client.once('clientReady', async () => {
  await client.application.commands.set([{ name: 'ping', description: 'Responds' }])
  console.log('ready')
})
client.on('interactionCreate', (interaction) => interaction.reply('pong of discord.js').catch(console.error))
await client.login()
