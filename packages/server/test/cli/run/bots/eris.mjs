import Eris from 'eris'

const client = new Eris(`Bot ${process.env.BOT_TOKEN}`, { intents: ['guilds'] })
client.once('ready', async () => {
  await client.bulkEditCommands([{ name: 'ping', description: 'Responds', type: 1 }])
  console.log('ready')
})
client.on('interactionCreate', (interaction) => interaction.createMessage('pong of eris').catch(console.error))
await client.connect()
