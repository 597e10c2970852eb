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
 * Whether the guild's verification level lets a user write and react. Bots, the owner, members with a role and members
 * whom a moderator exempted pass. Accounts have no phone number here, so the two highest levels require the same.
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
  if (level >= VerificationLevel.LOW && !user.verified)
    return refuse('VERIFICATION_LEVEL_TOO_HIGH', 'the account has no verified e-mail address')
  if (level >= VerificationLevel.MEDIUM && now < snowflakeTime(user.id) + ACCOUNT_AGE_MS)
    return refuse('VERIFICATION_LEVEL_TOO_HIGH', 'the account is younger than 5 minutes')
  if (level >= VerificationLevel.HIGH && now < member.joined_at + MEMBER_AGE_MS)
    return refuse('VERIFICATION_LEVEL_TOO_HIGH', 'the member joined less than 10 minutes ago')
  return allow
}
