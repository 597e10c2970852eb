// A person uses the example bot's /ping: signs in, opens a session, invokes the command and shows the answer.
//
//   node examples/ping-bot/use-ping.js <name> <password> [<address>]
import { WebSocket } from 'ws'

const [name, password, address = 'http://127.0.0.1:7700'] = process.argv.slice(2)
if (!name || !password) {
  console.error('usage: node examples/ping-bot/use-ping.js <name> <password> [<address>]')
  process.exit(2)
}

async function call(method, path, token, body) {
  const answer = await fetch(`${address}/api/v10${path}`, {
    method,
    headers: { 'content-type': 'application/json', ...(token ? { authorization: token } : {}) },
    body: body && JSON.stringify(body),
  })
  const text = await answer.text()
  if (!answer.ok) throw new Error(`${method} ${path}: ${answer.status} ${text}`)
  return text === '' ? null : JSON.parse(text)
}

const { token } = await call('POST', '/auth/login', null, { login: name, password })
const [guild] = await call('GET', '/users/@me/guilds', token)
const channels = await call('GET', `/guilds/${guild.id}/channels`, token)
const channel = channels.find((entry) => entry.type === 0)

const socket = new WebSocket(`${address.replace('http', 'ws')}/gateway?v=10&encoding=json`)
socket.onmessage = async ({ data }) => {
  const { op, t, d } = JSON.parse(data)
  if (op === 10) socket.send(JSON.stringify({ op: 2, d: { token, intents: 0, properties: {} } }))
  if (t === 'GUILD_CREATE' && d.id === guild.id) {
    const { application_commands } = await call('GET', `/channels/${channel.id}/application-command-index`, token)
    const command = application_commands.find((entry) => entry.name === 'ping')
    if (!command) throw new Error('No bot has registered /ping; is the example bot running?')
    const option = { name: 'times', type: 4, value: 2 }
    await call('POST', '/interactions', token, {
      type: 2,
      application_id: command.application_id,
      guild_id: guild.id,
      channel_id: channel.id,
      session_id: 'example',
      nonce: '1',
      data: { id: command.id, name: command.name, type: 1, options: [option] },
    })
    console.log(`${name} used /ping`)
  }
  if (t === 'MESSAGE_CREATE' && d.interaction_metadata) {
    console.log(`${d.author.username} answers: ${d.content}`)
    socket.close(1000)
  }
}
