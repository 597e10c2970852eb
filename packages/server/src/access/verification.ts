import {
  allow,
  type Instant,
  MemberFlag,
  refuse,
  snowflakeTime,
  type Verdict,
  VerificationLevel,
} from '@guildhall/protocol'
import type { Guild, Member, User } from '../kernel/model.ts'

const ACCOUNT_AGE_MS = 5 * 60_000
const MEMBER_AGE_MS = 10 * 60_000

/**
 * May somebody write, react and the like, as the guild's verification level has it? Bots, the owner, who has a role and
 * whom a moderator has let past may. Accounts have no phone here: the highest level asks what the one below it asks.
 */
export function passesVerification(
  guild: Pick<Guild, 'verification_level' | 'owner_id'>,
  user: Pick<User, 'id' | 'bot' | 'verified'>,
  member: Pick<Member, 'roles' | 'flags' | 'joined_at'>,
  now: Instant,
): Verdict {
  const { verification_level: level, owner_id } = guild
  const exempt = user.bot || user.id === owner_id || member.roles.length > 0
  if (exempt || member.flags & MemberFlag.BYPASSES_VERIFICATION) return allow
  if (level >= VerificationLevel.LOW && !user.verified) return refuse('VERIFICATION_LEVEL_TOO_HIGH', 'no e-mail')
  if (level >= VerificationLevel.MEDIUM && now < snowflakeTime(user.id) + ACCOUNT_AGE_MS)
    return refuse('VERIFICATION_LEVEL_TOO_HIGH', 'the account is too new')
  if (level >= VerificationLevel.HIGH && now < member.joined_at + MEMBER_AGE_MS)
    return refuse('VERIFICATION_LEVEL_TOO_HIGH', 'a member for too short a time')
  return allow
}
