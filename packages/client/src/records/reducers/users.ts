import type { UserObject } from '@guildhall/protocol'
import type { ClientState } from '../state.ts'

/**
 * Returns the state with users of an event, which are newer than known ones. The copies of changed users in
 * relationships and direct messages follow.
 */
export function withUsers(state: ClientState, found: readonly (UserObject | undefined)[]): ClientState {
  const users = new Map(state.users)
  const changed = new Map<string, UserObject>()
  for (const user of found) {
    if (!user) continue
    const known = users.get(user.id)
    if (known && JSON.stringify(known) !== JSON.stringify(user)) changed.set(user.id, user)
    if (!known || changed.has(user.id)) users.set(user.id, user)
  }
  if (changed.size > 0) return withCopies({ ...state, users }, changed)
  return users.size === state.users.size ? state : { ...state, users }
}

/** Replaces the copies of users. They change seldom, so that a new map of channels costs little. */
function withCopies(state: ClientState, changed: ReadonlyMap<string, UserObject>): ClientState {
  const [relationships, channels] = [new Map(state.relationships), new Map(state.channels)]
  for (const [id, known] of relationships) {
    const user = changed.get(id)
    if (user) relationships.set(id, { ...known, user })
  }
  for (const [id, channel] of channels) {
    if (!channel.recipients?.some((user) => changed.has(user.id))) continue
    channels.set(id, { ...channel, recipients: channel.recipients.map((user) => changed.get(user.id) ?? user) })
  }
  return { ...state, relationships, channels }
}
