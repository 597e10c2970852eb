import type { LocalActions, Reducer, Reducers } from '../action.ts'
import type { ClientState } from '../state.ts'

const passed: Reducer<LocalActions['time passed']> = (state, { now }) => ({
  ...state,
  now,
  typing: stillTyping(state.typing, now),
})

function stillTyping(typing: ClientState['typing'], now: number): ClientState['typing'] {
  const next = new Map<string, ReadonlyMap<string, number>>()
  let ended = false
  for (const [channelId, users] of typing) {
    const still = [...users].filter(([, until]) => until > now)
    ended ||= still.length < users.size
    if (still.length === users.size) next.set(channelId, users)
    else if (still.length > 0) next.set(channelId, new Map(still))
  }
  return ended ? next : typing
}

/** Parts of the state that end by time. */
export const timeReducers = { 'time passed': passed } satisfies Reducers
