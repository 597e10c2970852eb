import type { Topic } from '../../kernel/event.ts'
import type { LoggedEvents } from './event-log.ts'
import type { TopicVersion } from './event-order.ts'
import { MESSAGE_BYTES_MAX } from './node-channel.ts'

/** Number of the form of messages. A node ignores those of another form: the log has what they say. */
const FORM = 1
const TOPIC = /^(?:guild|user|app|lobby)\.\d{1,20}$/
const TOPICS_MAX = 10_000
const VERSION_MAX = 2 ** 31 - 1

/** Versions that a commit raised. Version 0 is that of events that are not stored. */
export interface Message {
  readonly events: readonly LoggedEvents[]
  /** Versions whose events are too long for a message: the log has them. */
  readonly logged: readonly TopicVersion[]
  /** Time of the sender's machine; null for a message without one. */
  readonly sentAt: number | null
}

const encoder = new TextEncoder()
const decoder = new TextDecoder('utf-8', { fatal: true })

/** Returns the bytes of a message: topics, versions, lengths and the time as a line of JSON, and then the texts. */
export function encodeMessage(events: readonly LoggedEvents[], sentAt: number): Uint8Array {
  const bytes = encode(events, sentAt)
  return bytes.length <= MESSAGE_BYTES_MAX
    ? bytes
    : encode(
        events.map((logged) => ({ ...logged, text: '' })),
        sentAt,
      )
}

function encode(events: readonly LoggedEvents[], sentAt: number): Uint8Array {
  const parts = events.map(({ topic, version, text }) => [topic, version, text.length])
  return encoder.encode(`${JSON.stringify([FORM, parts, sentAt])}\n${events.map(({ text }) => text).join('')}`)
}

/** Returns a message out of its bytes; null for bytes that are none. */
export function decodeMessage(bytes: Uint8Array): Message | null {
  if (bytes.length > MESSAGE_BYTES_MAX) return null
  try {
    const text = decoder.decode(bytes)
    const end = text.indexOf('\n')
    const [form, parts, sentAt] = JSON.parse(text.slice(0, end)) as [unknown, unknown, unknown]
    if (form !== FORM || !Array.isArray(parts) || parts.length > TOPICS_MAX) return null
    const message = { events: [] as LoggedEvents[], logged: [] as TopicVersion[], sentAt: timeOf(sentAt) }
    let place = end + 1
    for (const part of parts) {
      const [topic, version, length] = part as [unknown, unknown, unknown]
      if (!isTopic(topic) || !isCount(version) || !isCount(length) || place + length > text.length) return null
      if (length === 0) message.logged.push({ topic, version })
      else message.events.push({ topic, version, text: text.slice(place, place + length) })
      place += length
    }
    return message
  } catch {
    return null
  }
}

/** Returns a time; null for a message of an older version, which has none. */
const timeOf = (value: unknown): number | null => (Number.isSafeInteger(value) ? (value as number) : null)
const isTopic = (value: unknown): value is Topic => typeof value === 'string' && TOPIC.test(value)
const isCount = (value: unknown): value is number =>
  Number.isSafeInteger(value) && (value as number) >= 0 && (value as number) <= VERSION_MAX
