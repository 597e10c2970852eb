import assert from 'node:assert/strict'
import { test } from 'node:test'
import { eventType, type Topic } from '../../kernel/event.ts'
import { unpackEvents } from './event-text.ts'
import { Listeners } from './listeners.ts'

const topic: Topic = 'user.7'
const type = eventType<unknown>({
  ...{ key: 'test.known', name: '', intents: () => 0 },
  ...{ visibleTo: () => true, present: () => null },
})
const types = new Map([[type.key, type]])
const malformed = () => unpackEvents(types, { topic, version: 1, text: 'test.known - 2\n{"' })
const sound = () => unpackEvents(types, { topic, version: 2, text: 'test.known - 2\n{}' })

test('a payload that no node has written raises doubts of its topic, and later events and other listeners go on', () => {
  const unreadable: number[] = []
  const doubted: (Topic | null)[] = []
  const seen: string[] = []
  const listeners = new Listeners(({ version }) => unreadable.push(version))
  listeners.addToDoubts((of) => doubted.push(of))
  for (const add of [listeners.addToCommits, listeners.add]) {
    add.call(listeners, ({ version, payload }) => void seen.push(`${version} ${JSON.stringify(payload)}`))
    add.call(listeners, ({ version }) => void seen.push(`${version}`))
  }
  listeners.tellOfCommit([...malformed(), ...sound()])
  assert.deepEqual(seen.splice(0), ['2 {}', '1', '2'])
  listeners.tell([...malformed(), ...sound()])
  assert.deepEqual(seen, ['1', '2 {}', '2'])
  assert.deepEqual(unreadable, [1, 1])
  assert.deepEqual(doubted, [topic, topic])
})

test('another error of a listener is thrown', () => {
  const listeners = new Listeners(() => assert.fail())
  listeners.add(() => {
    throw new RangeError('a fault of the listener')
  })
  assert.throws(() => listeners.tell(sound()), RangeError)
})
