import assert from 'node:assert/strict'
import { test } from 'node:test'
import { PresenceBoard } from './presence.ts'

const activity = (name: string) => ({ name, type: 0, created_at: 0, id: name })

function board() {
  const sent: string[][] = []
  const waiting: { at: number; task: () => void }[] = []
  let now = 0
  const presence = new PresenceBoard({
    send: (_op, data) => {
      sent.push((data as { activities: { name: string }[] }).activities.map(({ name }) => name))
      return true
    },
    now: () => now,
    later: (ms, task) => {
      const entry = { at: now + ms, task }
      waiting.push(entry)
      return () => void waiting.splice(waiting.indexOf(entry), 1)
    },
  })
  const forward = (ms: number) => {
    now += ms
    for (const entry of waiting.filter(({ at }) => at <= now)) {
      waiting.splice(waiting.indexOf(entry), 1)
      entry.task()
    }
  }
  return { presence, sent, waiting, forward }
}

test('five updates in 20 s are sent at once, and the last one of the others when the window ends', () => {
  const { presence, sent, forward } = board()
  const game = {}
  for (let index = 0; index < 9; index += 1) presence.set(game, activity(`${index}`))
  assert.deepEqual(sent, [['0'], ['1'], ['2'], ['3'], ['4']])
  forward(19_999)
  assert.equal(sent.length, 5)
  forward(1)
  assert.deepEqual(sent[5], ['8'])
})

test('each connection has an activity, which its end removes', () => {
  const { presence, sent } = board()
  const [one, other] = [{}, {}]
  presence.set(one, activity('chess'))
  presence.set(other, activity('go'))
  presence.set(one, null)
  presence.set(one, null)
  assert.deepEqual(sent, [['chess'], ['chess', 'go'], ['go']])
})

test('nothing is sent after the end', () => {
  const { presence, sent, waiting } = board()
  const game = {}
  for (let index = 0; index < 6; index += 1) presence.set(game, activity(`${index}`))
  assert.equal(waiting.length, 1)
  presence.close()
  assert.equal(waiting.length, 0)
  presence.set(game, null)
  assert.deepEqual([sent.length, waiting.length], [5, 0], 'a connection that ends after the session')
})
