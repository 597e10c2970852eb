import { get } from 'node:https'

const headers = { authorization: `Bot ${process.env.TOKEN}` }
const response = await fetch('https://discord.com/api/v10/users/@me', { headers })
const { username } = await response.json()
const { statusCode } = await new Promise((resolve, reject) => {
  const url = 'https://cdn.discordapp.com/embed/avatars/0.png'
  get(url, (received) => resolve(received.resume())).on('error', reject)
})
const socket = new WebSocket('wss://gateway.discord.gg/?v=10&encoding=json')
socket.onmessage = ({ data }) => {
  console.log(JSON.stringify([username, statusCode, JSON.parse(data).op]))
  socket.close()
}
