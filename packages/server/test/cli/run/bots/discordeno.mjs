import { createBot } from '@discordeno/bot'

const bot = createBot({
  token: process.env.DISCORD_TOKEN,
  intents: 0,
  desiredProperties: { interaction: { id: true, token: true, type: true } },
  events: {
    async ready() {
      await bot.helpers.upsertGlobalApplicationCommands([{ name: 'ping', description: 'Responds' }])
      console.log('ready')
    },
    interactionCreate: (interaction) => interaction.respond('pong of discordeno').catch(console.error),
  },
})
// Its own pause would hold the test.
bot.gateway.spawnShardDelay = 0
await bot.start()
