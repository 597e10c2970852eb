// A game in the terminal. Players with the same secret meet in a lobby, chat, and are in its call.
//
//   APPLICATION_ID=<id> node examples/terminal-game/game.js <secret>                          a person, in the browser
//   APPLICATION_ID=<id> PLAYER_TOKEN=<token> node examples/terminal-game/game.js <secret>     a provisional player
import { createInterface } from 'node:readline'
import {
  AuthorizationTokenType,
  Call,
  Client,
  events,
  ok,
  openSession,
  pumpCallbacks,
  SocialError,
} from '@guildhall/social-sdk'

const [secret] = process.argv.slice(2)
const { APPLICATION_ID, PLAYER_TOKEN } = process.env
if (!secret || !APPLICATION_ID) {
  console.error('usage: APPLICATION_ID=<id> node examples/terminal-game/game.js <secret>')
  process.exit(2)
}

const client = new Client() // of the server in GUILDHALL_SERVER
const pump = pumpCallbacks() // in place of RunCallbacks in each frame
client.SetApplicationId(BigInt(APPLICATION_ID))
try {
  await signIn()
  await play()
} catch (error) {
  if (!(error instanceof SocialError)) throw error
  console.error(error.message)
  process.exitCode = 1
} finally {
  client.dispose()
  pump[Symbol.dispose]()
  process.stdin.destroy() // An open pipe would keep the program.
}

async function signIn() {
  if (!PLAYER_TOKEN) {
    console.log('Please sign in in the browser.')
    await openSession({ client })
    return
  }
  ok(await client.UpdateToken(AuthorizationTokenType.Bearer, PLAYER_TOKEN))
  client.Connect()
  for await (const [status, , detail] of events(client).iterate('statusChanged')) {
    if (status === Client.Status.Ready) return
    if (status === Client.Status.Disconnected) throw new Error(`The server ended the connection: ${detail}`)
  }
}

async function play() {
  const me = client.GetCurrentUserV2()
  const nameOf = (id) => client.GetUser(id)?.DisplayName() ?? 'somebody'
  client.SetLobbyMemberAddedCallback((_lobby, id) => console.log(`* ${nameOf(id)} came`))
  client.SetLobbyMemberRemovedCallback((_lobby, id) => console.log(`* ${nameOf(id)} left`))
  client.SetMessageCreatedCallback((id) => {
    const message = client.GetMessageHandle(id)
    if (message && message.AuthorId() !== me.Id()) console.log(`${nameOf(message.AuthorId())}: ${message.Content()}`)
  })
  const [lobbyId] = ok(await client.CreateOrJoinLobby(secret))
  const others = client
    .GetLobbyHandle(lobbyId)
    .LobbyMemberIds()
    .filter((id) => id !== me.Id())
  const kind = me.IsProvisional() ? ', a provisional player,' : ''
  console.log(`* ${me.DisplayName()}${kind} is in the lobby with ${others.map(nameOf).join(', ') || 'nobody yet'}`)
  joinCall(lobbyId, nameOf)

  const lines = createInterface({ input: process.stdin })
  process.once('SIGINT', () => lines.close())
  for await (const line of lines) {
    if (line === '/leave') break
    if (line.trim()) ok(await client.SendLobbyMessage(lobbyId, line))
  }
  await client.EndCalls()
  ok(await client.LeaveLobby(lobbyId))
}

/** Joins the call of the lobby. It needs the optional packages `@evan/opus` and `@snazzah/davey`, and a game its sound. */
function joinCall(lobbyId, nameOf) {
  const call = client.StartCall(lobbyId)
  call.SetStatusChangedCallback((status, error) => {
    if (status === Call.Status.Connected) console.log('* the call is connected')
    if (error !== Call.Error.None) console.log(`* no call: ${Call.ErrorToString(error)}`)
  })
  call.SetParticipantChangedCallback((id, isAdded) =>
    console.log(`* ${nameOf(id)} ${isAdded ? 'is in' : 'has left'} the call`),
  )
}
