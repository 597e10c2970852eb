import { GameIntent } from '@guildhall/protocol'
import { type ActivityFollow, eventType } from '../../../kernel/event.ts'
import type { Presence } from '../../../kernel/model.ts'
import { presentPresence } from '../../accounts/presences/present.ts'

/** Begins to send the presence of an inviting user to the recipient. Emitted on the topic of the inviting user. */
export const activityFollowed = eventType<ActivityFollow>({
  key: 'activity.followed',
  name: '',
  intents: () => 0,
  visibleTo: () => false,
  present: () => null,
  effect: (follow) => ({ kind: 'activity-followed', follow }),
})

/** Payload of PRESENCE_UPDATE for the recipient of an invite. */
export interface FollowedPresence {
  readonly follow: ActivityFollow
  /** Presence with the activities of that game only. */
  readonly presence: Presence
}

/** PRESENCE_UPDATE of an inviting user, for the game of the recipient. */
export const followedPresenceUpdate = eventType<FollowedPresence>({
  key: 'followed-presence.changed',
  name: 'PRESENCE_UPDATE',
  intents: () => GameIntent.USER_PRESENCE,
  gameScope: () => 'activities.read',
  visibleTo: (viewer, { follow }) => viewer.kind === 'game' && viewer.applicationId === follow.byApplicationId,
  present: ({ presence }) => presentPresence(presence),
})
