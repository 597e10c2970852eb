import { randomInt } from 'node:crypto'
import {
  ApiError,
  AuditLogAction,
  has,
  INVITE_AGE_DEFAULT,
  INVITE_AGE_MAX,
  INVITE_USES_MAX,
  INVITES_MAX,
  Invite,
  Permission,
} from '@guildhall/protocol'
import { guildTopic } from '../../../kernel/event.ts'
import { operation } from '../../../kernel/operation.ts'
import { Int, Nullable, Optional, SnowflakeId, Type } from '../../../kernel/schema.ts'
import { audit } from '../../audit-log/index.ts'
import { channelWith, type VisibleChannel } from '../../channels/index.ts'
import { inviteCreate } from '../events.ts'
import type { Invite as StoredInvite } from '../invite.ts'
import { presentInvite } from '../present.ts'
import * as store from '../store.ts'

const ALPHABET = 'abcdefghijkmnpqrstuvwxyzABCDEFGHJKLMNPQRSTUVWXYZ23456789'
const CODE_LENGTH = 8
const newCode = () => Array.from({ length: CODE_LENGTH }, () => ALPHABET[randomInt(ALPHABET.length)]).join('')

/** Create Channel Invite: unless `unique`, one that serves the same is given again. [END-50] */
export const createChannelInvite = operation({
  id: 'create_channel_invite',
  method: 'POST',
  path: '/channels/:channel_id/invites',
  callers: ['bot', 'person'],
  params: Type.Object({ channel_id: SnowflakeId }),
  body: Type.Object({
    max_age: Optional(Nullable(Int(0, INVITE_AGE_MAX))),
    max_uses: Optional(Nullable(Int(0, INVITE_USES_MAX))),
    temporary: Optional(Nullable(Type.Boolean())),
    unique: Optional(Nullable(Type.Boolean())),
    target_type: Optional(Nullable(Int(1, 2))),
    target_user_id: Optional(Nullable(SnowflakeId)),
    target_application_id: Optional(Nullable(SnowflakeId)),
    role_ids: Optional(Nullable(Type.Array(SnowflakeId, { maxItems: 250 }))),
  }),
  answers: { 200: Invite },

  async run({ caller, params, body, work }) {
    const place = await channelWith(work, caller, params.channel_id, Permission.CREATE_INSTANT_INVITE)
    const { view, channel } = place
    if (!view || channel.thread_metadata) throw new ApiError('CANNOT_EXECUTE_ON_CHANNEL_TYPE')
    const role_ids = grantable(place, body.role_ids ?? [])
    const max_age = body.max_age ?? INVITE_AGE_DEFAULT
    const max_uses = body.max_uses ?? 0
    const temporary = body.temporary ? 1 : 0
    const existing = await store.list(work, { guildId: view.id }, work.now)
    const same = existing.find(
      (invite) =>
        invite.channel_id === channel.id &&
        invite.inviter_id === caller.userId &&
        invite.max_age === max_age &&
        invite.max_uses === max_uses &&
        invite.temporary === temporary &&
        invite.role_ids.join() === role_ids.join(),
    )
    if (same && !body.unique) return presentInvite(same, view, { inviter: caller.user, metadata: true })
    if (existing.length >= INVITES_MAX) throw new ApiError('TOO_MANY_INVITES')
    const invite: StoredInvite = {
      code: newCode(),
      guild_id: view.id,
      channel_id: channel.id,
      inviter_id: caller.userId,
      uses: 0,
      max_uses,
      max_age,
      temporary,
      created_at: work.now,
      expires_at: max_age === 0 ? null : work.now + max_age * 1000,
      target_type: body.target_type ?? null,
      target_user_id: body.target_user_id ?? null,
      target_application_id: body.target_application_id ?? null,
      role_ids,
    }
    await store.insert(work, invite)
    work.emit(inviteCreate, guildTopic(view.id), { invite, inviter: caller.user })
    const changes = [
      { key: 'code', new_value: invite.code },
      { key: 'channel_id', new_value: channel.id.toString() },
      { key: 'max_age', new_value: max_age },
      { key: 'max_uses', new_value: max_uses },
      { key: 'temporary', new_value: temporary === 1 },
    ]
    await audit(work, { guildId: view.id, action: AuditLogAction.INVITE_CREATE, targetId: null, changes })
    return presentInvite(invite, view, { inviter: caller.user, metadata: true })
  },
})

/** Roles that an invite gives must be ones that its maker may give. */
function grantable({ view, member, permissions }: VisibleChannel, ids: readonly bigint[]): bigint[] {
  if (ids.length === 0 || !view || !member) return []
  if (!has(permissions, Permission.MANAGE_ROLES)) throw new ApiError('MISSING_PERMISSIONS')
  const rank = view.rank(member.user_id, member.roles)
  return ids.map((id) => {
    const role = view.roles.get(id)
    if (!role) throw new ApiError('UNKNOWN_ROLE')
    if (role.managed || role.id === view.id) throw new ApiError('INVALID_ROLE')
    if (role.position >= rank) throw new ApiError('MISSING_PERMISSIONS')
    return id
  })
}
