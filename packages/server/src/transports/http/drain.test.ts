import assert from 'node:assert/strict'
import type { IncomingMessage } from 'node:http'
import { Readable } from 'node:stream'
import { test } from 'node:test'
import { setImmediate as turn } from 'node:timers/promises'
import { runningClock } from '../../kernel/clock.ts'
import { Bodies } from './bodies.ts'
import { drain } from './drain.ts'

const KiB = 1024
const CHUNK = Buffer.alloc(64 * KiB)
const BODY_CHUNKS = 64
const BODIES = 10

/** Runs the event loop until nothing arrives any more without the clock. */
const settle = async () => {
  for (let turns = 0; turns < 200; turns += 1) await turn()
}

test('refused bodies arrive at a rate that they share, and each arrives whole', async (t) => {
  const bodies = new Bodies(runningClock())
  t.mock.timers.enable({ apis: ['setTimeout'] })
  let arrived = 0
  let ended = 0
  for (let number = 0; number < BODIES; number += 1) {
    let left = BODY_CHUNKS
    const request = new Readable({
      read() {
        this.push(left === 0 ? null : CHUNK)
        left -= 1
      },
    })
    request.on('data', (chunk: Buffer) => {
      arrived += chunk.length
    })
    request.on('end', () => {
      ended += 1
    })
    drain(request as IncomingMessage, bodies)
  }
  await settle()
  assert.equal(arrived, BODIES * CHUNK.length, 'one read of each')
  for (let rounds = 0; ended < BODIES; rounds += 1) {
    assert.ok(rounds < 100, 'every body goes on')
    const before = arrived
    t.mock.timers.tick(5)
    await settle()
    assert.ok(arrived - before <= 512 * KiB, `${arrived - before} bytes in a round`)
  }
  assert.equal(arrived, BODIES * BODY_CHUNKS * CHUNK.length)
})
