import { Client, GatewayDispatchEvents } from '@discordjs/core'
import { REST } from '@discordjs/rest'
import { WebSocketManager } from '@discordjs/ws'

const token = process.env.DISCORD_TOKEN
const rest = new REST().setToken(token)
const gateway = new WebSocketManager({ token, intents: 0, rest })
const client = new Client({ rest, gateway })
client.once(GatewayDispatchEvents.Ready, async ({ api, data }) => {
  await api.applicationCommands.bulkOverwriteGlobalCommands(data.application.id, [
    { name: 'ping', description: 'Responds' },
  ])
  console.log('ready')
})
client.on(GatewayDispatchEvents.InteractionCreate, ({ api, data }) =>
  api.interactions.reply(data.id, data.token, { content: 'pong of core' }).catch(console.error),
)
await gateway.connect()
