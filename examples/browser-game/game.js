// A game in a page. The player signs in, meets others with the same secret in a lobby, and chats.
import { Client, ClientCreateOptions, ok, openSession, pumpCallbacks, SocialError } from '@guildhall/social-sdk'

const SESSION = 'session'
/** Tabs of this game: the one that comes back from the platform tells the one that plays. */
const tabs = new BroadcastChannel('sign-in')
const element = (id) => document.getElementById(id)

if (location.pathname === '/signed-in') {
  tabs.postMessage(location.href)
  history.replaceState(null, '', '/signed-in') // The code is of no use any more, but nobody needs to see it.
  element('player').textContent = 'You can close this page.'
  window.close()
} else await play()

async function play() {
  const settings = await (await fetch('/settings.json')).json()
  const options = new ClientCreateOptions()
  options.SetWebBase(settings.server)
  options.redirectUri = `${location.origin}/signed-in`
  const client = new Client(options)
  client.SetApplicationId(BigInt(settings.applicationId))
  tabs.onmessage = ({ data }) => client.handleUrl(data)
  pumpCallbacks() // in place of RunCallbacks in each frame

  // Tokens in a page's storage can be read by every script of its origin, so that a game has no foreign ones.
  const store = {
    load: () => localStorage.getItem(SESSION),
    save: (text) => (text === null ? localStorage.removeItem(SESSION) : localStorage.setItem(SESSION, text)),
  }
  const open = (signIn) =>
    attempt(async () => {
      await openSession({ client, store, signIn, onSignedOut: () => location.reload() })
      showPlayer(client)
    })
  element('sign-in').addEventListener('click', () => void open('browser'))
  if (store.load() !== null) await open('silent') // The player signed in before.
  element('sign-in').hidden = client.GetStatus() === Client.Status.Ready
}

function showPlayer(client) {
  element('player').textContent = `You are ${client.GetCurrentUserV2().DisplayName()}.`
  element('sign-in').hidden = true
  element('join').hidden = false
  let lobbyId = 0n
  const showMembers = () => {
    const members = client.GetLobbyHandle(lobbyId)?.LobbyMembers() ?? []
    list(
      'members',
      members.map((member) => member.User()?.DisplayName() ?? 'somebody'),
    )
  }
  client.SetLobbyMemberAddedCallback(showMembers)
  client.SetLobbyMemberRemovedCallback(showMembers)
  client.SetLobbyMemberUpdatedCallback(showMembers)
  const lines = []
  client.SetMessageCreatedCallback((id) => {
    const message = client.GetMessageHandle(id)
    if (message?.ChannelId() !== lobbyId) return
    lines.push(`${message.Author()?.DisplayName() ?? 'somebody'}: ${message.Content()}`)
    list('messages', lines)
  })
  onText('join', 'secret', async (secret) => {
    ;[lobbyId] = ok(await client.CreateOrJoinLobby(secret))
    element('lobby').hidden = false
    showMembers()
  })
  onText('say', 'text', async (text) => void ok(await client.SendLobbyMessage(lobbyId, text)))
}

/** Shows texts as items of a list. They are texts: a message cannot bring markup. */
function list(id, texts) {
  element(id).replaceChildren(
    ...texts.map((text) => Object.assign(document.createElement('li'), { textContent: text })),
  )
}

/** Calls a function with the text of a form when it is sent. */
function onText(form, field, use) {
  element(form).addEventListener('submit', (event) => {
    event.preventDefault()
    const { value } = element(field)
    element(field).value = ''
    void attempt(() => use(value))
  })
}

/** Shows the refusal of the server, if there is one. */
async function attempt(run) {
  element('failure').textContent = ''
  try {
    await run()
  } catch (error) {
    if (!(error instanceof SocialError)) throw error
    element('failure').textContent = error.message
  }
}
