import assert from 'node:assert/strict'
import { test } from 'node:test'
import { type Event, type EventType, eventType, type Topic } from '../../kernel/event.ts'
import { secretsUnder } from '../../kernel/store/secrets.ts'
import { packEvents, sealedCodec, unpackEvents } from './event-text.ts'

const topic: Topic = 'user.7'
const typeOf = (key: string) =>
  eventType<unknown>({ key, name: '', intents: () => 0, visibleTo: () => true, present: () => null })
const known = typeOf('test.known')
const newer = typeOf('test.newer')
const types = new Map<string, EventType<unknown>>([[known.key, known]])
/** The events with their payloads, as those that a unit of work makes. */
const plain = (events: readonly Event[]): Event[] =>
  events.map(({ type, topic: of, version, guildId, payload }) => ({ type, topic: of, version, guildId, payload }))

test('events come back from their text, without those of types that only a newer program knows', () => {
  const events: Event[] = [
    { type: known, topic, version: 3, guildId: null, payload: { id: 5n, text: 'a;b\nc', set: new Set([1n]) } },
    { type: newer, topic, version: 3, guildId: 9n, payload: { what: '…' } },
    { type: known, topic, version: 3, guildId: 9n, payload: null },
  ]
  const text = packEvents(events)
  assert.deepEqual(plain(unpackEvents(types, { topic, version: 3, text })), [events[0], events[2]])
})

test('texts that no node has written are refused', () => {
  for (const text of ['', 'test.known - 4\n', 'test.known - 4', 'TEST - 2\n{}', 'test.known 1x 2\n{}']) {
    assert.throws(() => unpackEvents(types, { topic, version: 1, text }), Error, JSON.stringify(text))
  }
})

test('a payload is parsed only where it is read, and only once', () => {
  const [unread] = unpackEvents(types, { topic, version: 1, text: 'test.known - 2\n{"' })
  assert.throws(() => unread?.payload, /not JSON/)
  const [read] = unpackEvents(types, { topic, version: 1, text: 'test.known - 2\n{}' })
  assert.deepEqual(read?.payload, {})
  assert.equal(read?.payload, read?.payload)
})

test('nodes that share a key read events that nobody else can read, write, or move to another topic', () => {
  const codecOf = (byte: number) => sealedCodec(types, secretsUnder(new Uint8Array(32).fill(byte)))
  const [codec, foreign] = [codecOf(1), codecOf(2)]
  const event: Event = { type: known, topic, version: 3, guildId: null, payload: { secret: 'join me' } }
  const text = codec.pack([event])
  assert.doesNotMatch(text, /join me/)
  assert.deepEqual(plain(codec.unpack({ topic, version: 3, text })), [event])
  const refused = [
    { topic, version: 3, text: packEvents([event]) },
    { topic, version: 3, text: foreign.pack([event]) },
    { topic: 'user.8' as const, version: 3, text },
  ]
  for (const logged of refused) assert.throws(() => codec.unpack(logged), Error, logged.text)
})
