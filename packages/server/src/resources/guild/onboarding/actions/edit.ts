import { ApiError, demand, Faults, has, Permission } from '@guildhall/protocol'
import type { GuildAccess } from '../../../../access/guild.ts'
import type { GuildView } from '../../../../kernel/guild-view.ts'
import type { Work } from '../../../../kernel/work.ts'
import { mayAssign } from '../../members/index.ts'
import { checkChannel, emojiOfRequest } from '../field-rules.ts'
import { rolesOf, type StoredOnboarding, type StoredPrompt, type StoredPromptOption } from '../model.ts'
import type { OnboardingBody, PromptBody } from '../requests.ts'
import { countedChannels, meetsRequirements } from '../rules.ts'

/** Returns an onboarding as a request changes it. Checks the whole request before anything is stored. */
export function requestedOnboarding(
  work: Work,
  guild: GuildAccess,
  before: StoredOnboarding,
  body: OnboardingBody,
): StoredOnboarding {
  const { view } = guild
  const faults = new Faults()
  const after: StoredOnboarding = {
    prompts: body.prompts
      ? body.prompts.map((prompt, index) =>
          requestedPrompt({ work, view }, before.prompts, prompt, faults.at('prompts', index)),
        )
      : before.prompts,
    default_channel_ids: body.default_channel_ids ?? before.default_channel_ids,
    enabled: body.enabled ?? before.enabled,
    mode: body.mode ?? before.mode,
  }
  for (const [index, id] of (body.default_channel_ids ?? []).entries())
    checkChannel(view, id, faults.at('default_channel_ids', index))
  if (faults.any) throw new ApiError('INVALID_FORM_BODY', { faults })
  demandAssignableRoles(guild, before, after)
  demand(meetsRequirements(counts(view, after), { before: before.enabled, after: after.enabled }))
  return after
}

/** Returns a prompt of a request. Known ids stay, because members' responses refer to them; others are placeholders. */
function requestedPrompt(
  { work, view }: { work: Work; view: GuildView },
  earlier: readonly StoredPrompt[],
  body: PromptBody,
  faults: Faults,
): StoredPrompt {
  const known = earlier.find((prompt) => prompt.id === body.id)
  return {
    id: known?.id ?? work.nextId(),
    title: body.title,
    type: body.type ?? 0,
    single_select: body.single_select ?? false,
    required: body.required ?? false,
    in_onboarding: body.in_onboarding ?? false,
    options: body.options.map((option, index): StoredPromptOption => {
      const at = faults.at('options', index)
      const role_ids = option.role_ids ?? []
      const channel_ids = option.channel_ids ?? []
      for (const [position, id] of channel_ids.entries()) checkChannel(view, id, at.at('channel_ids', position))
      for (const [position, id] of role_ids.entries()) {
        if (!view.roles.has(id)) at.add(['role_ids', position], 'ROLE_NOT_FOUND', 'Unknown role.')
      }
      return {
        id: known?.options.find(({ id }) => id === option.id)?.id ?? work.nextId(),
        title: option.title,
        description: option.description ?? '',
        emoji: emojiOfRequest(view, option, at),
        role_ids,
        channel_ids,
      }
    }),
  }
}

/** Rejects an option with a role that the caller cannot give. Roles that options already had may stay. [role order] */
function demandAssignableRoles(
  { view, member, permissions }: GuildAccess,
  before: StoredOnboarding,
  after: StoredOnboarding,
): void {
  const earlier = rolesOf(before)
  const rank = view.rank(member.user_id, member.roles)
  for (const id of rolesOf(after)) {
    const role = view.roles.get(id)
    if (role && !earlier.has(id)) demand(mayAssign({ permissions, rank }, { ...role, everyone: id === view.id }))
  }
}

const WRITABLE = Permission.VIEW_CHANNEL | Permission.SEND_MESSAGES

function counts(view: GuildView, onboarding: StoredOnboarding): { channels: number; writable: number } {
  const channels = countedChannels(onboarding).flatMap((id) => view.channels.get(id) ?? [])
  const writable = channels.filter((channel) => has(view.permissionsIn(channel, 0n, []), WRITABLE))
  return { channels: channels.length, writable: writable.length }
}
