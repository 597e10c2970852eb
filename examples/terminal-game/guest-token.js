// The game's server: it vouches for a player without an account, and gives the game that player's token. Only the server
// has the bot's token.
//
//   DISCORD_TOKEN=<bot token> node examples/terminal-game/guest-token.js <name>
const [name] = process.argv.slice(2)
const { DISCORD_TOKEN, GUILDHALL_SERVER = 'http://127.0.0.1:7700' } = process.env
if (!name || !DISCORD_TOKEN) {
  console.error('usage: DISCORD_TOKEN=<bot token> node examples/terminal-game/guest-token.js <name>')
  process.exit(2)
}

const response = await fetch(`${GUILDHALL_SERVER}/api/v10/partner-sdk/token/bot`, {
  method: 'POST',
  headers: { authorization: `Bot ${DISCORD_TOKEN}`, 'content-type': 'application/json' },
  body: JSON.stringify({ external_user_id: name, preferred_global_name: name }),
})
if (!response.ok) throw new Error(`${response.status} ${await response.text()}`)
const { access_token } = await response.json()
console.log(access_token)
