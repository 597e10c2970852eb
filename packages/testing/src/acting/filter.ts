import { MessageFlag } from '@guildhall/protocol/constants'
import type { Frame } from '../wire-codec.ts'
import { type Mismatch, mismatches } from './match.ts'
import { idsOf, type Reference } from './references.ts'

/** A wanted event: what every event can be asked for, and any further fields of its payload (see `mismatches`). */
export interface EventFilter {
  /** Person or bot that caused it: its author, member, user or application. */
  from?: Reference
  /** Channel or guild that it is in. */
  in?: Reference
  /** Message that it concerns: edited, deleted, reacted to, voted on, or replied to. */
  on?: Reference
  [field: string]: unknown
}

/** A wanted message. Further fields are those of the message object, such as `embeds: [{ title: /banned/ }]`. */
export interface MessageFilter extends EventFilter {
  content?: string | RegExp | ((content: string) => boolean)
  /** Whether only this person sees it. */
  ephemeral?: boolean
  /** The state after a deferred response, before the application sends the message. Default: false */
  thinking?: boolean
}

/** An event as a person saw it. */
export interface Seen {
  readonly frame: Frame
  /** Names under which it is found: a deferred response that is filled in counts as a new message, too. */
  readonly names: readonly string[]
  /** Whether an expectation took it. Each event is seen once. */
  taken: boolean
}

interface Payload {
  readonly id?: string
  readonly flags?: number
  readonly author?: { readonly id?: string }
  readonly user?: { readonly id?: string }
  readonly application?: { readonly id?: string }
  readonly user_id?: string
  readonly application_id?: string
  readonly channel_id?: string
  readonly guild_id?: string
  readonly parent_id?: string
  readonly message_id?: string
  readonly message_reference?: { readonly message_id?: string }
}

/** Names of the events that are messages. */
export const MESSAGES: readonly string[] = ['MESSAGE_CREATE', 'MESSAGE_UPDATE']

/** Returns whether a message is the placeholder of a deferred response. */
export function isThinking(payload: unknown): boolean {
  return hasFlag(payload, MessageFlag.LOADING)
}

/** Returns whether a message is visible to one person only. */
export function isEphemeral(payload: unknown): boolean {
  return hasFlag(payload, MessageFlag.EPHEMERAL)
}

function hasFlag(payload: unknown, flag: number): boolean {
  return (((payload as Payload).flags ?? 0) & flag) !== 0
}

/** Returns the ids of whoever caused an event. */
function sourcesOf(payload: Payload): (string | undefined)[] {
  const { author, user, application, user_id, application_id } = payload
  return [author?.id, user?.id, user_id, application?.id, application_id]
}

/** Returns the differences between an event and a filter, the name of the event aside. */
export function differences(filter: EventFilter | MessageFilter, { frame }: Seen, selfId: string): Mismatch[] {
  const { from, in: place, on, ephemeral, thinking, ...fields } = filter as MessageFilter
  const payload = frame.d as Payload
  const found: Mismatch[] = []
  const sources = sourcesOf(payload)
  if (from !== undefined && !idsOf(from).some((id) => sources.includes(id)))
    found.push({ path: 'from', wanted: from, found: sources.find((id) => id !== undefined) })
  if (place !== undefined) {
    const places = [payload.channel_id, payload.guild_id, payload.parent_id, payload.id]
    if (!idsOf(place).some((id) => places.includes(id)))
      found.push({ path: 'in', wanted: place, found: payload.channel_id ?? payload.guild_id })
  }
  if (on !== undefined) {
    const concerned = [payload.message_id, payload.message_reference?.message_id, payload.id]
    if (!idsOf(on).some((id) => concerned.includes(id)))
      found.push({ path: 'on', wanted: on, found: concerned.find((id) => id !== undefined) })
  }
  if (MESSAGES.includes(frame.t ?? '')) {
    if (ephemeral !== undefined && ephemeral !== isEphemeral(payload))
      found.push({ path: 'ephemeral', wanted: ephemeral, found: isEphemeral(payload) })
    const wantsThinking = thinking ?? false
    if (wantsThinking !== isThinking(payload))
      found.push({ path: 'thinking', wanted: wantsThinking, found: isThinking(payload) })
    if (from === undefined && payload.author?.id === selfId)
      found.push({ path: 'from', wanted: 'somebody else', found: selfId })
  }
  return [...found, ...mismatches(fields, payload)]
}
