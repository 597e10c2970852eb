/** Records of a Client after much use are bounded, and no timer or listener stays behind. */
import assert from 'node:assert/strict'
import { getEventListeners } from 'node:events'
import { test } from 'node:test'
import { queryObjects } from 'node:v8'
import { Handlers } from '../callbacks/handlers.ts'
import { CallbackQueue, RunCallbacks } from '../callbacks/queue.ts'
import { VoicePlaces } from '../client/audio/voice-places.ts'
import { Tokens } from '../client/auth/tokens.ts'
import type { ClientContext } from '../client/context.ts'
import { settingsOf } from '../client/settings.ts'
import type { Session } from '../connection/session.ts'
import { LazyLocalClient } from '../local-client/lazy-local-client.ts'
import { Log } from '../log/log.ts'
import type { Requests } from '../requests.ts'
import { buildOnline } from './online.ts'

const OWN = { id: '1', username: 'ann' }
const LOBBIES = 200
const MESSAGES_PER_LOBBY = 10
/** Objects that count as no growth: engine and test runner make some. */
const OBJECTS_MAX = 200

/** The areas of a Client whose server is this function: it answers requests and dispatches their events. */
function lab() {
  const queue = new CallbackQueue()
  const ending = new AbortController()
  const listeners = new Map<string, ((data: unknown) => void)[]>()
  const dispatch = (name: string, data: object) => {
    for (const listener of listeners.get(name) ?? []) listener(data)
  }
  let lastId = 1_000
  const messageOf = (lobby_id: string, content: string) => ({
    ...{ id: `${++lastId}`, type: 0, flags: 0, content, lobby_id, channel_id: lobby_id },
    ...{ author: OWN, metadata: { turn: `${lastId}` } },
  })
  const answer = async (method: string, path: string, { body }: { body?: { content?: string } } = {}) => {
    const [, lobbyId = ''] = /^\/lobbies\/(\d+)/.exec(path) ?? []
    if (method === 'PUT') {
      const lobby = { id: `${++lastId}`, metadata: {}, members: [{ id: OWN.id, flags: 0, user: OWN }] }
      setImmediate(() => dispatch('LOBBY_CREATE', lobby))
      return lobby
    }
    if (method === 'POST') {
      const message = messageOf(lobbyId, body?.content ?? '')
      dispatch('LOBBY_MESSAGE_CREATE', message)
      return message
    }
    dispatch('LOBBY_DELETE', { id: lobbyId })
    return {}
  }
  const context: ClientContext = {
    settings: settingsOf(null, '', ''),
    queue,
    handlers: new Handlers(queue),
    log: new Log(queue),
    voiceLog: new Log(queue),
    requests: { send: answer } as unknown as Requests,
    applicationId: 5n,
    ended: ending.signal,
  }
  const session = {
    userId: OWN.id,
    isReady: true,
    on: (name: string, listener: (data: unknown) => void) =>
      listeners.set(name, [...(listeners.get(name) ?? []), listener]),
    onEnded: () => undefined,
  } as unknown as Session
  const tokens = new Tokens(context)
  const places = new VoicePlaces(session)
  const localClient = new LazyLocalClient(context)
  const online = buildOnline({ context, session, tokens, places, localClient })
  dispatch('READY', { user: OWN, lobbies: [] })
  return { online, dispatch, signal: ending.signal }
}

type Lab = ReturnType<typeof lab>

/** Joins lobbies one after the other, writes in each, and leaves it. */
async function play({ lobbies, chat }: Lab['online']): Promise<void> {
  for (let lobby = 0; lobby < LOBBIES; lobby += 1) {
    const [id] = await lobbies.join(`secret ${lobby}`, null)
    for (let message = 0; message < MESSAGES_PER_LOBBY; message += 1) await chat.sendToLobby(id, `message ${message}`)
    await lobbies.leave(id)
    RunCallbacks()
  }
}

/** Returns how many objects are reachable in this process, after a collection of garbage. */
async function objects(): Promise<number> {
  await new Promise((resolve) => setImmediate(resolve))
  return queryObjects(Object, { format: 'count' }) as unknown as number
}

const timers = () => process.getActiveResourcesInfo().filter((name) => name === 'Timeout').length

test('200 lobbies with 2,000 messages leave no object, timer or listener behind', async () => {
  const { online, signal } = lab()
  await play(online)
  const before = { objects: await objects(), timers: timers(), listeners: getEventListeners(signal, 'abort').length }
  await play(online)
  const growth = (await objects()) - before.objects
  assert.ok(growth < OBJECTS_MAX, `${growth} objects more`)
  assert.deepEqual([timers(), getEventListeners(signal, 'abort').length], [before.timers, before.listeners])
  assert.deepEqual(online.lobbies.ids(), [])
})

test('a Client keeps 25 messages of a channel, 5,000 channels and 10,000 users', async () => {
  const { online, dispatch } = lab()
  const [lobbyId] = await online.lobbies.join('secret', null)
  const sent: bigint[] = []
  for (let message = 0; message < 100; message += 1) sent.push(...(await online.chat.sendToLobby(lobbyId, 'hello')))
  const kept = sent.filter((id) => online.chat.message(id))
  assert.deepEqual(kept, sent.slice(-25))

  const ids = Array.from({ length: 12_000 }, (_, number) => BigInt(100_000 + number))
  for (const id of ids) {
    const author = { id: `${id}`, username: `user ${id}` }
    const channel = { channel_id: `${id + 500_000n}`, channel_type: 1 }
    dispatch('MESSAGE_CREATE', { id: `${id + 900_000n}`, type: 0, flags: 0, content: 'hello', author, ...channel })
    RunCallbacks()
  }
  const shown = (found: (id: bigint) => object | null) => ids.filter((id) => found(id) !== null).length
  assert.equal(
    shown((id) => online.users.handle(id)),
    10_000 - 1,
    'the player is one of the users',
  )
  assert.equal(
    shown((id) => online.chat.channel(id + 500_000n)),
    5_000,
  )
  assert.equal(
    shown((id) => online.chat.message(id + 900_000n)),
    1_000,
  )
})
