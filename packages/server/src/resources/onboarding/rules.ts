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
import type { Onboarding, Prompt } from './documents.ts'

const NEEDED = Permission.MANAGE_GUILD | Permission.MANAGE_ROLES

/** Onboarding gives roles, so whoever shapes it manages both the guild and its roles. */
export function mayShapeOnboarding(permissions: bigint): Verdict {
  return has(permissions, NEEDED) ? allow : refuse('MISSING_PERMISSIONS', `needs ${namesOf(NEEDED)}`)
}

/** The welcome screen is shown to members while it is on, and else to those who may change it. */
export function maySeeWelcomeScreen(
  permissions: bigint,
  screen: { community: boolean; enabled: boolean; there: boolean },
): Verdict {
  if (!screen.community || !screen.there) return refuse('UNKNOWN_GUILD_WELCOME_SCREEN', 'there is none')
  if (screen.enabled || has(permissions, Permission.MANAGE_GUILD)) return allow
  return refuse('MISSING_PERMISSIONS', 'it is off')
}

/** Channels that count towards the requirements: by mode also those that questions lead to. */
export function countedChannels(onboarding: Pick<Onboarding, 'default_channel_ids' | 'prompts' | 'mode'>): Snowflake[] {
  const asked =
    onboarding.mode === OnboardingMode.ONBOARDING_ADVANCED
      ? onboarding.prompts.filter((prompt) => prompt.in_onboarding).flatMap(channelsOf)
      : []
  return [...new Set([...onboarding.default_channel_ids, ...asked])]
}

function channelsOf(prompt: Prompt): Snowflake[] {
  return prompt.options.flatMap((option) => option.channel_ids)
}

/**
 * Enabled, onboarding needs 7 channels of which everybody may write to 5. Two errors: for switching it on below that,
 * and for a change that takes an enabled one below it.
 */
export function meetsRequirements(
  counted: { channels: number; writable: number },
  enabled: { before: boolean; after: boolean },
): Verdict {
  if (!enabled.after) return allow
  if (counted.channels >= ONBOARDING_CHANNELS_MIN && counted.writable >= ONBOARDING_WRITABLE_CHANNELS_MIN) return allow
  const reason = `${counted.channels} channels, ${counted.writable} for everybody to write to`
  return refuse(enabled.before ? 'CANNOT_UPDATE_ONBOARDING' : 'CANNOT_ENABLE_ONBOARDING', reason)
}

/** What is wrong with a member's choice of options: a required question without an answer, or too many answers. */
export function unanswered(prompts: readonly Prompt[], chosen: readonly Snowflake[]): Prompt[] {
  return prompts.filter((prompt) => {
    const answers = prompt.options.filter((option) => chosen.includes(option.id)).length
    return (prompt.required && prompt.in_onboarding && answers === 0) || (prompt.single_select && answers > 1)
  })
}
