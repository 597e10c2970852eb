import { allow, has, namesOf, Permission, refuse, type Verdict } from '@guildhall/protocol'

/**
 * Whether a user may launch or join an activity. Applications that the guild has not installed need USE_EXTERNAL_APPS
 * too.
 */
export function mayLaunch(actor: { permissions: bigint; inGuild: boolean; installed: boolean }): Verdict {
  const external = actor.inGuild && !actor.installed ? Permission.USE_EXTERNAL_APPS : 0n
  const needed = Permission.USE_EMBEDDED_ACTIVITIES | external
  return has(actor.permissions, needed) ? allow : refuse('MISSING_PERMISSIONS', `needs ${namesOf(needed)}`)
}
