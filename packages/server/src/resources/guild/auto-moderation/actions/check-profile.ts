import { AutoModerationTrigger, MemberFlag, type Snowflake } from '@guildhall/protocol'
import type { GuildView } from '../../../../kernel/guild-view.ts'
import type { Member, StoredAutoModerationRule, User } from '../../../../kernel/model.ts'
import type { Work } from '../../../../kernel/work.ts'
import { findMember, listGuildIdsOfUser } from '../../members/index.ts'
import { findMatch, TimeBudget } from '../matching/match.ts'
import { isExempt, isExemptUser, type TriggeredRule } from '../rules.ts'
import * as store from '../store.ts'
import { carryOut, saveQuarantine } from './carry-out.ts'
import { loadRules } from './load.ts'

const USERNAME_FLAG = MemberFlag.AUTOMOD_QUARANTINED_USERNAME
const TAG_FLAG = MemberFlag.AUTOMOD_QUARANTINED_GUILD_TAG

/** Checks the names and guild tag of a member. Quarantines a member who violates a rule, and releases others. */
export async function checkProfile(work: Work, view: GuildView, userId: Snowflake, user: User): Promise<void> {
  const all = await loadRules(work, view)
  const rules = [...all.values()].filter(
    (rule) => rule.enabled && rule.trigger_type === AutoModerationTrigger.MEMBER_PROFILE,
  )
  // The view has committed members only, and this transaction may have changed the name.
  const member = await findMember(work, view.id, userId)
  if (!member || (rules.length === 0 && (member.flags & (USERNAME_FLAG | TAG_FLAG)) === 0)) return
  const applying = isExemptUser(user, view.permissions(userId, member.roles))
    ? []
    : rules.filter((rule) => !isExempt(rule, member.roles, []))
  await checkTexts(work, view, { member, user, rules: applying, flag: USERNAME_FLAG, texts: namesOf(member, user) })
  const current = (await findMember(work, view.id, userId)) ?? member
  await checkTexts(work, view, { member: current, user, rules: applying, flag: TAG_FLAG, texts: tagOf(user) })
}

const namesOf = ({ nick }: Member, { username, global_name }: User) => [nick, global_name, username]
const tagOf = ({ primary_guild }: User) => [primary_guild?.identity_enabled ? primary_guild.tag : null]

interface ProfileTexts {
  member: Member
  user: User
  rules: readonly StoredAutoModerationRule[]
  /** Quarantine flag of members with a violation in these texts. */
  flag: number
  texts: readonly (string | null)[]
}

async function checkTexts(
  work: Work,
  view: GuildView,
  { member, user, rules, flag, texts }: ProfileTexts,
): Promise<void> {
  const budget = new TimeBudget()
  for (const content of texts) {
    if (content === null) continue
    const triggered: TriggeredRule[] = rules.flatMap((rule) => {
      const match = findMatch(rule, content, budget)
      return match ? [{ rule, ...match }] : []
    })
    if (triggered.length === 0) continue
    const profile = { channelId: null, messageId: null, quarantineFlag: flag }
    return carryOut(work, { guildId: view.id, user, content, triggered, ...profile })
  }
  if (member.flags & flag) await saveQuarantine(work, member, user, member.flags & ~flag)
}

/** Checks the profile of a user in every guild with rules for profiles, after a change that applies everywhere. */
export async function checkProfileEverywhere(work: Work, user: User): Promise<void> {
  if (user.bot) return
  const guildIds = await listGuildIdsOfUser(work, user.id)
  for (const guildId of await store.listGuildIdsWithTrigger(work, guildIds, AutoModerationTrigger.MEMBER_PROFILE)) {
    const view = await work.view(guildId)
    if (view) await checkProfile(work, view, user.id, user)
  }
}
