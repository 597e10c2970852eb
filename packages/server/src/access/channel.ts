import {
  ApiError,
  ChannelType,
  demand,
  has,
  implicitPermissions,
  lacking,
  Permission,
  type Snowflake,
} from '@guildhall/protocol'
import type { Caller } from '../kernel/caller.ts'
import { type GuildView, restrictedPermissions } from '../kernel/guild-view.ts'
import type { Channel, Member } from '../kernel/model.ts'
import { Viewer } from '../kernel/viewer.ts'
import type { Work } from '../kernel/work.ts'
import { findChannel, findGuildIdOfChannel } from '../resources/guild/channels/store.ts'
import { findThreadMember } from '../resources/messaging/threads/store.ts'
import { memberInGuild } from './member.ts'
import { heldPrivateChannel } from './private-channel.ts'
import { demandPermission, permissionsByFactor } from './second-factor.ts'
import { passesVerification } from './verification.ts'
import { canView } from './visibility.ts'

/** A channel with what the caller may do there. In a DM `view` and `member` are null. */
export interface ChannelAccess {
  readonly channel: Channel
  readonly view: GuildView | null
  readonly member: Member | null
  /** Permissions in this channel, with overwrites, implicit rules and a timeout applied; fixed in a DM. */
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

/** Permissions that the verification level of a guild withholds from new members. */
const VERIFIED_PERMISSIONS =
  Permission.SEND_MESSAGES |
  Permission.ADD_REACTIONS |
  Permission.CREATE_PUBLIC_THREADS |
  Permission.CREATE_PRIVATE_THREADS

/** Returns the permissions of a member in a channel, with overwrites, implicit rules and a timeout applied. */
export function memberChannelPermissions(view: GuildView, channel: Channel, member: Member, at: number): bigint {
  const permissions = implicitPermissions(view.permissionsIn(channel, member.user_id, member.roles), channel.type)
  return restrictedPermissions(permissions, member, at)
}

/** Returns what a caller with access to a guild may do in one of its channels, without what the guild withholds. */
export function usableChannelPermissions(
  work: Work,
  { view, member, withholds }: { view: GuildView; member: Member; withholds: bigint },
  channel: Channel,
): bigint {
  const held = memberChannelPermissions(view, channel, member, work.now)
  const withheld = held & withholds
  if (withheld && work.accessed) work.accessed = { ...work.accessed, withheld: work.accessed.withheld | withheld }
  return held & ~withheld
}

/**
 * Returns a channel for a caller who can view it and has all of `permission` there.
 *
 * @throws UNKNOWN_CHANNEL (10003) for a channel that does not exist; MISSING_ACCESS (50001) when the caller cannot view
 *   it [PRM-19]; MISSING_PERMISSIONS (50013) without the permission; the error of the guild's verification level
 */
export async function channelForCaller(
  work: Work,
  caller: Caller,
  channelId: Snowflake,
  permission = 0n,
): Promise<ChannelAccess> {
  const visible = await visibleChannel(work, caller, channelId)
  const access = visible.view?.guild.mfa_level ? await byFactor(work, caller, visible) : visible
  demandPermission(permission, { held: visible.permissions, usable: access.permissions })
  if (permission & VERIFIED_PERMISSIONS) demandVerified(work, access, caller)
  return access
}

/** Applies the second factor that the guild asks for. A channel that the member sees stays visible. */
async function byFactor(work: Work, caller: Caller, access: ChannelAccess): Promise<ChannelAccess> {
  const { view, permissions: held } = access
  if (!view) return access
  const permissions = await permissionsByFactor(work, view, { caller, permissions: held })
  if (work.accessed) work.accessed = { ...work.accessed, withheld: held & ~permissions }
  return { ...access, permissions }
}

async function visibleChannel(work: Work, caller: Caller, channelId: Snowflake): Promise<ChannelAccess> {
  const known = work.knownGuildOf(channelId)
  const guildId = known ?? (await findGuildIdOfChannel(work, channelId))
  if (guildId === undefined) throw new ApiError('UNKNOWN_CHANNEL')
  if (guildId === null) return visibleDm(work, caller, channelId)
  const view = await work.view(guildId)
  const channel = view?.channels.get(channelId) ?? (await findChannel(work, channelId))
  if (!view || !channel) throw new ApiError('UNKNOWN_CHANNEL')
  if (known === undefined) work.rememberChannel(channelId, guildId)
  const member = await memberInGuild(work, view, caller.userId)
  if (!member) throw new ApiError('MISSING_ACCESS', { reason: 'the caller is no member of the guild' })
  const access = { channel, view, member, permissions: memberChannelPermissions(view, channel, member, work.now) }
  work.accessed = { view, member, channel, withheld: 0n }
  const { permissions } = access
  if (!has(permissions, Permission.VIEW_CHANNEL) && !canView(Viewer.of('person', view, member, work.now), channel))
    throw lacking(Permission.VIEW_CHANNEL, 'MISSING_ACCESS')
  if (channel.type === ChannelType.PRIVATE_THREAD && !has(permissions, Permission.MANAGE_THREADS)) {
    if (!(await findThreadMember(work, channel.id, caller.userId)))
      throw new ApiError('MISSING_ACCESS', { reason: 'the caller is no member of the private thread' })
  }
  return access
}

/** Rejects a member whom the guild's verification level holds back. Bots and exempt members pass. @throws 50009 */
export function demandVerified(work: Work, { view, member }: ChannelAccess, caller: Caller): void {
  if (view && member) demand(passesVerification(view.guild, caller.user, member, work.now))
}

async function visibleDm(work: Work, caller: Caller, channelId: Snowflake): Promise<ChannelAccess> {
  const channel = await heldPrivateChannel(work, channelId)
  if (!channel) throw new ApiError('UNKNOWN_CHANNEL')
  const isRecipient = channel.recipient_ids.includes(caller.userId)
  if (!isRecipient && !managesGroupDm(caller, channel))
    throw new ApiError('MISSING_ACCESS', { reason: 'the caller is no recipient of the DM' })
  // The bot that manages a group DM is no recipient and cannot write there.
  return { channel, view: null, member: null, permissions: isRecipient ? DM_PERMISSIONS : Permission.VIEW_CHANNEL }
}

/** Returns whether the caller is the bot of the application that created a group DM. */
export function managesGroupDm(caller: Caller, channel: Channel): boolean {
  const { application_id, type } = channel
  const created = type === ChannelType.GROUP_DM && application_id != null && application_id === caller.application?.id
  return created && caller.kind === 'bot'
}

/**
 * Returns a group DM for one of its recipients or the bot that manages it.
 *
 * @throws the errors of `channelForCaller`; CANNOT_EXECUTE_ON_CHANNEL_TYPE (50024) for any other channel
 */
export async function groupDmForCaller(work: Work, caller: Caller, channelId: Snowflake): Promise<Channel> {
  const { channel } = await channelForCaller(work, caller, channelId)
  if (channel.type !== ChannelType.GROUP_DM) throw new ApiError('CANNOT_EXECUTE_ON_CHANNEL_TYPE')
  return channel
}
