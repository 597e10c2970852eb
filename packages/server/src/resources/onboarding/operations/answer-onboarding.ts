import { ApiError, Faults, MemberFlag } from '@guildhall/protocol'
import { guildForCaller } from '../../../access/guild.ts'
import { operation } from '../../../kernel/operation.ts'
import { Distinct, NoContent, SnowflakeId, Type } from '../../../validation/schema.ts'
import { saveMember } from '../../members/index.ts'
import { unanswered } from '../rules.ts'
import * as store from '../store.ts'

const ANSWERS_MAX = 750

/**
 * A person answers the guild's questions: what they choose gives its roles, what they no longer choose takes them, and
 * their member object tells that they are through.
 */
export const answerOnboarding = operation({
  id: 'answer_onboarding',
  method: 'POST',
  path: '/guilds/:guild_id/onboarding-responses',
  callers: ['person'],
  unlisted: true,
  params: Type.Object({ guild_id: SnowflakeId }),
  body: Type.Object({ onboarding_responses: Distinct(SnowflakeId, 0, ANSWERS_MAX) }),
  responses: { 204: NoContent },

  async run({ caller, params, body, work }) {
    const { view, member } = await guildForCaller(work, caller, params.guild_id)
    const onboarding = await store.find(work, view.id, 'onboarding')
    if (!onboarding?.enabled) throw new ApiError('UNKNOWN_GUILD')
    const chosen = body.onboarding_responses
    const faults = new Faults()
    const options = onboarding.prompts.flatMap((prompt) => prompt.options)
    for (const [index, id] of chosen.entries()) {
      if (!options.some((option) => option.id === id))
        faults.add(['onboarding_responses', index], 'BASE_TYPE_CHOICES', 'Unknown option.')
    }
    for (const prompt of unanswered(onboarding.prompts, chosen))
      faults.add(['onboarding_responses'], 'ONBOARDING_PROMPT_UNANSWERED', `Question ${prompt.id} is not answered.`)
    if (faults.any) throw new ApiError('INVALID_FORM_BODY', { faults })
    const offered = new Set(options.flatMap((option) => option.role_ids))
    const given = options.filter((option) => chosen.includes(option.id)).flatMap((option) => option.role_ids)
    const roles = [
      ...member.roles.filter((id) => !offered.has(id)),
      ...[...new Set(given)].filter((id) => view.roles.has(id)),
    ]
    const flags = member.flags | MemberFlag.STARTED_ONBOARDING | MemberFlag.COMPLETED_ONBOARDING
    await saveMember(work, { ...member, roles, flags }, caller.user)
  },
})
