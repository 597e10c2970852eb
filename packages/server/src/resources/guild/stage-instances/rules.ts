import { allow, has, namesOf, Permission, refuse, type Verdict } from '@guildhall/protocol'

const MODERATOR_PERMISSIONS = Permission.MANAGE_CHANNELS | Permission.MUTE_MEMBERS | Permission.MOVE_MEMBERS

/** Whether a member may open, change and close a stage: only moderators of its channel. */
export function mayModerate(permissions: bigint): Verdict {
  return has(permissions, MODERATOR_PERMISSIONS)
    ? allow
    : refuse('MISSING_PERMISSIONS', `needs ${namesOf(MODERATOR_PERMISSIONS)}`)
}

/** Returns whether the start of a stage mentions everyone. A moderator without MENTION_EVERYONE opens it silently. */
export function notifies(permissions: bigint, requested: boolean): boolean {
  return requested && has(permissions, Permission.MENTION_EVERYONE)
}
