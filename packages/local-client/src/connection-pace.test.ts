import assert from 'node:assert/strict'
import { test } from 'node:test'
import { setImmediate as settled } from 'node:timers/promises'
import { ConnectionPace } from './connection-pace.ts'

/** Connections whose time passes by hand. */
function paced() {
  let now = 0
  const timers = new Map<() => void, number>()
  const pace = new ConnectionPace({
    now: () => now,
    wait: (ms, signal) =>
      new Promise((resolve, reject) => {
        timers.set(resolve, now + ms)
        signal.addEventListener('abort', () => {
          timers.delete(resolve)
          reject(signal.reason)
        })
      }),
  })
  const served: string[] = []
  return {
    served,
    /** Opens a connection, and returns what ends it. */
    connect(name: string, clientId = '1') {
      const connection = new AbortController()
      pace.turn(clientId, connection.signal).then(
        () => served.push(name),
        () => {},
      )
      return () => connection.abort()
    },
    async pass(seconds: number) {
      now += seconds * 1_000
      for (const [resolve, at] of timers) {
        if (at > now) continue
        timers.delete(resolve)
        resolve()
      }
      await settled()
    },
  }
}

test('the third connection of an application within a minute waits, others do not', async () => {
  const { served, connect, pass } = paced()
  connect('a')
  await pass(10)
  for (const name of ['b', 'c', 'd']) connect(name)
  connect('other', '2')
  await pass(0)
  assert.deepEqual(served, ['a', 'b', 'other'])
  await pass(49)
  assert.equal(served.length, 3)
  await pass(1)
  assert.deepEqual(served.slice(3), ['c'])
  await pass(10)
  assert.deepEqual(served.slice(3), ['c', 'd'])
  await pass(200)
  connect('e')
  await pass(0)
  assert.deepEqual(served.slice(5), ['e'])
})

test('connections that end before their turn delay no later one', async () => {
  const { served, connect, pass } = paced()
  connect('a')
  connect('b')
  for (let second = 0; second < 55; second += 5) {
    const giveUp = connect(`tried at ${second}`)
    await pass(5)
    giveUp()
    await pass(0)
  }
  await pass(5)
  connect('c')
  await pass(0)
  assert.deepEqual(served, ['a', 'b', 'c'])
})
