import { ApiError, AuditLogAction, demand, invalidForm, needs, Permission, type Snowflake } from '@guildhall/protocol'
import { memberChannelPermissions } from '../../../../access/channel.ts'
import type { GuildAccess } from '../../../../access/guild.ts'
import { guildTopic } from '../../../../kernel/event.ts'
import type { Member, User, VoiceState } from '../../../../kernel/model.ts'
import type { Work } from '../../../../kernel/work.ts'
import { audit } from '../../audit-log/index.ts'
import { isVoice } from '../../channels/model.ts'
import { joinsSuppressed, voiceChange } from '../../voice-states/index.ts'
import { presentMember } from '../present.ts'

/** Voice fields of Modify Guild Member. A missing field stays as it is. */
export interface VoiceEdit {
  mute?: boolean
  deaf?: boolean
  /** Null disconnects the member. */
  channel_id?: Snowflake | null
}

/**
 * Returns the voice state of a member after an edit by another member; undefined for an edit without fields.
 *
 * @throws TARGET_NOT_CONNECTED_TO_VOICE (40032) for a member without a voice state; MISSING_PERMISSIONS (50013) for an
 *   actor who cannot connect and move members in the new channel
 */
export function editedVoiceState(
  work: Work,
  guild: GuildAccess,
  member: Member,
  edit: VoiceEdit,
): VoiceState | undefined {
  if (Object.values(edit).every((value) => value === undefined)) return undefined
  const state = guild.view.voiceStates.get(member.user_id)
  if (!state) throw new ApiError('TARGET_NOT_CONNECTED_TO_VOICE')
  const changed = { ...state, mute: edit.mute ?? state.mute, deaf: edit.deaf ?? state.deaf }
  if (edit.channel_id === undefined || edit.channel_id === state.channel_id) return changed
  if (edit.channel_id === null) return { ...changed, channel_id: null }
  const channel = guild.view.channels.get(edit.channel_id)
  if (!channel || !isVoice(channel.type)) throw invalidForm(['channel_id'], 'BASE_TYPE_CHOICES', 'Not a voice channel.')
  const mover = memberChannelPermissions(guild.view, channel, guild.member, work.now)
  demand(needs(mover, Permission.VIEW_CHANNEL | Permission.CONNECT | Permission.MOVE_MEMBERS))
  const permissions = memberChannelPermissions(guild.view, channel, member, work.now)
  const suppress = joinsSuppressed(channel, permissions, guild.view.guild.afk_channel_id)
  return { ...changed, channel_id: channel.id, suppress, request_to_speak_timestamp: null }
}

/** Emits a voice state that another member changed, and audits a move or a disconnect. */
export async function saveVoiceState(
  work: Work,
  { view }: GuildAccess,
  { member, user }: { member: Member; user: User },
  state: VoiceState,
): Promise<void> {
  const from = view.voiceStates.get(user.id)?.channel_id ?? null
  const options = { now: work.now, member: presentMember(member, user), roles: member.roles }
  for (const { type, payload } of voiceChange(view, state, options)) work.emit(type, guildTopic(view.id), payload)
  if (state.channel_id === from) return
  const moved = state.channel_id !== null
  await audit(work, {
    guildId: view.id,
    targetId: null,
    action: moved ? AuditLogAction.MEMBER_MOVE : AuditLogAction.MEMBER_DISCONNECT,
    options: { count: '1', ...(moved ? { channel_id: String(state.channel_id) } : {}) },
  })
}
