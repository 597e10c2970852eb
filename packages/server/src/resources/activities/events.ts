import { eventType } from '../../kernel/event.ts'
import type { Member, User } from '../../kernel/model.ts'
import { presentMember } from '../members/index.ts'
import type { Participant, StoredActivityInstance } from './instance.ts'
import { instanceId, locationOf } from './rules.ts'

export interface InstanceEvent {
  readonly instance: StoredActivityInstance
  readonly participants: readonly (Participant & { member?: Member | undefined; user?: User | undefined })[]
}

/** Who takes part in an activity has changed; nobody means that it has ended. For people's clients: bots have no intent for it. */
export const embeddedActivityUpdate = eventType<InstanceEvent>({
  name: 'EMBEDDED_ACTIVITY_UPDATE_V2',
  intents: () => 0,
  visibleTo: (viewer, { instance }) =>
    viewer.kind === 'person' && (instance.guild_id === null || viewer.sees(instance.channel_id)),
  visibleInChannel: ({ instance }) => (instance.guild_id === null ? null : instance.channel_id),
  present: ({ instance, participants }) => ({
    application_id: instance.application_id.toString(),
    composite_instance_id: instanceId(instance),
    instance_id: instanceId(instance),
    launch_id: instance.launch_id.toString(),
    location: locationOf(instance),
    participants: participants.map(({ user_id, session_id, nonce, member, user }) => ({
      user_id: user_id.toString(),
      ...(member && user ? { member: presentMember(member, user) } : {}),
      session_id,
      nonce,
    })),
  }),
})
