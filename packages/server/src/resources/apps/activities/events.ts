import { ActivityIntent, type Snowflake } from '@guildhall/protocol'
import { eventType } from '../../../kernel/event.ts'
import type { Member, User } from '../../../kernel/model.ts'
import type { Viewer } from '../../../kernel/viewer.ts'
import { presentMember } from '../../guild/members/present.ts'
import { instanceId, presentLocation, type StoredActivityInstance, type StoredParticipant } from './model.ts'

/** An instance with its participants, none when it has ended. */
export interface RunningActivity {
  readonly instance: StoredActivityInstance
  readonly participants: readonly (StoredParticipant & { member?: Member | undefined; user?: User | undefined })[]
}

/** Payload of EMBEDDED_ACTIVITY_UPDATE_V2. */
export interface ParticipantsChange extends RunningActivity {
  /** User whom the platform removed. They receive the event although they do not see the channel. */
  readonly removedId?: Snowflake
}

/** Returns whether a viewer receives what happens in the instance's channel. */
function seesInstance(viewer: Viewer, { guild_id, channel_id }: StoredActivityInstance): boolean {
  return viewer.kind !== 'game' && (guild_id === null || viewer.sees(channel_id))
}

/** Returns the instances that GUILD_CREATE contains for a viewer. */
export function visibleActivities(viewer: Viewer, running: readonly RunningActivity[]) {
  return running.filter(({ instance }) => seesInstance(viewer, instance)).map(presentRunning)
}

/** Returns the object of an instance in gateway events. */
export function presentRunning({ instance, participants }: RunningActivity) {
  return {
    application_id: instance.application_id.toString(),
    composite_instance_id: instanceId(instance),
    instance_id: instance.launch_id.toString(),
    launch_id: instance.launch_id.toString(),
    location: presentLocation(instance),
    participants: participants.map(({ user_id, session_id, nonce, member, user }) => ({
      user_id: user_id.toString(),
      ...(member && user ? { member: presentMember(member, user) } : {}),
      session_id,
      nonce,
    })),
  }
}

/** The participants of an activity changed; none are left when it ends. */
export const embeddedActivityUpdate = eventType<ParticipantsChange>({
  key: 'activity-participants.changed',
  name: 'EMBEDDED_ACTIVITY_UPDATE_V2',
  intents: ({ instance }) =>
    instance.guild_id === null ? ActivityIntent.DIRECT_EMBEDDED_ACTIVITIES : ActivityIntent.GUILD_EMBEDDED_ACTIVITIES,
  visibleTo: (viewer, { instance, removedId }) =>
    removedId === undefined ? seesInstance(viewer, instance) : viewer.kind === 'person',
  visibleInChannel: ({ instance, removedId }) =>
    removedId !== undefined || instance.guild_id === null ? null : instance.channel_id,
  present: presentRunning,
})
