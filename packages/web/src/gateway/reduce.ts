import type { Action, Reducer } from './action.ts'
import { activityReducers } from './reducers/activities.ts'
import { channelReducers } from './reducers/channels.ts'
import { guildReducers } from './reducers/guilds.ts'
import { interactionReducers } from './reducers/interactions.ts'
import { messageReducers } from './reducers/messages.ts'
import { sessionReducers } from './reducers/session.ts'
import { voiceReducers } from './reducers/voice.ts'
import type { ClientState } from './state.ts'

const REDUCERS = new Map<string, Reducer<never>>(
  Object.entries({
    ...sessionReducers,
    ...guildReducers,
    ...voiceReducers,
    ...channelReducers,
    ...messageReducers,
    ...interactionReducers,
    ...activityReducers,
  }),
)

/** Returns the state after an action. An action without a reducer changes nothing. */
export function reduce(state: ClientState, { name, data }: Action): ClientState {
  return REDUCERS.get(name)?.(state, data as never) ?? state
}
