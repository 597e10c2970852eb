import assert from 'node:assert/strict'
import { test } from 'node:test'
import { pino } from 'pino'
import { memoryBus } from '../../adapters/memory-bus/memory-bus.ts'
import { runningClock } from '../../kernel/clock.ts'
import type { Event } from '../../kernel/event.ts'
import type { Units } from '../../kernel/units.ts'
import type { VoiceServer } from '../../kernel/voice.ts'
import { LobbyVoice, readLobbyCalls, readLobbyVoiceRequest } from './lobby-voice.ts'
import type { Session } from './session.ts'
import { VoiceAddresses } from './voice-addresses.ts'

const LOBBY = 10n
const call = { lobbyId: LOBBY, flags: { self_mute: false, self_deaf: false, self_video: false } }

/** Returns the calls of a process that is alone, with the events that it publishes. */
function voiceOf() {
  const events: Event[] = []
  const bus = memoryBus()
  const parts = { bus, units: {} as Units, runInBackground: (task: Promise<void>) => void task }
  const voiceServer = { know: () => undefined } as unknown as VoiceServer
  const callServers = { serve: () => undefined, responds: async () => true }
  const addresses = new VoiceAddresses({
    ...parts,
    voiceServer,
    callServers,
    session: () => undefined,
    knowStreams: () => undefined,
  })
  bus.listen((event) => {
    events.push(event)
    addresses.receive(event)
  })
  const alone = { wallClock: runningClock(), whileAway: async () => undefined, isAlive: () => true }
  const log = pino({ level: 'silent' })
  const voice = new LobbyVoice({ ...parts, ...alone, addresses, log, flush: () => undefined })
  return { voice, events, statesOf: (one: Session) => addresses.privateStatesOf(one) }
}

const session = (userId: bigint) =>
  ({ id: `s${userId}`, userId, lobbies: new Set([LOBBY]), send: () => undefined }) as unknown as Session

test('LobbyVoice ignores the 26th user of a call, until another one leaves', () => {
  const { voice, events, statesOf } = voiceOf()
  const sessions = Array.from({ length: 26 }, (_, n) => session(BigInt(n + 1)))
  for (const one of sessions) voice.request(one, [call], 17)
  assert.equal([...voice.statesIn(LOBBY)].length, 25)
  assert.equal(events.length, 25)
  voice.end(sessions[0] as Session)
  voice.request(sessions[25] as Session, [call], 17)
  assert.equal([...voice.statesIn(LOBBY)].length, 25)
  assert.deepEqual(statesOf(sessions[0] as Session), [])
})

test('LobbyVoice moves a user’s call to the session that joined last', () => {
  const { voice } = voiceOf()
  const [one, two] = [session(1n), { ...session(1n), id: 'other' } as Session]
  voice.request(one, [call], 17)
  voice.request(two, [call], 17)
  assert.deepEqual(
    [...voice.statesIn(LOBBY)].map((state) => state.session_id),
    ['other'],
  )
  voice.end(one)
  assert.equal([...voice.statesIn(LOBBY)].length, 1)
  voice.end(two)
  assert.equal([...voice.statesIn(LOBBY)].length, 0)
})

test('readLobbyCalls and readLobbyVoiceRequest read the calls of a session', () => {
  const entry = { lobby_id: '10', self_mute: true, self_deaf: false, self_video: true }
  const read = { lobbyId: LOBBY, flags: { self_mute: true, self_deaf: false, self_video: true } }
  assert.deepEqual(readLobbyCalls([entry]), [read])
  assert.equal(readLobbyCalls(Array.from({ length: 40 }, (_, n) => ({ lobby_id: String(n + 1) })))?.length, 10)
  assert.deepEqual(readLobbyVoiceRequest({ ...entry, guild_id: null, channel_id: '10' }), [read])
  for (const none of [{ channel_id: null }, {}]) assert.deepEqual(readLobbyVoiceRequest(none), [])
  for (const invalid of [null, 'x']) assert.equal(readLobbyVoiceRequest(invalid), null)
  for (const invalid of [null, {}, [null], [{}], [{ lobby_id: 'x' }]]) assert.equal(readLobbyCalls(invalid), null)
})
