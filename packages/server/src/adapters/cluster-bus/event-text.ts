import type { Snowflake } from '@guildhall/protocol'
import type { Event, EventType, Topic } from '../../kernel/event.ts'
import { packPayload, unpackPayload } from '../../kernel/payload-codec.ts'
import { isSealed, type Secrets, SecretsError } from '../../kernel/store/secrets.ts'
import type { EventCodec, LoggedEvents } from './event-log.ts'
import { lengthened, shortened } from './short-text.ts'

/**
 * Returns the codec of nodes that share a key. Payloads contain addresses of mails, tokens of interactions and secrets
 * of activities: neither the log nor NATS has them in clear, and no node takes a text of somebody without the key. They
 * are shortened before that, because nobody can do it afterwards.
 */
export function sealedCodec(types: EventTypes, secrets: Secrets): EventCodec {
  return {
    pack: (events) => secrets.seal(shortened(packEvents(events)), placeOf(events[0]?.topic)),
    unpack(logged) {
      if (!isSealed(logged.text)) throw new SecretsError('the text of events is not encrypted')
      const text = lengthened(secrets.open(logged.text, placeOf(logged.topic)))
      return unpackEvents(types, { ...logged, text })
    },
  }
}

const placeOf = (topic: Topic | undefined) => `event_log.events of ${topic}`

/** Types of events by their keys. */
export type EventTypes = ReadonlyMap<string, EventType<unknown>>

/**
 * The type, the guild whose shard receives the event, and the length of the payload. Later versions may append parts.
 */
const HEADER = /^([a-z0-9][a-z0-9.-]{0,99}) (-|\d{1,20}) (\d{1,9})(?: |$)/

/**
 * Returns the text of the events of one version of a topic: a line with a header of each event, and the payloads behind
 * it, so that a payload is parsed only where its type is known.
 */
export function packEvents(events: readonly Event[]): string {
  const payloads = events.map(({ payload }) => packPayload(payload))
  const headers = events.map(
    ({ type, guildId }, index) => `${type.key} ${guildId ?? '-'} ${payloads[index]?.length ?? 0}`,
  )
  return `${headers.join(';')}\n${payloads.join('')}`
}

/**
 * Returns the events of a text, without those of types that only a newer program knows. Their payloads throw when they
 * are read, if they are not what a node has written.
 *
 * @throws for a text with a header that no node has written
 */
export function unpackEvents(types: EventTypes, { topic, version, text }: LoggedEvents): Event[] {
  const end = text.indexOf('\n')
  const events: Event[] = []
  let place = end + 1
  for (const header of text.slice(0, Math.max(end, 0)).split(';')) {
    const [, key = '', guildId = '-', length = ''] = HEADER.exec(header) ?? []
    if (key === '' || place + Number(length) > text.length) throw new Error('the header of an event is malformed')
    const payload = text.slice(place, place + Number(length))
    place += Number(length)
    const type = types.get(key)
    if (!type) continue
    events.push(new WrittenEvent({ type, topic, version, guildId: guildId === '-' ? null : BigInt(guildId) }, payload))
  }
  return events
}

/**
 * An event whose payload is parsed when it is read first. A node with no session and no view for it never reads it, and
 * parsing is a third of what such an event costs.
 */
class WrittenEvent implements Event {
  readonly type: EventType<unknown>
  readonly topic: Topic
  version: number
  readonly guildId: Snowflake | null
  /** Null once it was parsed. */
  #text: string | null
  #payload: unknown

  constructor({ type, topic, version, guildId }: Omit<Event, 'payload'>, text: string) {
    this.type = type
    this.topic = topic
    this.version = version
    this.guildId = guildId
    this.#text = text
  }

  get payload(): unknown {
    if (this.#text !== null) {
      this.#payload = unpackPayload(this.#text)
      this.#text = null
    }
    return this.#payload
  }
}
