import {
  allow,
  has,
  namesOf,
  ONBOARDING_CHANNELS_MIN,
  ONBOARDING_WRITABLE_CHANNELS_MIN,
  OnboardingMode,
  Permission,
  refuse,
  type Snowflake,
  type Verdict,
} from '@guildhall/protocol'
import type { StoredOnboarding, StoredPrompt } from './model.ts'

const NEEDED = Permission.MANAGE_GUILD | Permission.MANAGE_ROLES

/** Whether a member may edit the onboarding. It gives roles, so it takes MANAGE_GUILD and MANAGE_ROLES. */
export function mayEditOnboarding(permissions: bigint): Verdict {
  return has(permissions, NEEDED) ? allow : refuse('MISSING_PERMISSIONS', `needs ${namesOf(NEEDED)}`)
}

/** Whether a member may read the welcome screen: every member while it is enabled, otherwise by MANAGE_GUILD. */
export function maySeeWelcomeScreen(
  permissions: bigint,
  screen: { community: boolean; enabled: boolean; exists: boolean },
): Verdict {
  if (!screen.community || !screen.exists)
    return refuse('UNKNOWN_GUILD_WELCOME_SCREEN', 'the guild has no welcome screen')
  if (screen.enabled || has(permissions, Permission.MANAGE_GUILD)) return allow
  return refuse('MISSING_PERMISSIONS', 'the welcome screen is disabled')
}

/** Returns the channels that count towards the requirements. The advanced mode also counts channels of prompts. */
export function countedChannels(
  onboarding: Pick<StoredOnboarding, 'default_channel_ids' | 'prompts' | 'mode'>,
): Snowflake[] {
  const ofPrompts =
    onboarding.mode === OnboardingMode.ONBOARDING_ADVANCED
      ? onboarding.prompts.filter((prompt) => prompt.in_onboarding).flatMap(channelsOf)
      : []
  return [...new Set([...onboarding.default_channel_ids, ...ofPrompts])]
}

function channelsOf(prompt: StoredPrompt): Snowflake[] {
  return prompt.options.flatMap((option) => option.channel_ids)
}

/**
 * Whether an onboarding may be enabled: it needs 7 channels, and @everyone must be able to post in 5 of them. Enabling
 * it below that and changing an enabled one to below that have different errors.
 */
export function meetsRequirements(
  counted: { channels: number; writable: number },
  enabled: { before: boolean; after: boolean },
): Verdict {
  if (!enabled.after) return allow
  if (counted.channels >= ONBOARDING_CHANNELS_MIN && counted.writable >= ONBOARDING_WRITABLE_CHANNELS_MIN) return allow
  const reason = `${counted.channels} channels, ${counted.writable} writable by @everyone`
  return refuse(enabled.before ? 'CANNOT_UPDATE_ONBOARDING' : 'CANNOT_ENABLE_ONBOARDING', reason)
}

/** Returns the prompts that chosen options violate: required ones without an option, single ones with several. */
export function violatedPrompts(prompts: readonly StoredPrompt[], chosen: readonly Snowflake[]): StoredPrompt[] {
  return prompts.filter((prompt) => {
    const count = prompt.options.filter((option) => chosen.includes(option.id)).length
    return (prompt.required && prompt.in_onboarding && count === 0) || (prompt.single_select && count > 1)
  })
}
