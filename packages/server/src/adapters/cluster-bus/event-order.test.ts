import assert from 'node:assert/strict'
import { test } from 'node:test'
import { type Event, type EventType, eventType, type Topic } from '../../kernel/event.ts'
import { EventOrder } from './event-order.ts'

const type = eventType<number>({
  key: 'test.ordered',
  name: '',
  intents: () => 0,
  visibleTo: () => true,
  present: () => null,
}) as EventType<unknown>
const eventOf = (topic: Topic, version: number): Event => ({ type, topic, payload: version, version, guildId: null })
const one: Topic = 'guild.1'

function ordered() {
  const applied: string[] = []
  const published: string[] = []
  let time = 0
  const note = (list: string[]) => (events: readonly Event[]) => {
    for (const { topic, version } of events) list.push(`${topic}:${version}`)
  }
  const order = new EventOrder({ apply: note(applied), publish: note(published) }, () => time)
  const add = (version: number, durable = true, topic = one) =>
    order.add({ topic, version, events: [eventOf(topic, version)] }, durable)
  const wait = (ms: number) => {
    time += ms
  }
  return { order, add, applied, published, wait }
}

test('events wait until it is known where their topic stands, and then until the versions before them have come', () => {
  const { order, add, published } = ordered()
  add(7)
  add(5)
  assert.deepEqual(order.unknown(), [one])
  assert.deepEqual(published, [])
  order.begin(one, 4)
  assert.deepEqual(published, ['guild.1:5'])
  add(6)
  assert.deepEqual(published, ['guild.1:5', 'guild.1:6', 'guild.1:7'])
  assert.equal(order.held, 0)
})

test('a version is applied at its commit, and published once it is durable, after the ones before it', () => {
  const { order, add, applied, published } = ordered()
  order.begin(one, 0)
  add(1, false)
  add(2)
  assert.deepEqual(applied, ['guild.1:1', 'guild.1:2'])
  assert.deepEqual(published, [])
  order.confirm(one, 1)
  assert.deepEqual(published, ['guild.1:1', 'guild.1:2'])
  order.confirm(one, 1)
  add(1)
  add(2, false)
  assert.equal(published.length, 2)
  assert.equal(applied.length, 2)
})

test('versions that others have waited for are missing, and can be given up', () => {
  const { order, add, published, wait } = ordered()
  order.begin(one, 1)
  add(4)
  wait(40)
  add(6)
  assert.deepEqual(order.missing(50), [])
  wait(10)
  assert.deepEqual(
    order.missing(50).map(({ version }) => version),
    [2, 3],
  )
  add(2)
  order.skip({ topic: one, version: 3 })
  assert.deepEqual(published, ['guild.1:2', 'guild.1:4'])
  order.discardAbove(one, 4)
  assert.equal(order.held, 0)
  assert.deepEqual(order.missing(0), [])
})

test('after a crash of the database what was not durable may come again as something else', () => {
  const { order, add, applied, published } = ordered()
  order.begin(one, 0)
  add(1)
  add(2, false)
  add(3, false)
  order.reset()
  assert.equal(order.applied(one), 1)
  add(2)
  assert.deepEqual(published, ['guild.1:1', 'guild.1:2'])
  assert.deepEqual(applied, ['guild.1:1', 'guild.1:2', 'guild.1:3', 'guild.1:2'])
})

test('quiet topics are forgotten only after a whole round without an event', () => {
  const { order, add } = ordered()
  order.begin(one, 0)
  add(1)
  order.nextRound()
  order.forget(0)
  assert.equal(order.applied(one), 1)
  order.nextRound()
  order.forget(0)
  assert.equal(order.applied(one), null)
  assert.equal(order.size, 0)
})

test('versions that come in any order are each applied and published once, in their own order', () => {
  for (let seed = 1; seed <= 200; seed += 1) {
    const random = randomBy(seed)
    const { order, applied, published } = ordered()
    const topics: Topic[] = ['guild.1', 'user.2', 'app.3']
    const given: (() => void)[] = topics.map((topic) => () => order.begin(topic, 0))
    for (const topic of topics) {
      for (let version = 1; version <= 12; version += 1) {
        const add = (durable: boolean) => () =>
          order.add({ topic, version, events: [eventOf(topic, version)] }, durable)
        given.push(add(false), add(true), () => order.confirm(topic, version))
        if (random() < 0.3) given.push(add(true))
      }
    }
    for (const step of shuffled(given, random)) step()
    for (const topic of topics) {
      const all = Array.from({ length: 12 }, (_, index) => `${topic}:${index + 1}`)
      const of = (list: string[]) => list.filter((entry) => entry.startsWith(`${topic}:`))
      assert.deepEqual(of(published), all, `seed ${seed}`)
      assert.deepEqual(of(applied), all, `seed ${seed}`)
    }
    assert.equal(order.held, 0, `seed ${seed}`)
  }
})

function randomBy(seed: number): () => number {
  let state = seed
  return () => {
    state = (state * 1_103_515_245 + 12_345) % 2 ** 31
    return state / 2 ** 31
  }
}

function shuffled<T>(list: readonly T[], random: () => number): T[] {
  const copy = [...list]
  for (let end = copy.length - 1; end > 0; end -= 1) {
    const other = Math.floor(random() * (end + 1))
    ;[copy[end], copy[other]] = [copy[other] as T, copy[end] as T]
  }
  return copy
}
