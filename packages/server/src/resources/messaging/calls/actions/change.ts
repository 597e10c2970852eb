import type { Instant, Snowflake } from '@guildhall/protocol'
import { type EventType, type Topic, userTopic } from '../../../../kernel/event.ts'
import type { Channel, VoiceState } from '../../../../kernel/model.ts'
import { callCreate, callDelete, callUpdate, callVoiceStateChanged, callVoiceStateUpdate } from '../events.ts'
import { type PrivateCall, RING_MS, snapshotOf } from '../model.ts'

/** Event that the caller must publish. */
export interface CallEvent<P = never> {
  readonly type: EventType<P>
  readonly topic: Topic
  readonly payload: P
}

/** A changed call, with the events of the change in order. */
export interface CallChange {
  readonly call: PrivateCall
  readonly events: readonly CallEvent[]
}

function callEvent<P>(type: EventType<P>, topic: Topic, payload: P): CallEvent {
  return { type, topic, payload } as unknown as CallEvent
}

function toRecipients<P>({ recipientIds }: PrivateCall, type: EventType<P>, payload: P): CallEvent[] {
  return recipientIds.map((id) => callEvent(type, userTopic(id), payload))
}

/** Returns a call that a user is about to begin: the other recipients ring. */
export function newCall(channel: Channel, messageId: Snowflake, callerId: Snowflake, now: Instant): PrivateCall {
  const others = channel.recipient_ids.filter((id) => id !== callerId)
  return {
    channelId: channel.id,
    messageId,
    recipientIds: channel.recipient_ids,
    ringing: new Map(others.map((id) => [id, now + RING_MS])),
    states: new Map(),
    participants: new Set(),
  }
}

/** Puts the voice state of a user into a call: of one who joins, or whose flags or session change. */
export function withState(before: PrivateCall, state: VoiceState): CallChange {
  const { channelId } = before
  const joins = !before.states.has(state.user_id)
  const ringing = new Map(before.ringing)
  ringing.delete(state.user_id)
  const states = new Map(before.states).set(state.user_id, state)
  const participants = new Set(before.participants).add(state.user_id)
  const call = { ...before, ringing, states, participants }
  const shown = () => toRecipients(call, states.size === 1 ? callCreate : callUpdate, snapshotOf(call))
  return {
    call,
    events: [
      callEvent(callVoiceStateChanged, userTopic(state.user_id), { channelId, state }),
      ...(joins ? shown() : []),
      ...toRecipients(call, callVoiceStateUpdate, state),
    ],
  }
}

/** Puts the voice state of a restored session into a call again. Clients know it there; only this process does not. */
export function withRestored(before: PrivateCall, state: VoiceState): CallChange {
  const { call, events } = withState({ ...before, ringing: new Map() }, state)
  return { call, events: events.filter(({ type }) => (type as EventType<unknown>) === callVoiceStateChanged) }
}

/** Removes the voice state of a user from a call. Without members, it has ended. */
export function withoutUser(before: PrivateCall, userId: Snowflake): CallChange {
  const former = before.states.get(userId)
  if (!former) return { call: before, events: [] }
  const { channelId } = before
  const state = { ...former, channel_id: null }
  const states = new Map(before.states)
  states.delete(userId)
  return {
    call: { ...before, states },
    events: [
      callEvent(callVoiceStateChanged, userTopic(userId), { channelId, state }),
      ...toRecipients(before, callVoiceStateUpdate, state),
      ...(states.size === 0 ? toRecipients(before, callDelete, { channelId }) : []),
    ],
  }
}

/** Removes a user who is no recipient any more, and is the last time sent an event of the call. */
export function withoutRecipient(before: PrivateCall, userId: Snowflake): CallChange {
  if (!before.recipientIds.includes(userId)) return { call: before, events: [] }
  const { call, events } = withoutUser(before, userId)
  const ringing = new Map(call.ringing)
  const rang = ringing.delete(userId)
  const left = { ...call, ringing, recipientIds: call.recipientIds.filter((id) => id !== userId) }
  return { call: left, events: rang ? [...events, ...toRecipients(left, callUpdate, snapshotOf(left))] : events }
}

/** Rings users who are not in the call. */
export function withRinging(before: PrivateCall, userIds: readonly Snowflake[], now: Instant): CallChange {
  const added = userIds.filter((id) => !before.states.has(id) && !before.ringing.has(id))
  return ringingChanged(before, [...before.ringing, ...added.map((id) => [id, now + RING_MS] as const)])
}

/** Stops ringing users. */
export function withoutRinging(before: PrivateCall, userIds: readonly Snowflake[]): CallChange {
  return ringingChanged(
    before,
    [...before.ringing].filter(([id]) => !userIds.includes(id)),
  )
}

/** Stops ringing the users who have rung for long enough. */
export function ringingEnded(before: PrivateCall, now: Instant): CallChange {
  return ringingChanged(
    before,
    [...before.ringing].filter(([, until]) => until > now),
  )
}

function ringingChanged(before: PrivateCall, ringing: readonly (readonly [Snowflake, Instant])[]): CallChange {
  if (ringing.length === before.ringing.size) return { call: before, events: [] }
  const call = { ...before, ringing: new Map(ringing) }
  return { call, events: toRecipients(call, callUpdate, snapshotOf(call)) }
}

/** Returns the times at which users stop to ring, of those who began to ring by a change. */
export function newRingingEnds(before: PrivateCall | undefined, after: PrivateCall): Instant[] {
  const known = new Set(before?.ringing.values())
  return [...new Set(after.ringing.values())].filter((until) => !known.has(until))
}
