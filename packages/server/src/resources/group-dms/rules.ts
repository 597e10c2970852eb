import { allow, GROUP_DM_RECIPIENTS_MAX, GROUP_DMS_MAX, refuse, type Verdict } from '@guildhall/protocol'

/** A group is of people alone: of two and more others, or of those who have let an application bring them. */
export function mayMake(group: { people: number; bots: number; made: number; byApplication: boolean }): Verdict {
  const fewest = group.byApplication ? 1 : 3
  if (group.bots > 0 || group.people < fewest) return refuse('INVALID_RECIPIENTS', 'not a group of people')
  if (group.people > GROUP_DM_RECIPIENTS_MAX) return refuse('TOO_MANY_RECIPIENTS', `${group.people} people`)
  return group.made < GROUP_DMS_MAX ? allow : refuse('TOO_MANY_GROUP_DMS', `${group.made} made already`)
}

/** Everybody in a group may bring others, and its application who has let it. */
export function mayAdd(group: { people: number; bot: boolean }): Verdict {
  if (group.bot) return refuse('INVALID_RECIPIENTS', 'bots join no groups')
  return group.people < GROUP_DM_RECIPIENTS_MAX ? allow : refuse('TOO_MANY_RECIPIENTS', 'the group is full')
}

/** Everybody may leave; the owner and the application of a group may remove others. */
export function mayRemove(actor: { self: boolean; owner: boolean; manages: boolean }): Verdict {
  if (actor.self || actor.owner || actor.manages) return allow
  return refuse('MISSING_PERMISSIONS', 'not the owner of the group')
}
