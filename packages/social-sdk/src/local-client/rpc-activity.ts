import { ACTIVITY_PLATFORMS } from '@guildhall/protocol'
import { wireActivity } from '../client/presence/activity-wire.ts'
import type { Activity } from '../values/activity.ts'

/** Returns an activity as SET_ACTIVITY takes it. RPC names the platforms, in place of the bit field of the gateway. */
export function rpcActivity(activity: Activity): Readonly<Record<string, unknown>> {
  const { supported_platforms: _, ...rest } = wireActivity(activity)
  const mask = activity.SupportedPlatforms()
  const platforms = ACTIVITY_PLATFORMS.filter((_name, bit) => (mask & (1 << bit)) !== 0)
  return platforms.length > 0 ? { ...rest, supported_platforms: platforms } : rest
}
