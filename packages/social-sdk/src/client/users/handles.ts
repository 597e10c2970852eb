import { UserFlag } from '@guildhall/protocol'
import { RelationshipHandle, type RelationshipView, UserHandle, type UserView } from '../../handles/user.ts'
import { UserApplicationProfileHandle } from '../../handles/user-application-profile.ts'
import { handleOf } from '../../objects/handle.ts'
import { Activity } from '../../values/activity.ts'
import { activityOf } from '../presence/shown-activity.ts'
import { avatarUrl } from './avatar-url.ts'
import type { UserRecord } from './known-users.ts'
import type { People } from './people.ts'
import { profileViewOf } from './profile-view.ts'

/** Returns the handle of a user; null for one who is not known. */
export function userHandle(people: People, id: bigint): UserHandle | null {
  if (!people.users.get(id)) return null
  return handleOf(UserHandle, () => {
    const user = people.hasEnded ? undefined : people.users.get(id)
    return user ? userView(people, id, user) : null
  })
}

/** Returns the handle of the relationship with a user, also if there is none. */
export function relationshipHandle(people: People, id: bigint): RelationshipHandle {
  return handleOf(RelationshipHandle, () => (people.hasEnded ? null : relationshipView(people, id)))
}

/** Returns what the handle of the relationship with a user shows. */
export function relationshipView(people: People, id: bigint): RelationshipView {
  const { relationships } = people
  return {
    id,
    get discordRelationshipType() {
      return relationships.typeIn('platform', id)
    },
    get gameRelationshipType() {
      return relationships.typeIn('game', id)
    },
    get isSpamRequest() {
      return relationships.isSpam(id)
    },
    get user() {
      return userHandle(people, id)
    },
  }
}

function userView(people: People, id: bigint, user: UserRecord): UserView {
  return {
    id,
    avatar: user.avatar,
    avatarUrl: (animated, still) => avatarUrl(people.webBase, id, user.avatar, { animated, still }),
    displayName: user.globalName ?? user.username,
    globalName: user.globalName,
    isProvisional: (user.flags & UserFlag.PROVISIONAL_ACCOUNT) !== 0,
    username: user.username,
    get gameActivity() {
      return gameActivityOf(people, id)
    },
    get relationship() {
      return relationshipHandle(people, id)
    },
    get status() {
      return people.statusOf(id)
    },
    get userApplicationProfiles() {
      return people.profilesOf(id).map((profile) => {
        const view = profileViewOf(profile)
        return handleOf(UserApplicationProfileHandle, () => (people.hasEnded ? null : view))
      })
    },
  }
}

/** Returns a copy of a user's activity in this game. */
function gameActivityOf(people: People, id: bigint): Activity | null {
  if (id === people.ownId) return people.own.activity && new Activity(people.own.activity)
  const wire = people.presences.activityIn(people.applicationId, id)
  return wire ? activityOf(wire) : null
}
