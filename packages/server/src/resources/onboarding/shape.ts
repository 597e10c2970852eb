import {
  ApiError,
  demand,
  Faults,
  has,
  ONBOARDING_OPTION_DESCRIPTION_MAX,
  ONBOARDING_OPTION_TARGETS_MAX,
  ONBOARDING_OPTION_TITLE_MAX,
  ONBOARDING_OPTIONS_MAX,
  ONBOARDING_PROMPT_TITLE_MAX,
  ONBOARDING_PROMPTS_MAX,
  OnboardingMode,
  Permission,
  type Snowflake,
} from '@guildhall/protocol'
import type { GuildAccess } from '../../access/guild.ts'
import type { GuildView } from '../../kernel/guild-view.ts'
import type { Work } from '../../kernel/work.ts'
import {
  Distinct,
  Int,
  List,
  Optional,
  OptionalNullable,
  SnowflakeId,
  type Static,
  Text,
  Type,
} from '../../validation/schema.ts'
import { mayAssign } from '../members/index.ts'
import type { Onboarding, Prompt, PromptOption } from './documents.ts'
import { checkChannel, readEmoji } from './emoji.ts'
import { countedChannels, meetsRequirements } from './rules.ts'

const OptionForm = Type.Object({
  id: OptionalNullable(SnowflakeId),
  title: Text(1, ONBOARDING_OPTION_TITLE_MAX),
  description: OptionalNullable(Text(0, ONBOARDING_OPTION_DESCRIPTION_MAX)),
  emoji_id: OptionalNullable(SnowflakeId),
  emoji_name: OptionalNullable(Text(0, 100)),
  emoji_animated: OptionalNullable(Type.Boolean()),
  role_ids: Optional(Distinct(SnowflakeId, 0, ONBOARDING_OPTION_TARGETS_MAX)),
  channel_ids: Optional(Distinct(SnowflakeId, 0, ONBOARDING_OPTION_TARGETS_MAX)),
})

const PromptForm = Type.Object({
  id: SnowflakeId,
  title: Text(1, ONBOARDING_PROMPT_TITLE_MAX),
  type: OptionalNullable(Int(0, 1)),
  single_select: OptionalNullable(Type.Boolean()),
  required: OptionalNullable(Type.Boolean()),
  in_onboarding: OptionalNullable(Type.Boolean()),
  options: List(OptionForm, 1, ONBOARDING_OPTIONS_MAX),
})

export const OnboardingForm = Type.Object({
  prompts: Optional(List(PromptForm, 0, ONBOARDING_PROMPTS_MAX)),
  default_channel_ids: Optional(Distinct(SnowflakeId, 0, 500)),
  enabled: OptionalNullable(Type.Boolean()),
  mode: OptionalNullable(Int(0, 1)),
})

export const NEW_ONBOARDING: Onboarding = {
  prompts: [],
  default_channel_ids: [],
  enabled: false,
  mode: OnboardingMode.ONBOARDING_DEFAULT,
}

/** What a form makes of an onboarding; all of it is checked before anything is changed. */
export function shaped(
  work: Work,
  guild: GuildAccess,
  before: Onboarding,
  form: Static<typeof OnboardingForm>,
): Onboarding {
  const { view } = guild
  const faults = new Faults()
  const after: Onboarding = {
    prompts: form.prompts
      ? form.prompts.map((prompt, index) => promptOf(work, view, before.prompts, prompt, faults, index))
      : before.prompts,
    default_channel_ids: form.default_channel_ids ?? before.default_channel_ids,
    enabled: form.enabled ?? before.enabled,
    mode: form.mode ?? before.mode,
  }
  for (const [index, id] of (form.default_channel_ids ?? []).entries())
    checkChannel(view, id, faults, ['default_channel_ids', index])
  if (faults.any) throw new ApiError('INVALID_FORM_BODY', { faults })
  demandGivable(guild, before, after)
  demand(meetsRequirements(counts(view, after), { before: before.enabled, after: after.enabled }))
  return after
}

/** Ids that are known stay, so that answers of members keep their meaning; others are placeholders of the client. */
function promptOf(
  work: Work,
  view: GuildView,
  earlier: readonly Prompt[],
  form: Static<typeof PromptForm>,
  faults: Faults,
  index: number,
): Prompt {
  const known = earlier.find((prompt) => prompt.id === form.id)
  return {
    id: known?.id ?? work.nextId(),
    title: form.title,
    type: form.type ?? 0,
    single_select: form.single_select ?? false,
    required: form.required ?? false,
    in_onboarding: form.in_onboarding ?? false,
    options: form.options.map((option, at): PromptOption => {
      const path = ['prompts', index, 'options', at]
      const role_ids = option.role_ids ?? []
      const channel_ids = option.channel_ids ?? []
      for (const [place, id] of channel_ids.entries()) checkChannel(view, id, faults, [...path, 'channel_ids', place])
      for (const [place, id] of role_ids.entries()) {
        if (!view.roles.has(id)) faults.add([...path, 'role_ids', place], 'ROLE_NOT_FOUND', 'Unknown role.')
      }
      return {
        id: known?.options.find(({ id }) => id === option.id)?.id ?? work.nextId(),
        title: option.title,
        description: option.description ?? '',
        emoji: readEmoji(view, option, faults, path),
        role_ids,
        channel_ids,
      }
    }),
  }
}

/** Roles of all options. */
export function rolesOf(onboarding: Onboarding): Set<Snowflake> {
  return new Set(onboarding.prompts.flatMap((prompt) => prompt.options.flatMap((option) => option.role_ids)))
}

/** Nobody lets newcomers take a role that they could not give themselves; what was there before stays. [role order] */
function demandGivable({ view, member, permissions }: GuildAccess, before: Onboarding, after: Onboarding): void {
  const earlier = rolesOf(before)
  const rank = view.rank(member.user_id, member.roles)
  for (const id of rolesOf(after)) {
    const role = view.roles.get(id)
    if (role && !earlier.has(id)) demand(mayAssign({ permissions, rank }, { ...role, everyone: id === view.id }))
  }
}

const WRITABLE = Permission.VIEW_CHANNEL | Permission.SEND_MESSAGES

function counts(view: GuildView, onboarding: Onboarding): { channels: number; writable: number } {
  const channels = countedChannels(onboarding).flatMap((id) => view.channels.get(id) ?? [])
  const writable = channels.filter((channel) => has(view.permissionsIn(channel, 0n, []), WRITABLE))
  return { channels: channels.length, writable: writable.length }
}
