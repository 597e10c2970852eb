/** Calls whose voice connection is lost or refused, with a voice server and a session that the test plays. */
import assert from 'node:assert/strict'
import { mock, type TestContext, test } from 'node:test'
import type { Session } from '../../connection/session.ts'
import { CallStatus } from '../../enums/index.ts'
import type { TransportEvents, VoiceRuntime } from '../../voice/transport.ts'
import type { ClientContext } from '../context.ts'
import type { ActiveCall } from './active-call.ts'
import { Calls } from './calls.ts'
import type { Sound } from './sound.ts'
import type { VoicePlaces } from './voice-places.ts'

const LOBBY = 7n
const SERVER = { lobby_id: `${LOBBY}`, endpoint: 'voice.example', token: 't' }
const VOICE_STATES = 17
const VOICE_SERVER_PING = 42

const nameOf = (status: CallStatus) => Object.entries(CallStatus).find(([, value]) => value === status)?.[0]

/** Calls of a player, whose traffic the test reads and answers. */
class Lab {
  isReady = true
  readonly sent: [op: number, data: unknown][] = []
  /** Status changes, such as `Joining 0`. */
  readonly seen: string[] = []
  readonly calls: Calls
  connections: TransportEvents[] = []
  readonly #listeners = new Map<string, (data: unknown) => void>()

  constructor() {
    const session = {
      userId: '1',
      sessionId: 's',
      on: (name: string, listener: (data: never) => void) => this.#listeners.set(name, listener as () => void),
      onEnded: () => undefined,
      send: (op: number, data: unknown) => {
        if (this.isReady) this.sent.push([op, data])
        return this.isReady
      },
      flush: () => Promise.resolve(true),
    }
    Object.defineProperty(session, 'isReady', { get: () => this.isReady })
    const runtime = {
      encoder: () => ({ encode: () => new Uint8Array() }),
      connect: (_place: unknown, events: TransportEvents) => {
        this.connections.push(events)
        return { send: () => true, pause: () => undefined, close: () => undefined }
      },
    }
    const context = {
      queue: { post: (task: () => void) => task() },
      handlers: { emit: () => undefined },
      voiceLog: { error: () => undefined },
    }
    this.calls = new Calls(context as unknown as ClientContext, {
      session: session as unknown as Session,
      places: { has: () => true } as unknown as VoicePlaces,
      sound: { add: () => undefined, remove: () => undefined } as unknown as Sound,
      load: async () => runtime as unknown as VoiceRuntime,
    })
  }

  /** Joins the call and connects it. */
  async join(): Promise<ActiveCall> {
    const call = this.calls.start(LOBBY, { received: null, captured: null }) ?? assert.fail('no call')
    call.handlers.onStatus = (status, error) => void this.seen.push(`${nameOf(status)} ${error}`)
    await this.hears('LOBBY_VOICE_SERVER_UPDATE', SERVER)
    return call
  }

  async hears(name: string, data: unknown = {}): Promise<void> {
    this.#listeners.get(name)?.(data)
    for (let turn = 0; turn < 10; turn += 1) await Promise.resolve()
  }

  get voice(): TransportEvents {
    return this.connections.at(-1) ?? assert.fail('no voice connection')
  }

  countOf(op: number): number {
    return this.sent.filter(([sent]) => sent === op).length
  }
}

function withTimers(context: TestContext): void {
  mock.timers.enable({ apis: ['setTimeout'] })
  context.after(() => mock.timers.reset())
}

test('[SUB-12] [SUB-13] a call that is lost for 30 seconds is Disconnected, and stays so until it is started again', async (context) => {
  withTimers(context)
  const lab = new Lab()
  const call = await lab.join()
  lab.voice.onState('connected')
  lab.isReady = false
  lab.voice.onState('connecting')
  mock.timers.tick(20_000)
  lab.voice.onEnd(0)
  assert.equal(call.status, CallStatus.Reconnecting)
  mock.timers.tick(10_000)
  assert.deepEqual(lab.seen.slice(-2), ['Reconnecting 2', 'Disconnected 3'])

  lab.isReady = true
  lab.sent.length = 0
  await lab.hears('RESUMED')
  assert.deepEqual(lab.sent, [[VOICE_STATES, []]], 'the session leaves the call, which it could not before')
  await lab.hears('LOBBY_VOICE_SERVER_UPDATE', SERVER)
  mock.timers.tick(60_000)
  assert.deepEqual([call.status, lab.connections.length, lab.calls.all().length], [CallStatus.Disconnected, 1, 0])
  await lab.calls.leave(LOBBY)
  const again = await lab.join()
  lab.voice.onState('connected')
  assert.equal(again.status, CallStatus.Connected)
})

test('[SUB-14] a call that is connected again in time goes on', async (context) => {
  withTimers(context)
  const lab = new Lab()
  const call = await lab.join()
  for (const state of ['connecting', 'signalling', 'connected', 'connecting', 'signalling'] as const)
    lab.voice.onState(state)
  mock.timers.tick(29_000)
  lab.voice.onState('connected')
  mock.timers.tick(60_000)
  assert.equal(call.status, CallStatus.Connected)
  await lab.calls.leave(LOBBY)
  const names = lab.seen.map((line) => line.split(' ')[0])
  const joined = ['Joining', 'Connecting', 'SignalingConnected', 'Connected']
  assert.deepEqual(names, [...joined.slice(1), 'Reconnecting', 'Connected', 'Disconnecting', 'Disconnected'])
})

test('[VER-10] a close code that would come again ends the call without an attempt', async (context) => {
  withTimers(context)
  for (const code of [4017, 4016, 4012]) {
    const lab = new Lab()
    const call = await lab.join()
    lab.voice.onEnd(code)
    mock.timers.tick(60_000)
    assert.deepEqual(
      [call.status, lab.countOf(VOICE_SERVER_PING), lab.connections.length],
      [CallStatus.Disconnected, 0, 1],
    )
  }
})
