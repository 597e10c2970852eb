import { MessageType, SystemChannelFlag } from '@guildhall/protocol'
import { demandFullAccount } from '../../../../access/player.ts'
import type { GuildView } from '../../../../kernel/guild-view.ts'
import type { Member, User } from '../../../../kernel/model.ts'
import type { Work } from '../../../../kernel/work.ts'
import { checkProfile } from '../../auto-moderation/index.ts'
import { systemMessageDue } from '../../channels/consequences.ts'
import { createMember } from '../../members/index.ts'

/**
 * Adds a person to a guild, by an invite or for an application. The member is pending in guilds with membership
 * screening. AutoMod checks the profile, and a join message is posted unless the guild suppresses it.
 */
export async function admitMember(
  work: Work,
  view: GuildView,
  user: User,
  fields: Partial<Pick<Member, 'roles' | 'nick' | 'mute' | 'deaf' | 'flags' | 'temporary'>>,
): Promise<Member> {
  demandFullAccount(user)
  const pending = view.guild.features.includes('MEMBER_VERIFICATION_GATE_ENABLED')
  const member = await createMember(work, view.id, user, { ...fields, pending })
  await checkProfile(work, view, user.id, user)
  const { system_channel_id, system_channel_flags } = view.guild
  const channel = system_channel_id === null ? undefined : view.channels.get(system_channel_id)
  if (channel && (system_channel_flags & SystemChannelFlag.SUPPRESS_JOIN_NOTIFICATIONS) === 0)
    await work.follow(systemMessageDue, {
      location: { channel, view },
      message: { author: user, type: MessageType.USER_JOIN, content: '' },
    })
  return member
}
