import type { EventName } from '../contract/contract.ts'
import type { Action, LocalName, Reducers } from './action.ts'
import { activityReducers } from './reducers/activities.ts'
import { channelReducers } from './reducers/channels.ts'
import { guildReducers } from './reducers/guilds.ts'
import { interactionReducers } from './reducers/interactions.ts'
import { limitReducers } from './reducers/limits.ts'
import { messageReducers } from './reducers/messages.ts'
import { sessionReducers } from './reducers/session.ts'
import { timeReducers } from './reducers/time.ts'
import { voiceReducers } from './reducers/voice.ts'
import type { ClientState } from './state.ts'

const REDUCERS: Reducers = {
  ...sessionReducers,
  ...guildReducers,
  ...voiceReducers,
  ...channelReducers,
  ...messageReducers,
  ...interactionReducers,
  ...activityReducers,
  ...limitReducers,
  ...timeReducers,
}

/** Returns the state after an action at a time in milliseconds. An action without a reducer changes nothing. */
export function reduce<N extends EventName | LocalName>(
  state: ClientState,
  { name, data }: Action<N>,
  now: number = state.now,
): ClientState {
  return REDUCERS[name]?.(state, data, now) ?? state
}

/** Returns the state after an event as it came from the wire. Events that the records do not know change nothing. */
export function reduceEvent(state: ClientState, name: string, data: unknown, now: number = state.now): ClientState {
  // The platform's contract test compares its events with these types, so that they are not checked again.
  return Object.hasOwn(REDUCERS, name) ? reduce(state, { name, data } as Action<EventName>, now) : state
}
