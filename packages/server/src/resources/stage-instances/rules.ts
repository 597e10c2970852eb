import { allow, has, namesOf, Permission, refuse, type Verdict } from '@guildhall/protocol'

const MODERATES = Permission.MANAGE_CHANNELS | Permission.MUTE_MEMBERS | Permission.MOVE_MEMBERS

/** Who opens, changes and closes a stage moderates its channel. */
export function mayModerate(permissions: bigint): Verdict {
  return has(permissions, MODERATES) ? allow : refuse('MISSING_PERMISSIONS', `needs ${namesOf(MODERATES)}`)
}

/** Everybody is told of the start only by who may mention everyone; without that the stage opens all the same. */
export function notifies(permissions: bigint, asked: boolean): boolean {
  return asked && has(permissions, Permission.MENTION_EVERYONE)
}
