import { ApiError, Faults, MemberFlag } from '@guildhall/protocol'
import { guildForCaller } from '../../../../access/guild.ts'
import { operation } from '../../../../kernel/operation.ts'
import { Distinct, NoContent, SnowflakeId, Type } from '../../../../validation/schema.ts'
import { saveMember } from '../../members/index.ts'
import { violatedPrompts } from '../rules.ts'
import * as store from '../store.ts'

const RESPONSES_MAX = 750

/**
 * Applies a person's responses to the onboarding: chosen options give their roles, other options take theirs. The
 * member's flags record that onboarding is complete.
 */
export const createOnboardingResponses = operation({
  id: 'create_onboarding_responses',
  method: 'POST',
  path: '/guilds/:guild_id/onboarding-responses',
  callers: ['person'],
  unlisted: true,
  params: Type.Object({ guild_id: SnowflakeId }),
  body: Type.Object({ onboarding_responses: Distinct(SnowflakeId, 0, RESPONSES_MAX) }),
  responses: { 204: NoContent },

  async run({ caller, params, body, work }) {
    const { view, member } = await guildForCaller(work, caller, params.guild_id)
    const onboarding = await store.findDocument(work, view.id, 'onboarding')
    if (!onboarding?.enabled) throw new ApiError('UNKNOWN_GUILD')
    const chosen = body.onboarding_responses
    const faults = new Faults()
    const options = onboarding.prompts.flatMap((prompt) => prompt.options)
    for (const [index, id] of chosen.entries()) {
      if (!options.some((option) => option.id === id))
        faults.add(['onboarding_responses', index], 'BASE_TYPE_CHOICES', 'Unknown option.')
    }
    for (const prompt of violatedPrompts(onboarding.prompts, chosen))
      faults.add(
        ['onboarding_responses'],
        'ONBOARDING_PROMPT_UNANSWERED',
        `The choice of options for prompt ${prompt.id} is not allowed.`,
      )
    if (faults.any) throw new ApiError('INVALID_FORM_BODY', { faults })
    const available = new Set(options.flatMap((option) => option.role_ids))
    const chosenRoles = options.filter((option) => chosen.includes(option.id)).flatMap((option) => option.role_ids)
    const roles = [
      ...member.roles.filter((id) => !available.has(id)),
      ...[...new Set(chosenRoles)].filter((id) => view.roles.has(id)),
    ]
    const flags = member.flags | MemberFlag.STARTED_ONBOARDING | MemberFlag.COMPLETED_ONBOARDING
    await saveMember(work, { ...member, roles, flags }, caller.user)
  },
})
