import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { VoiceClient } from '@guildhall/testing'
import { WebSocket } from 'ws'
import { random } from '../support/davey-call.ts'
import { frames, startVoiceLab } from '../support/voice-lab.ts'

const INPUTS = Number(process.env.VOICE_FUZZ ?? 1_500)
/** Inputs on one socket at most; most sockets are closed earlier. */
const INPUTS_PER_SOCKET = 20
const HEARTBEAT_MS = 20_000
const OPS = [0, 1, 3, 5, 7, 12, 13, 14, 16, 21, 23, 26, 28, 31, 99]

/** Returns a value of any shape. */
function drawn(draw: (below: number) => number, depth = 0): unknown {
  const kind = draw(depth > 2 ? 6 : 9)
  if (kind === 0) return null
  if (kind === 1) return draw(2) === 0
  if (kind === 2) return draw(70_000) - 5
  if (kind === 3) return `${draw(2 ** 31)}${draw(2 ** 31)}`
  if (kind === 4) return 'x'.repeat(draw(50))
  if (kind === 5) return -1.5e300
  if (kind === 6) return Array.from({ length: draw(4) }, () => drawn(draw, depth + 1))
  const fields = ['server_id', 'user_id', 'session_id', 'token', 'ssrc', 'speaking', 'transition_id', 'data', 'mode']
  const chosen = fields.filter(() => draw(2) === 0)
  return Object.fromEntries(chosen.map((field) => [field, drawn(draw, depth + 1)]))
}

test('random messages to the voice gateway disturb no call and keep no memory', async () => {
  await using lab = await startVoiceLab()
  const ann = await lab.join('ann', 'lounge')
  const bob = await lab.join('bob', 'lounge')
  await Promise.all([ann.voice.encrypted(bob.userId), bob.voice.encrypted(ann.userId)])
  // The sessions outlive their heartbeats when there are many inputs.
  const beat = setInterval(() => {
    for (const { session } of [ann, bob]) session.send(1, session.seq)
  }, HEARTBEAT_MS)
  beat.unref()
  const draw = random(17)
  let sent = 0
  let before = 0
  while (sent < INPUTS) {
    if (before === 0 && sent > INPUTS / 3) before = heap()
    const socket = new WebSocket(`ws://${ann.voice.address.endpoint}/?v=${draw(8) + 3}`)
    socket.on('error', () => undefined)
    const closed = new Promise((resolve) => socket.once('close', resolve))
    await new Promise((resolve) => socket.once('open', resolve).once('close', resolve))
    const valid = draw(2) === 0
    // A client with a valid token gets further.
    if (valid) socket.send(JSON.stringify({ op: 0, d: identify(ann.voice, draw) }))
    for (let n = 0; n < INPUTS_PER_SOCKET && socket.readyState === WebSocket.OPEN; n++) {
      const op = OPS[draw(OPS.length)] ?? 0
      const bytes = Buffer.from(Array.from({ length: draw(120) }, () => draw(256)))
      if (draw(3) === 0) socket.send(Buffer.concat([Buffer.of(op), bytes]))
      else socket.send(draw(8) === 0 ? bytes.toString() : JSON.stringify({ op, d: drawn(draw) }))
      sent += 1
      if (draw(4) === 0) await new Promise(setImmediate)
    }
    socket.close()
    await closed
  }
  clearInterval(beat)
  const grown = heap() - before
  assert.ok(grown < 40 * 2 ** 20, `the heap grew by ${Math.round(grown / 2 ** 20)} MiB`)
  const [frame] = frames(1)
  assert.ok(frame)
  ann.voice.speaking()
  ann.voice.sendFrame(frame)
  await bob.voice.until(() => bob.voice.framesOf(ann.userId).length > 0, 'frame')
  assert.deepEqual(bob.voice.framesOf(ann.userId), [frame])
})

/** Identify of a member's client with one wrong field. */
function identify({ address }: VoiceClient, draw: (below: number) => number): object {
  const { serverId, userId, sessionId, token } = address
  const fields = { server_id: serverId, user_id: userId, session_id: sessionId, token }
  const [wrong] = Object.keys(fields).slice(draw(4))
  return { ...fields, max_dave_protocol_version: draw(3), [wrong ?? 'token']: `${draw(1000)}` }
}

function heap(): number {
  globalThis.gc?.()
  return process.memoryUsage().heapUsed
}
