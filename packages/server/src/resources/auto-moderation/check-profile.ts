import { AutoModerationTrigger, MemberFlag, type Snowflake } from '@guildhall/protocol'
import type { GuildView } from '../../kernel/guild-view.ts'
import type { Member, StoredAutoModerationRule, User } from '../../kernel/model.ts'
import type { Work } from '../../kernel/work.ts'
import { findMember, listGuildIdsOfUser } from '../members/index.ts'
import { carryOut, setQuarantine, type Triggered } from './act.ts'
import { Budget, wordMatch } from './match.ts'
import { isAboveRules, isExempt } from './rules.ts'
import { rulesOf } from './rules-of.ts'
import * as store from './store.ts'

const NAME = MemberFlag.AUTOMOD_QUARANTINED_USERNAME
const TAG = MemberFlag.AUTOMOD_QUARANTINED_GUILD_TAG

/**
 * Holds how a member is called against the guild's rules about profiles. Who is called otherwise than the rules allow is
 * kept apart, and let back when the name is another one.
 */
export async function checkProfile(work: Work, view: GuildView, userId: Snowflake, user: User): Promise<void> {
  const all = await rulesOf(work, view)
  const rules = [...all.values()].filter(
    (rule) => rule.enabled && rule.trigger_type === AutoModerationTrigger.MEMBER_PROFILE,
  )
  // By the store: the view shows what was committed, and the name has changed in this very unit of work.
  const member = await findMember(work, view.id, userId)
  if (!member || (rules.length === 0 && (member.flags & (NAME | TAG)) === 0)) return
  const applying = isAboveRules(user, view.permissions(userId, member.roles))
    ? []
    : rules.filter((rule) => !isExempt(rule, member.roles, []))
  await hold(work, view, { member, user, rules: applying, flag: NAME, texts: namesOf(member, user) })
  const current = (await findMember(work, view.id, userId)) ?? member
  await hold(work, view, { member: current, user, rules: applying, flag: TAG, texts: tagOf(user) })
}

const namesOf = ({ nick }: Member, { username, global_name }: User) => [nick, global_name, username]
const tagOf = ({ primary_guild }: User) => [primary_guild?.identity_enabled ? primary_guild.tag : null]

interface Held {
  member: Member
  user: User
  rules: readonly StoredAutoModerationRule[]
  flag: number
  texts: readonly (string | null)[]
}

async function hold(work: Work, view: GuildView, { member, user, rules, flag, texts }: Held): Promise<void> {
  const budget = new Budget()
  let clean = true
  for (const content of texts) {
    if (content === null) continue
    const triggered: Triggered[] = rules.flatMap((rule) => {
      const match = wordMatch(rule, content, budget)
      return match ? [{ rule, ...match }] : []
    })
    if (triggered.length === 0) continue
    clean = false
    const offence = { guildId: view.id, user, content, channelId: null, messageId: null, triggered, quarantine: flag }
    await carryOut(work, offence)
    break
  }
  if (clean && member.flags & flag) await setQuarantine(work, member, user, member.flags & ~flag)
}

/** The same in every guild that has such rules: a user is called something else everywhere. */
export async function checkProfileEverywhere(work: Work, user: User): Promise<void> {
  if (user.bot) return
  const guildIds = await listGuildIdsOfUser(work, user.id)
  for (const guildId of await store.guildsWith(work, guildIds, AutoModerationTrigger.MEMBER_PROFILE)) {
    const view = await work.view(guildId)
    if (view) await checkProfile(work, view, user.id, user)
  }
}
