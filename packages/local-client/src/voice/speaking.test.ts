import assert from 'node:assert/strict'
import { test } from 'node:test'
import { Speaking } from './speaking.ts'

/** Speakers with a clock that the test moves. */
function speakers() {
  const changes: string[] = []
  let now = 0
  let tasks: { at: number; task: () => void }[] = []
  const speaking = new Speaking({
    onChange: (userId, isSpeaking) => changes.push(`${isSpeaking ? '+' : '-'}${userId}`),
    now: () => now,
    later(ms, task) {
      const entry = { at: now + ms, task }
      tasks.push(entry)
      return () => {
        tasks = tasks.filter((one) => one !== entry)
      }
    },
  })
  const advance = (ms: number) => {
    now += ms
    const due = tasks.filter(({ at }) => at <= now)
    tasks = tasks.filter(({ at }) => at > now)
    for (const { task } of due) task()
  }
  return { speaking, changes, advance, waiting: () => tasks.length }
}

test('a user speaks from the first frame to half a second after the last', () => {
  const { speaking, changes, advance, waiting } = speakers()
  for (let frame = 0; frame < 100; frame += 1) {
    speaking.heard('a')
    advance(20)
  }
  assert.deepEqual(changes, ['+a'])
  advance(479)
  assert.deepEqual(changes, ['+a'])
  advance(1)
  assert.deepEqual(changes, ['+a', '-a'])
  assert.equal(waiting(), 0)
})

test('an announced end stops at once, and frames after it do not count until a new beginning', () => {
  const { speaking, changes } = speakers()
  speaking.announced('a', 1)
  assert.deepEqual(changes.splice(0), [])
  speaking.heard('a')
  speaking.announced('a', 0)
  speaking.heard('a')
  speaking.announced('a', 0)
  assert.deepEqual(changes.splice(0), ['+a', '-a'])
  speaking.announced('a', 1)
  speaking.heard('a')
  assert.deepEqual(changes.splice(0), ['+a'])
})

test('users who leave, and all of them at the end, stop speaking', () => {
  const { speaking, changes, waiting } = speakers()
  for (const user of ['a', 'b', 'c']) speaking.heard(user)
  speaking.left('a')
  speaking.left('d')
  speaking.clear()
  assert.deepEqual(changes, ['+a', '+b', '+c', '-a', '-b', '-c'])
  assert.equal(waiting(), 0)
})
