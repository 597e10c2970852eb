import { dateFormat } from '../../lib/language/formats.ts'
import { type Message, msg, t } from '../../lib/language/text.ts'
import type { ControlSession, RecordKind, TapeRecord } from './control-types.ts'

const KIND_WORDS: Readonly<Record<RecordKind, { one: Message; many: Message }>> = {
  request: { one: msg('record|Request'), many: msg('record|Requests') },
  frame: { one: msg('record|Frame'), many: msg('record|Frames') },
  event: { one: msg('record|Event'), many: msg('record|Events') },
  delivery: { one: msg('record|Delivery'), many: msg('record|Deliveries') },
  rpc: { one: msg('RPC'), many: msg('RPC') },
  voice: { one: msg('record|Voice'), many: msg('record|Voice') },
}

/** Returns the name of a kind of records; of one that this page does not know, the kind itself. */
export function kindText(kind: RecordKind, form: 'one' | 'many'): string {
  return KIND_WORDS[kind] ? t(KIND_WORDS[kind][form]) : kind
}

/** Title of an event as the platform writes it. */
const DELIVERED = /^(\S+) to (\d+) of (\d+) sessions?$/

/** Returns the title of a record on one line. The summary of an event is in the language of the person. */
export function titleText({ kind, title }: Pick<TapeRecord, 'kind' | 'title'>): string {
  const [, event, received, count] = (kind === 'event' && DELIVERED.exec(title)) || []
  if (event === undefined) return visible(title)
  return t('{event} to {received} of {count, plural, one {# session} other {# sessions}}', {
    event: visible(event),
    received: Number(received),
    count: Number(count),
  })
}

/** Fields of a record with an id, by which the list is filtered. */
export const ID_FIELDS = ['application_id', 'guild_id', 'user_id', 'session_id'] as const
export type IdField = (typeof ID_FIELDS)[number]

export const ID_WORDS: Readonly<Record<IdField, { name: Message; any: Message; only: Message }>> = {
  application_id: {
    name: msg('Application'),
    any: msg('Any application'),
    only: msg('Show only this application'),
  },
  guild_id: { name: msg('Guild'), any: msg('Any guild'), only: msg('Show only this guild') },
  user_id: { name: msg('Person'), any: msg('Any person'), only: msg('Show only this person') },
  session_id: { name: msg('Session'), any: msg('Any session'), only: msg('Show only this session') },
}

const SESSION_KINDS: Readonly<Record<ControlSession['kind'], Message>> = {
  bot: msg('session|bot'),
  person: msg('session|person'),
  game: msg('session|game'),
}

/** Returns the kind of a gateway session as a word. */
export function sessionKind(kind: ControlSession['kind']): string {
  return t(SESSION_KINDS[kind])
}

/** First close code that tells of a fault; 1000 and 1001 are a normal end. */
const FAULTY_CLOSE = 1002
const FAULTY_STATUS = 400

/** Returns whether a status means a failure: of HTTP, or the close code of a connection. */
export function isFailure({ status }: Pick<TapeRecord, 'status'>): boolean {
  if (status === null) return false
  return status >= 1_000 ? status >= FAULTY_CLOSE : status >= FAULTY_STATUS
}

const CLOCK = {
  hour: '2-digit',
  minute: '2-digit',
  second: '2-digit',
  fractionalSecondDigits: 3,
  hourCycle: 'h23',
} as const

/** Returns the time of day with milliseconds. */
export function preciseTime(timestamp: string): string {
  const date = new Date(timestamp)
  return Number.isNaN(date.getTime()) ? timestamp : dateFormat(CLOCK).format(date)
}

const DATE_AND_TIME = { dateStyle: 'medium', timeStyle: 'medium', hourCycle: 'h23' } as const

/** Returns the date with the time of day. */
export function preciseDate(timestamp: string): string {
  const date = new Date(timestamp)
  return Number.isNaN(date.getTime()) ? timestamp : dateFormat(DATE_AND_TIME).format(date)
}

/** Invisible characters, and those that turn the direction of writing: they disguise a text. Emojis need joiners. */
const INVISIBLE = /(?![\t\u200c\u200d])[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]/gu

/** Returns a text with invisible characters written as `\u202e`, on one line. */
export function visible(text: string): string {
  return text.replaceAll(INVISIBLE, (character) => {
    const hex = (character.codePointAt(0) ?? 0).toString(16)
    return hex.length > 4 ? `\\u{${hex}}` : `\\u${hex.padStart(4, '0')}`
  })
}
