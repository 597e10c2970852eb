import {
  ApiError,
  ChannelType,
  demand,
  has,
  implicitPermissions,
  Permission,
  type Snowflake,
} from '@guildhall/protocol'
import type { Caller } from '../kernel/caller.ts'
import { type GuildView, restrictedPermissions } from '../kernel/guild-view.ts'
import type { Channel, Member } from '../kernel/model.ts'
import { Viewer } from '../kernel/viewer.ts'
import type { Work } from '../kernel/work.ts'
import * as store from '../resources/channels/store.ts'
import { findThreadMember } from '../resources/channels/thread-store.ts'
import { memberInGuild } from './member.ts'
import { passesVerification } from './verification.ts'
import { canView } from './visibility.ts'

/** A channel as the caller sees it. For a DM `view` and `member` are null. */
export interface ChannelAccess {
  readonly channel: Channel
  readonly view: GuildView | null
  readonly member: Member | null
  /** In this channel: overwrites, implicit rules and a time-out already applied. In a DM what a recipient may do. */
  readonly permissions: bigint
}

const DM_PERMISSIONS =
  Permission.VIEW_CHANNEL |
  Permission.SEND_MESSAGES |
  Permission.READ_MESSAGE_HISTORY |
  Permission.ADD_REACTIONS |
  Permission.ATTACH_FILES |
  Permission.EMBED_LINKS |
  Permission.USE_EXTERNAL_EMOJIS |
  Permission.USE_EXTERNAL_STICKERS |
  Permission.PIN_MESSAGES |
  Permission.SEND_POLLS |
  Permission.SEND_VOICE_MESSAGES |
  Permission.USE_APPLICATION_COMMANDS |
  Permission.USE_EMBEDDED_ACTIVITIES |
  Permission.MENTION_EVERYONE

/** What a member may do in a channel: overwrites, implicit rules, private threads and a time-out applied. */
export function memberChannelPermissions(view: GuildView, channel: Channel, member: Member, at: number): bigint {
  const permissions = implicitPermissions(view.permissionsIn(channel, member.user_id, member.roles), channel.type)
  return restrictedPermissions(permissions, member, at)
}

/**
 * Returns a channel for a caller who may see it and has all of `permission` there.
 *
 * @throws UNKNOWN_CHANNEL (10003) for a channel that does not exist; MISSING_ACCESS (50001) when the caller may not see it
 *   [PRM-19]; MISSING_PERMISSIONS (50013) without the permission; the refusal of the guild's verification level
 */
export async function channelForCaller(
  work: Work,
  caller: Caller,
  channelId: Snowflake,
  permission = 0n,
): Promise<ChannelAccess> {
  const visible = await visibleChannel(work, caller, channelId)
  if (!has(visible.permissions, permission)) throw new ApiError('MISSING_PERMISSIONS')
  if (permission & TAKES_PART) demandVerified(work, visible, caller)
  return visible
}

async function visibleChannel(work: Work, caller: Caller, channelId: Snowflake): Promise<ChannelAccess> {
  const guildId = await store.findGuildId(work, channelId)
  if (guildId === undefined) throw new ApiError('UNKNOWN_CHANNEL')
  if (guildId === null) return visibleDm(work, caller, channelId)
  const view = await work.view(guildId)
  const channel = view?.channels.get(channelId) ?? (await store.find(work, channelId))
  if (!view || !channel) throw new ApiError('UNKNOWN_CHANNEL')
  const member = await memberInGuild(work, view, caller.userId)
  if (!member) throw new ApiError('MISSING_ACCESS')
  const permissions = memberChannelPermissions(view, channel, member, work.now)
  if (!has(permissions, Permission.VIEW_CHANNEL) && !viewedOtherwise(view, channel, member, work.now))
    throw new ApiError('MISSING_ACCESS')
  if (channel.type === ChannelType.PRIVATE_THREAD && !has(permissions, Permission.MANAGE_THREADS)) {
    if (!(await findThreadMember(work, channel.id, caller.userId))) throw new ApiError('MISSING_ACCESS')
  }
  return { channel, view, member, permissions }
}

/** A category around a channel that is seen, and the voice channel that one is in, are viewed without the bit. [CH-12] */
function viewedOtherwise(view: GuildView, channel: Channel, member: Member, at: number): boolean {
  return canView(Viewer.of('person', view, member, at), channel)
}

/** What newcomers do not do before the guild's verification level lets them. */
const TAKES_PART =
  Permission.SEND_MESSAGES |
  Permission.ADD_REACTIONS |
  Permission.CREATE_PUBLIC_THREADS |
  Permission.CREATE_PRIVATE_THREADS

/** 50009 for a newcomer whom the guild's verification level holds back. */
export function demandVerified(work: Work, { view, member }: ChannelAccess, caller: Caller): void {
  if (view && member) demand(passesVerification(view.guild, caller.user, member, work.now))
}

async function visibleDm(work: Work, caller: Caller, channelId: Snowflake): Promise<ChannelAccess> {
  const channel = await store.find(work, channelId)
  if (!channel) throw new ApiError('UNKNOWN_CHANNEL')
  const inside = channel.recipient_ids.includes(caller.userId)
  if (!inside && !managesGroupDm(caller, channel)) throw new ApiError('MISSING_ACCESS')
  // Who manages a group is not in it, and says nothing there.
  return { channel, view: null, member: null, permissions: inside ? DM_PERMISSIONS : Permission.VIEW_CHANNEL }
}

/** The bot of the application that has made a group DM. */
export function managesGroupDm(caller: Caller, channel: Channel): boolean {
  const { application_id, type } = channel
  const made = type === ChannelType.GROUP_DM && application_id != null && application_id === caller.application?.id
  return made && caller.kind === 'bot'
}
