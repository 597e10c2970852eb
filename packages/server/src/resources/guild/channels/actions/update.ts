import { demand, needs, Permission } from '@guildhall/protocol'
import type { ChannelAccess } from '../../../../access/channel.ts'
import type { GuildView } from '../../../../kernel/guild-view.ts'
import type { Channel } from '../../../../kernel/model.ts'
import type { Work } from '../../../../kernel/work.ts'
import { applyChannelRequest, type ChannelRequest, checkChannelRequest, checkParent } from '../requests.ts'
import { mayConvert } from '../rules.ts'
import { demandMayOverwrite, overwriteActor, saveWithOverwrites, syncOverwrites } from './overwrites.ts'

/**
 * Changes a channel of a guild as a request asks, with its overwrites.
 *
 * @throws ApiError MISSING_PERMISSIONS, INVALID_FORM_BODY
 */
export async function updateGuildChannel(
  work: Work,
  view: GuildView,
  { channel, member, permissions }: ChannelAccess,
  body: ChannelRequest,
): Promise<Channel> {
  demand(needs(permissions, Permission.MANAGE_CHANNELS))
  checkChannelRequest(body, channel.type, view.guild)
  if (body.parent_id !== undefined && body.parent_id !== channel.parent_id) checkParent(view, body.parent_id, channel)
  const changed = applyChannelRequest(channel, body, () => work.nextId())
  if (body.type != null && body.type !== channel.type) {
    demand(mayConvert(channel.type, body.type, view.guild.features))
    changed.type = body.type
  }
  if (body.permission_overwrites && member) {
    const actor = overwriteActor(view, channel, member, permissions, work.now)
    demandMayOverwrite(actor, channel.permission_overwrites, changed.permission_overwrites)
  }
  await saveWithOverwrites(work, view, channel, changed)
  await syncOverwrites(work, view, channel, changed)
  return changed
}
