import { type ActivityInstanceObject, allow, has, namesOf, Permission, refuse, type Verdict } from '@guildhall/protocol'
import type { StoredActivityInstance } from './instance.ts'

/** Whether a user may launch or join an activity. Applications that the guild has not installed need another permission. */
export function mayLaunch(actor: { permissions: bigint; inGuild: boolean; installed: boolean }): Verdict {
  const external = actor.inGuild && !actor.installed ? Permission.USE_EXTERNAL_APPS : 0n
  const needed = Permission.USE_EMBEDDED_ACTIVITIES | external
  return has(actor.permissions, needed) ? allow : refuse('MISSING_PERMISSIONS', `needs ${namesOf(needed)}`)
}

type Where = Pick<StoredActivityInstance, 'channel_id' | 'guild_id'>

const kindOf = ({ guild_id }: Where) => (guild_id === null ? 'pc' : 'gc')

/** `gc-{guild}-{channel}` or `pc-{channel}`. */
export function locationId(where: Where): string {
  return [kindOf(where), ...(where.guild_id === null ? [] : [where.guild_id]), where.channel_id].join('-')
}

/** `i-{launch}-{location}`: never used again once the instance has ended. */
export function instanceId(instance: StoredActivityInstance): string {
  return `i-${instance.launch_id}-${locationId(instance)}`
}

/** The launch that an instance id names; null for what is none. */
export function launchIdOf(text: string): bigint | null {
  const match = /^i-(\d{1,20})-(?:gc-\d{1,20}-\d{1,20}|pc-\d{1,20})$/.exec(text)
  return match ? BigInt(match[1] ?? 0) : null
}

/** Returns the location of an activity instance. */
export function locationOf(where: Where): ActivityInstanceObject['location'] {
  return {
    id: locationId(where),
    kind: kindOf(where),
    channel_id: where.channel_id.toString(),
    ...(where.guild_id === null ? {} : { guild_id: where.guild_id.toString() }),
  }
}
