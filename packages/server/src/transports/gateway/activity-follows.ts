import { isDeepStrictEqual } from 'node:util'
import { ACTIVITY_SUBSCRIPTIONS_MAX, type Snowflake } from '@guildhall/protocol'
import type { Bus } from '../../kernel/bus.ts'
import type { Clock } from '../../kernel/clock.ts'
import { type ActivityFollow, type Event, effectOf, unversioned, userTopic } from '../../kernel/event.ts'
import type { Presence } from '../../kernel/model.ts'
import { followedPresenceUpdate } from '../../resources/games/activity-joins/index.ts'
import type { Presences } from './presences.ts'

export interface ActivityFollowsParts {
  readonly bus: Bus
  readonly clock: Clock
  readonly presences: Presences
  /** Returns whether the game of the recipient is connected. */
  readonly isOnline: (userId: Snowflake, applicationId: Snowflake) => boolean
}

interface Following {
  readonly follow: ActivityFollow
  last: Presence | null
  readonly cancel: () => void
}

/**
 * Recipients of invites who follow the presence of the inviting user: they receive the activities of that game, also if
 * the user is not their friend or invisible. Lost with the process; games subscribe again with READY.
 */
export class ActivityFollows {
  readonly #parts: ActivityFollowsParts
  /** By inviting user, then by recipient and game. */
  readonly #follows = new Map<Snowflake, Map<string, Following>>()
  /** Number of users that a recipient follows in a game. */
  readonly #counts = new Map<string, number>()

  constructor(parts: ActivityFollowsParts) {
    this.#parts = parts
  }

  /** Handles events that begin to follow a user. */
  receive(event: Event): void {
    const effect = effectOf(event)
    if (effect?.kind !== 'activity-followed') return
    const { follow } = effect
    if (this.#parts.isOnline(follow.byUserId, follow.byApplicationId)) this.#add(follow)
  }

  #add(follow: ActivityFollow): void {
    const recipient = recipientKey(follow)
    const key = `${recipient} ${follow.applicationId}`
    this.#remove(follow.userId, key)
    const count = this.#counts.get(recipient) ?? 0
    if (count >= ACTIVITY_SUBSCRIPTIONS_MAX) return
    this.#counts.set(recipient, count + 1)
    const cancel = this.#parts.clock.at(follow.until, () => this.#remove(follow.userId, key))
    const following = { follow, last: null, cancel }
    const own = this.#follows.get(follow.userId) ?? new Map<string, Following>()
    this.#follows.set(follow.userId, own.set(key, following))
    this.#publish(following)
  }

  #remove(userId: Snowflake, key: string): void {
    const own = this.#follows.get(userId)
    const following = own?.get(key)
    if (!own || !following) return
    following.cancel()
    own.delete(key)
    if (own.size === 0) this.#follows.delete(userId)
    const recipient = recipientKey(following.follow)
    const count = (this.#counts.get(recipient) ?? 0) - 1
    if (count > 0) this.#counts.set(recipient, count)
    else this.#counts.delete(recipient)
  }

  /** Publishes the presence of a user to those who follow it. Forgets recipients that are no longer connected. */
  changed(userId: Snowflake): void {
    for (const [key, following] of [...(this.#follows.get(userId) ?? [])]) {
      const { byUserId, byApplicationId } = following.follow
      if (this.#parts.isOnline(byUserId, byApplicationId)) this.#publish(following)
      else this.#remove(userId, key)
    }
  }

  #publish(following: Following): void {
    const { follow } = following
    const presence = this.#parts.presences.inGame(follow.userId, follow.applicationId)
    if (following.last && isDeepStrictEqual(following.last, presence)) return
    following.last = presence
    const topic = userTopic(follow.byUserId)
    this.#parts.bus.publishHere([unversioned(followedPresenceUpdate, topic, { follow, presence }, null)])
  }
}

const recipientKey = ({ byUserId, byApplicationId }: ActivityFollow) => `${byUserId} ${byApplicationId}`
