import { Client } from 'oceanic.js'

const client = new Client({ auth: `Bot ${process.env.TOKEN}`, gateway: { intents: 0 } })
client.once('ready', async () => {
  await client.application.bulkEditGlobalCommands([{ type: 1, name: 'ping', description: 'Responds' }])
  console.log('ready')
})
client.on('interactionCreate', (interaction) =>
  interaction.createMessage({ content: 'pong of oceanic' }).catch(console.error),
)
// Without a listener, the first refused connection ends the process.
client.on('error', (error) => console.error(error.message))
await client.connect()
