import { eventType } from '../../kernel/event.ts'
import type { Member, User } from '../../kernel/model.ts'
import { presentMember } from '../members/present.ts'
import { instanceId, presentLocation, type StoredActivityInstance, type StoredParticipant } from './model.ts'

/** Payload of EMBEDDED_ACTIVITY_UPDATE_V2. */
export interface ParticipantsChange {
  readonly instance: StoredActivityInstance
  readonly participants: readonly (StoredParticipant & { member?: Member | undefined; user?: User | undefined })[]
}

/**
 * The participants of an activity changed; none are left when it ends. Only people receive it: bots have no intent for
 * it.
 */
export const embeddedActivityUpdate = eventType<ParticipantsChange>({
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
    location: presentLocation(instance),
    participants: participants.map(({ user_id, session_id, nonce, member, user }) => ({
      user_id: user_id.toString(),
      ...(member && user ? { member: presentMember(member, user) } : {}),
      session_id,
      nonce,
    })),
  }),
})
