import { type ActivityInstance, ownActivity } from '@guildhall/client/records'
import type { Client } from '../../gateway/client.ts'

/** Values that a link gives to the activity that it starts. */
export interface LaunchContext {
  readonly customId?: string | undefined
  readonly referrerId?: string | undefined
}

/** Contexts of links that were opened in this window, by application and channel. */
const contexts = new Map<string, LaunchContext>()
const CONTEXTS_MAX = 20

const keyOf = (applicationId: string, channelId: string) => `${applicationId} ${channelId}`

/**
 * Starts an activity in a channel, or joins the one that runs there. A person is in one activity at a time. The frame
 * opens when the gateway announces the participation.
 *
 * @throws ApiFailure if the server refuses it
 */
export async function launchActivity(
  client: Client,
  { applicationId, channelId, context }: { applicationId: string; channelId: string; context?: LaunchContext },
): Promise<void> {
  const before = ownActivity(client.state)
  const isSame = before?.application_id === applicationId && before.location.channel_id === channelId
  if (isSame) return
  if (contexts.size >= CONTEXTS_MAX) contexts.clear()
  if (context) contexts.set(keyOf(applicationId, channelId), context)
  else contexts.delete(keyOf(applicationId, channelId))
  await client.api.call('join_activity', {
    params: { channel_id: channelId, application_id: applicationId },
    body: { session_id: client.state.sessionId ?? '' },
  })
  if (before) await leaveActivity(client, before)
}

/** Returns what the link gave that started an activity here. */
export function contextOf({ application_id, location }: ActivityInstance): LaunchContext {
  return contexts.get(keyOf(application_id, location.channel_id)) ?? {}
}

/** Leaves an activity. Its frame closes at once. */
export async function leaveActivity(client: Client, instance: ActivityInstance): Promise<void> {
  const { application_id, composite_instance_id: instance_id, location } = instance
  const { sessionId, self } = client.state
  contexts.delete(keyOf(application_id, location.channel_id))
  const current = client.state.activities.get(instance_id)
  if (current) {
    const participants = current.participants.filter(({ user_id }) => user_id !== self?.id)
    client.apply('EMBEDDED_ACTIVITY_UPDATE_V2', { ...current, participants })
  }
  await client.api.call('leave_activity', {
    params: { application_id, location_id: location.id, instance_id },
    body: {
      session_id: sessionId ?? '',
    },
  })
}
