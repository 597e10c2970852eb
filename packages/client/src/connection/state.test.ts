import assert from 'node:assert/strict'
import { test } from 'node:test'
import { GatewayOp } from '@guildhall/protocol'
import {
  type ConnectionInput,
  type ConnectionRules,
  type ConnectionState,
  type Frame,
  stepConnection,
  UNCONNECTED,
} from './state.ts'

const RULES: ConnectionRules = {
  token: 'secret',
  url: 'ws://here',
  usesResumeUrl: true,
  renews: true,
  attemptsMax: Number.POSITIVE_INFINITY,
  pause: (failures) => 1_000 * (failures + 1),
  identify: () => ({ intents: 1 }),
  random: () => 0.5,
}
const READY = { session_id: 's', resume_gateway_url: 'ws://there' }
const frame = (op: number, d: unknown = null, s: number | null = null, t: string | null = null): ConnectionInput => ({
  kind: 'frame',
  frame: { op, d, s, t } satisfies Frame,
})
const OPENED: readonly ConnectionInput[] = [
  { kind: 'connect' },
  { kind: 'opened' },
  frame(GatewayOp.HELLO, { heartbeat_interval: 40_000 }),
]
const RUNNING = [...OPENED, frame(GatewayOp.DISPATCH, READY, 1, 'READY')]

/** Returns the state after inputs, and the effects of the last one without those of timers that stop. */
function after(inputs: readonly ConnectionInput[], rules: Partial<ConnectionRules> = {}, from = UNCONNECTED) {
  let state: ConnectionState = from
  let effects: readonly unknown[] = []
  for (const input of inputs) {
    const step = stepConnection(state, input, 5_000, { ...RULES, ...rules })
    state = step.state
    effects = step.effects.filter(({ kind }) => kind !== 'stop')
  }
  return { state, effects }
}

test('a connection identifies without waiting for HELLO, and is ready after READY', () => {
  assert.deepEqual(after(OPENED.slice(0, 1)).effects[0], { kind: 'open', url: 'ws://here' })
  const identify = { kind: 'send', op: GatewayOp.IDENTIFY, d: { token: 'secret', intents: 1 } }
  assert.deepEqual(after(OPENED.slice(0, 2)).effects, [identify])
  const { state, effects } = after(RUNNING)
  assert.deepEqual([state.status, state.session, state.seq], ['ready', { id: 's', url: 'ws://there' }, 1])
  assert.deepEqual(effects, [{ kind: 'dispatch', name: 'READY', data: READY }])
})

test('an attempt that receives no HELLO in time is given up', () => {
  const { effects } = after([...OPENED.slice(0, 2), { kind: 'lost' }])
  assert.deepEqual(effects, [{ kind: 'cut' }, { kind: 'start', timer: 'retry', ms: 1_000 }])
})

test('the first heartbeat comes at a random time, the others at the interval', () => {
  assert.deepEqual(after(OPENED).effects, [{ kind: 'start', timer: 'beat', ms: 20_000 }])
  assert.deepEqual(after([...RUNNING, { kind: 'beat' }]).effects, [
    { kind: 'send', op: GatewayOp.HEARTBEAT, d: 1 },
    { kind: 'start', timer: 'beat', ms: 40_000 },
  ])
})

test('a heartbeat that is not acknowledged by the next one ends the connection, not the session', () => {
  const acknowledged = after([...RUNNING, { kind: 'beat' }, frame(GatewayOp.HEARTBEAT_ACK), { kind: 'beat' }])
  assert.equal(acknowledged.state.status, 'ready')
  const { state, effects } = after([...RUNNING, { kind: 'beat' }, { kind: 'beat' }])
  assert.deepEqual(effects[0], { kind: 'cut' })
  assert.equal(state.session?.id, 's')
})

test('a heartbeat that the platform asks for is sent at once and awaits nothing', () => {
  const { state, effects } = after([...RUNNING, frame(GatewayOp.HEARTBEAT)])
  assert.deepEqual(effects, [{ kind: 'send', op: GatewayOp.HEARTBEAT, d: 1 }])
  assert.equal(state.awaitsAck, false)
})

test('a lost connection resumes at the address that READY gave, from the last sequence number', () => {
  const lost: ConnectionInput = { kind: 'closed', code: 1006, reason: '' }
  const events = [...RUNNING, frame(GatewayOp.DISPATCH, {}, 7, 'TYPING_START'), lost]
  assert.deepEqual(after([...events, { kind: 'connect' }]).effects[0], { kind: 'open', url: 'ws://there' })
  const own = after([...events, { kind: 'connect' }], { usesResumeUrl: false })
  assert.deepEqual(own.effects[0], { kind: 'open', url: 'ws://here' })
  assert.deepEqual(after([...events, { kind: 'connect' }, { kind: 'opened' }]).effects, [
    { kind: 'send', op: GatewayOp.RESUME, d: { token: 'secret', session_id: 's', seq: 7 } },
  ])
})

test('attempts wait longer and longer, until RESUMED', () => {
  const failed: ConnectionInput[] = [
    { kind: 'closed', code: 1006, reason: '' },
    { kind: 'connect' },
    { kind: 'closed', code: 1006, reason: '' },
  ]
  assert.deepEqual(after([...RUNNING, ...failed]).effects, [{ kind: 'start', timer: 'retry', ms: 2_000 }])
  const resumed = [...RUNNING, ...failed, { kind: 'connect' } as const, frame(GatewayOp.DISPATCH, {}, 8, 'RESUMED')]
  assert.equal(after(resumed).state.failures, 0)
})

test('a session that the platform does not know any more is identified again, unless the client does not renew it', () => {
  for (const input of [frame(GatewayOp.INVALID_SESSION, false), { kind: 'closed', code: 4009, reason: '' } as const]) {
    const { effects } = after([...RUNNING, input, { kind: 'connect' }, { kind: 'opened' }])
    assert.deepEqual(effects, [{ kind: 'send', op: GatewayOp.IDENTIFY, d: { token: 'secret', intents: 1 } }])
    const { state } = after([...RUNNING, input], { renews: false })
    assert.equal(state.status, 'ended')
  }
})

test('RECONNECT and a resumable INVALID_SESSION keep the session', () => {
  for (const input of [frame(GatewayOp.RECONNECT), frame(GatewayOp.INVALID_SESSION, true)]) {
    const { state, effects } = after([...RUNNING, input], { renews: false })
    assert.deepEqual([state.session?.id, effects[0]], ['s', { kind: 'cut' }])
  }
})

test('a refused token ends the connection for good', () => {
  const closed: ConnectionInput = { kind: 'closed', code: 4004, reason: 'Authentication failed.' }
  const { state, effects } = after([...RUNNING, closed])
  const why = 'the connection closed: 4004 Authentication failed.'
  assert.deepEqual(effects, [{ kind: 'cut' }, { kind: 'end', code: 4004, why }])
  assert.deepEqual(after([{ kind: 'connect' }], {}, state).effects, [])
})

test('a connection ends after its last attempt', () => {
  const lost: ConnectionInput = { kind: 'closed', code: 1006, reason: '' }
  assert.equal(after([...RUNNING, lost], { attemptsMax: 1 }).state.status, 'offline')
  assert.equal(after([...RUNNING, lost, { kind: 'connect' }, lost], { attemptsMax: 1 }).state.status, 'ended')
})

test('opcodes that a client does not know are ignored', () => {
  assert.deepEqual(after([...RUNNING, frame(99)]).effects, [])
})
