import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { NodeNotice } from '../../kernel/node-notices.ts'
import { CutOff } from './cut-off.ts'

/** A node whose lease was renewed at second 0, and which another node can be heard from. */
function open({ connected = true } = {}) {
  const node = { now: 0, renewedAt: 0, connected, sent: 0 }
  let listener: (notice: NodeNotice) => void = () => undefined
  const cutOff = new CutOff(
    {
      lease: { isHeld: () => node.now - node.renewedAt < 10_000, ageMs: () => node.now - node.renewedAt },
      notices: {
        get connected() {
          return node.connected
        },
        send: () => {
          node.sent += 1
        },
        listen: (given) => {
          listener = given
        },
      },
    },
    () => node.now,
  )
  /** Looks at the end of each second up to one, and returns the first at which the node is cut off. */
  const until = (second: number, heard: (second: number) => boolean, renewed = (_: number) => false) => {
    for (let at = node.now / 1_000 + 1; at <= second; at += 1) {
      node.now = at * 1_000
      if (renewed(at)) node.renewedAt = node.now
      if (heard(at)) listener({ kind: 'kept', sessionIds: [] })
      if (cutOff.check()) return at
    }
    return null
  }
  return { node, until }
}

const always = () => true
const never = () => false
const EVEN = (second: number) => second % 2 === 0

test('a node whose lease ended is cut off once others have had the database for three seconds', () => {
  const { until } = open()
  assert.equal(until(60, EVEN), 15)
})

test('an outage of the database cuts nobody off, also if others are back three seconds earlier', () => {
  const { until } = open()
  const outage = (second: number) => second < 2 || second > 40
  assert.equal(until(43, outage), null)
  assert.equal(
    until(80, always, (second) => second >= 44),
    null,
  )
})

test('a node that lost the bus too is cut off if it had heard of others, and not if it was alone', () => {
  const lost = open()
  assert.equal(lost.until(1, always), null)
  lost.node.connected = false
  assert.equal(lost.until(60, never), 12)
  const alone = open({ connected: false })
  assert.equal(alone.until(60, never), null)
  const withoutBus = open()
  assert.equal(withoutBus.until(30, always, always), null)
  withoutBus.node.connected = false
  assert.equal(withoutBus.until(60, never, always), null, 'the bus alone is away')
  assert.equal(withoutBus.until(120, never), null, 'the others were last heard of long before')
})

test('a node is cut off no more once its lease is renewed, and says that it has the database', () => {
  const { node, until } = open()
  assert.equal(until(60, EVEN), 15)
  const { sent } = node
  assert.equal(
    until(30, EVEN, (second) => second > 15),
    null,
  )
  assert.equal(node.sent - sent, 15)
})
