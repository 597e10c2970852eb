import { randomInt } from 'node:crypto'
import { AuditLogAction, INVITE_AGE_DEFAULT, type Snowflake } from '@guildhall/protocol'
import { guildTopic } from '../../kernel/event.ts'
import type { User } from '../../kernel/model.ts'
import type { Work } from '../../kernel/work.ts'
import { findApplication } from '../applications/index.ts'
import { audit } from '../audit-log/index.ts'
import { findUser } from '../users/index.ts'
import { inviteCreate } from './events.ts'
import type { StoredInvite } from './invite.ts'
import * as store from './store.ts'

const ALPHABET = 'abcdefghijkmnpqrstuvwxyzABCDEFGHJKLMNPQRSTUVWXYZ23456789'
const CODE_LENGTH = 8
const newCode = () => Array.from({ length: CODE_LENGTH }, () => ALPHABET[randomInt(ALPHABET.length)]).join('')

export type Wanted = Omit<StoredInvite, 'code' | 'uses' | 'created_at' | 'expires_at'>

/** Stores an invite, announces it and writes it down; it goes by itself when its time is over. */
export async function addInvite(work: Work, wanted: Wanted, inviter: User | null): Promise<StoredInvite> {
  const expires_at = wanted.max_age === 0 ? null : work.now + wanted.max_age * 1000
  const invite = { ...wanted, code: newCode(), uses: 0, created_at: work.now, expires_at }
  await store.insert(work, invite)
  if (expires_at !== null) await work.schedule('invite-expired', invite.code, expires_at, { code: invite.code })
  const changes = [
    { key: 'code', new_value: invite.code },
    { key: 'channel_id', new_value: invite.channel_id.toString() },
    { key: 'inviter_id', new_value: invite.inviter_id?.toString() },
    { key: 'max_age', new_value: invite.max_age },
    { key: 'max_uses', new_value: invite.max_uses },
    { key: 'uses', new_value: 0 },
    { key: 'temporary', new_value: invite.temporary === 1 },
  ]
  await audit(work, { guildId: invite.guild_id, action: AuditLogAction.INVITE_CREATE, targetId: null, changes })
  const { target_user_id, target_application_id } = invite
  const target = target_user_id === null ? null : ((await findUser(work, target_user_id)) ?? null)
  const application =
    target_application_id === null ? null : ((await findApplication(work, target_application_id)) ?? null)
  work.emit(inviteCreate, guildTopic(invite.guild_id), { invite, inviter, target, application })
  return invite
}

/** The invite that a widget shows: the guild's own, a day long, made anew when it has run out. */
export async function findWidgetInvite(
  work: Work,
  guildId: Snowflake,
  channelId: Snowflake,
): Promise<StoredInvite | undefined> {
  const invites = await store.list(work, { guildId, channelId }, work.now)
  return invites.find((invite) => invite.inviter_id === null && invite.max_uses === 0 && invite.role_ids.length === 0)
}

export async function makeWidgetInvite(work: Work, guildId: Snowflake, channelId: Snowflake): Promise<StoredInvite> {
  const known = await findWidgetInvite(work, guildId, channelId)
  if (known) return known
  const wanted = {
    guild_id: guildId,
    channel_id: channelId,
    inviter_id: null,
    max_age: INVITE_AGE_DEFAULT,
    max_uses: 0,
    temporary: 0,
    target_type: null,
    target_user_id: null,
    target_application_id: null,
    role_ids: [],
  }
  return addInvite(work, wanted, null)
}
