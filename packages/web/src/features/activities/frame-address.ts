import type { ActivityInstance } from '@guildhall/client/records'

/** Facts of one frame that the SDK reads from its address. */
export interface FrameFacts {
  readonly instance: ActivityInstance
  /** UUID of this frame. The handshake repeats it. */
  readonly frameId: string
  readonly customId?: string | undefined
  readonly referrerId?: string | undefined
  /** Ticket of the proxy. */
  readonly ticket?: string | undefined
}

/** Returns the address that shows an activity. `root` is its origin, or the address of a developer's own server. */
export function frameAddress(root: string, { instance, frameId, customId, referrerId, ticket }: FrameFacts): string {
  const { channel_id, guild_id, id } = instance.location
  const url = new URL(root)
  const parameters = {
    instance_id: instance.composite_instance_id,
    frame_id: frameId,
    platform: 'desktop',
    channel_id,
    guild_id,
    location_id: id,
    launch_id: instance.launch_id,
    custom_id: customId,
    referrer_id: referrerId,
    discord_proxy_ticket: ticket,
  }
  for (const [name, value] of Object.entries(parameters)) if (value) url.searchParams.set(name, value)
  return url.href
}

/** Returns the origin of an application's activity on this platform. */
export function activityOrigin(applicationId: string): string {
  const domain = document.querySelector<HTMLMetaElement>('meta[property="activities"]')?.content
  return `${location.protocol}//${applicationId}.${domain || `activities.localhost:${location.port}`}`
}
