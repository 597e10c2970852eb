import { randomInt } from 'node:crypto'
import { AuditLogAction } from '@guildhall/protocol'
import type { User } from '../../../../kernel/model.ts'
import type { Work } from '../../../../kernel/work.ts'
import { audit } from '../../audit-log/index.ts'
import type { InviteInput, StoredInvite } from '../model.ts'
import { createInvite } from './save.ts'

const ALPHABET = 'abcdefghijkmnpqrstuvwxyzABCDEFGHJKLMNPQRSTUVWXYZ23456789'
const CODE_LENGTH = 8
const newCode = () => Array.from({ length: CODE_LENGTH }, () => ALPHABET[randomInt(ALPHABET.length)]).join('')

/** Creates and audits an invite with a new code. */
export async function addInvite(work: Work, input: InviteInput, inviter: User | null): Promise<StoredInvite> {
  const expires_at = input.max_age === 0 ? null : work.now + input.max_age * 1000
  const invite = { ...input, code: newCode(), uses: 0, created_at: work.now, expires_at }
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
  await createInvite(work, invite, inviter)
  return invite
}
