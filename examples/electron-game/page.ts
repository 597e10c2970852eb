/** The page of the game. It shows the state, and sends what the player does. */
import type { GameBridge, GameState } from './bridge.ts'

declare global {
  interface Window {
    readonly game: GameBridge
  }
}

const { game } = window

function element<T extends HTMLElement>(id: string): T {
  const found = document.getElementById(id)
  if (!found) throw new Error(`The page has no ${id}.`)
  return found as T
}

/** Shows texts as items of a list. They are texts: a message cannot bring markup. */
function list(id: string, texts: readonly string[]): void {
  element(id).replaceChildren(
    ...texts.map((text) => {
      const item = document.createElement('li')
      item.textContent = text
      return item
    }),
  )
}

function show({ phase, player, lobby, messages, failure }: GameState): void {
  element('player').textContent = player ? `You are ${player.displayName}.` : phase
  element('failure').textContent = failure ?? ''
  element('sign-in').hidden = phase !== 'signed out'
  element('join').hidden = phase !== 'signed in'
  element('lobby').hidden = lobby === null
  const members = lobby?.members ?? []
  list(
    'members',
    members.map(({ connected, user }) => `${user?.displayName ?? 'somebody'}${connected ? '' : ' (away)'}`),
  )
  list(
    'messages',
    messages.map(({ author, content }) => `${author?.displayName ?? 'somebody'}: ${content}`),
  )
}

/** Calls a function with the text of a form when it is sent. */
function onText(form: string, field: string, use: (text: string) => Promise<void>): void {
  element<HTMLFormElement>(form).addEventListener('submit', (event) => {
    event.preventDefault()
    const input = element<HTMLInputElement>(field)
    void use(input.value)
    input.value = ''
  })
}

element('sign-in').addEventListener('click', () => void game.signIn())
element('leave').addEventListener('click', () => void game.leave())
onText('join', 'secret', (secret) => game.join(secret))
onText('say', 'text', (text) => game.say(text))
game.onState(show)
show(await game.state())
