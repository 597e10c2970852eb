import type { RecordKind, TapeRecord } from './control-types.ts'

export const KIND_WORDS: Readonly<Record<RecordKind, { one: string; many: string }>> = {
  request: { one: 'Request', many: 'Requests' },
  frame: { one: 'Frame', many: 'Frames' },
  event: { one: 'Event', many: 'Events' },
  delivery: { one: 'Delivery', many: 'Deliveries' },
  rpc: { one: 'RPC', many: 'RPC' },
}

/** First close code that tells of a fault; 1000 and 1001 are a normal end. */
const FAULTY_CLOSE = 1002
const FAULTY_STATUS = 400

/** Returns whether a status stands for a failure: of HTTP, or the close code of a connection. */
export function isFailure({ status }: Pick<TapeRecord, 'status'>): boolean {
  if (status === null) return false
  return status >= 1_000 ? status >= FAULTY_CLOSE : status >= FAULTY_STATUS
}

const clock = new Intl.DateTimeFormat('en-GB', {
  hour: '2-digit',
  minute: '2-digit',
  second: '2-digit',
  fractionalSecondDigits: 3,
})

/** Returns the time of day with milliseconds. */
export function preciseTime(timestamp: string): string {
  const date = new Date(timestamp)
  return Number.isNaN(date.getTime()) ? timestamp : clock.format(date)
}

const dateAndTime = new Intl.DateTimeFormat('en-GB', { dateStyle: 'medium', timeStyle: 'medium' })

/** Returns the date with the time of day. */
export function preciseDate(timestamp: string): string {
  const date = new Date(timestamp)
  return Number.isNaN(date.getTime()) ? timestamp : dateAndTime.format(date)
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
