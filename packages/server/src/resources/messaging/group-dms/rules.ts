import { allow, GROUP_DM_RECIPIENTS_MAX, GROUP_DMS_MAX, refuse, type Verdict } from '@guildhall/protocol'

const RECIPIENTS_MIN = 3
const RECIPIENTS_MIN_OF_APPLICATION = 1

/**
 * Whether a group DM may be created: without bots, with enough recipients, and within the creator's limit of groups.
 */
export function mayCreate(group: {
  recipients: number
  bots: number
  /** Groups of the creator that exist. */
  created: number
  byApplication: boolean
}): Verdict {
  const fewest = group.byApplication ? RECIPIENTS_MIN_OF_APPLICATION : RECIPIENTS_MIN
  if (group.bots > 0) return refuse('INVALID_RECIPIENTS', 'bots cannot be in a group DM')
  if (group.recipients < fewest) return refuse('INVALID_RECIPIENTS', `a group DM needs ${fewest} recipients`)
  if (group.recipients > GROUP_DM_RECIPIENTS_MAX) return refuse('TOO_MANY_RECIPIENTS', `${group.recipients} recipients`)
  return group.created < GROUP_DMS_MAX ? allow : refuse('TOO_MANY_GROUP_DMS', `${group.created} groups exist already`)
}

/** Whether a user may be added to a group DM. Every recipient may add people, and so may its application. */
export function mayAdd(group: { recipients: number; bot: boolean }): Verdict {
  if (group.bot) return refuse('INVALID_RECIPIENTS', 'bots cannot be in a group DM')
  return group.recipients < GROUP_DM_RECIPIENTS_MAX ? allow : refuse('TOO_MANY_RECIPIENTS', 'the group DM is full')
}

/** Whether a recipient may be removed. Everyone may leave; the owner and the application may remove others. */
export function mayRemove(actor: { self: boolean; owner: boolean; manages: boolean }): Verdict {
  if (actor.self || actor.owner || actor.manages) return allow
  return refuse('MISSING_PERMISSIONS', 'not the owner of the group DM')
}
