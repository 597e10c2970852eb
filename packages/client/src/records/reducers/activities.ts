import type { Reducer, Reducers } from '../action.ts'
import { withEntry, withoutEntry } from '../maps.ts'
import type { ActivityInstance, ClientState } from '../state.ts'

const changed: Reducer<ActivityInstance> = (state, instance) => ({
  ...state,
  activities:
    instance.participants.length === 0
      ? withoutEntry(state.activities, instance.composite_instance_id)
      : withEntry(state.activities, instance.composite_instance_id, instance),
})

/** Running activities. An activity without participants has ended. */
export const activityReducers = { EMBEDDED_ACTIVITY_UPDATE_V2: changed } satisfies Reducers

/** Returns the running activities with those of a guild replaced. */
export function withActivitiesOf(
  activities: ClientState['activities'],
  guildId: string,
  running: readonly ActivityInstance[],
): ClientState['activities'] {
  const others = [...activities].filter(([, { location }]) => location.guild_id !== guildId)
  if (others.length === activities.size && running.length === 0) return activities
  return new Map([...others, ...running.map((instance) => [instance.composite_instance_id, instance] as const)])
}

/** Returns the activity that this session takes part in: the one that was launched last. */
export function ownActivity({ activities, self, sessionId }: ClientState): ActivityInstance | undefined {
  return [...activities.values()].findLast(({ participants }) =>
    participants.some(({ user_id, session_id }) => user_id === self?.id && session_id === sessionId),
  )
}
