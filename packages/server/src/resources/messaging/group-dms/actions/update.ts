import type { Channel, User } from '../../../../kernel/model.ts'
import type { Platform } from '../../../../kernel/platform.ts'
import type { Work } from '../../../../kernel/work.ts'
import { storeImage } from '../../../accounts/files/index.ts'
import type { ChannelRequest } from '../../../guild/channels/index.ts'
import { editGroupDm } from './recipients.ts'

/** Changes the name and icon of a group DM, which every recipient may change. */
export async function updateGroupDm(
  work: Work,
  platform: Platform,
  actor: User,
  channel: Channel,
  body: ChannelRequest,
): Promise<{ channel: Channel; recipients: User[] }> {
  const location = { folder: `channel-icons/${channel.id}`, before: channel.icon }
  const icon = body.icon === undefined ? channel.icon : await storeImage(work, platform, location, body.icon)
  return editGroupDm(work, actor, channel, { name: body.name ?? channel.name, icon })
}
