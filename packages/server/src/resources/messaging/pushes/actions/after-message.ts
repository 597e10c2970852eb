import type { Work } from '../../../../kernel/work.ts'
import { listDeviceHolders, listDeviceHoldersIn } from '../../../accounts/push-devices/index.ts'
import type { MessageAt } from '../../messages/consequences.ts'
import { pushDue } from '../jobs.ts'
import { pushTargets } from '../rules.ts'

/**
 * Schedules push notifications for a new message. A message that notifies nobody costs nothing, and one of which no
 * recipient has a device costs one look-up.
 */
export async function schedulePushes(work: Work, { location: { channel }, hydrated: { message } }: MessageAt) {
  const targets = pushTargets(message, channel.recipient_ids)
  if (!targets) return
  const { guild_id, id: messageId, channel_id: channelId } = message
  const wide = targets.everyone || targets.roleIds.length > 0
  const holders =
    wide && guild_id !== null
      ? await listDeviceHoldersIn(work, guild_id, { after: 0n, limit: 1 })
      : await listDeviceHolders(work, targets.userIds)
  if (holders.length === 0) return
  await work.schedule(pushDue, messageId.toString(), work.now, { channelId, messageId, after: 0n })
}
