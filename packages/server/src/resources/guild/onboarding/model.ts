import { OnboardingMode, type Snowflake } from '@guildhall/protocol'

/** Emoji of an onboarding document: custom ones by id and name, standard ones by their characters alone. */
export interface EmojiReference {
  id: Snowflake | null
  name: string | null
  animated: boolean
}

export const NO_EMOJI: EmojiReference = { id: null, name: null, animated: false }

/** Welcome screen of a community. */
export interface StoredWelcomeScreen {
  description: string | null
  welcome_channels: { channel_id: Snowflake; description: string; emoji: EmojiReference }[]
}

/** Option of an onboarding prompt, with the roles and channels that it gives. */
export interface StoredPromptOption {
  id: Snowflake
  title: string
  description: string
  emoji: EmojiReference
  role_ids: Snowflake[]
  channel_ids: Snowflake[]
}

/** Question of an onboarding. */
export interface StoredPrompt {
  id: Snowflake
  type: number
  title: string
  single_select: boolean
  required: boolean
  in_onboarding: boolean
  options: StoredPromptOption[]
}

/** Onboarding of a guild. */
export interface StoredOnboarding {
  prompts: StoredPrompt[]
  default_channel_ids: Snowflake[]
  enabled: boolean
  mode: number
}

/** Onboarding of a guild that has not configured one. */
export const NEW_ONBOARDING: StoredOnboarding = {
  prompts: [],
  default_channel_ids: [],
  enabled: false,
  mode: OnboardingMode.ONBOARDING_DEFAULT,
}

/** Greeting, tasks and resource channels for new members. */
export interface StoredNewMemberWelcome {
  enabled: boolean
  welcome_message: { author_ids: Snowflake[]; message: string } | null
  new_member_actions: {
    channel_id: Snowflake
    action_type: number
    title: string
    description: string
    emoji: EmojiReference
  }[]
  resource_channels: { channel_id: Snowflake; title: string; description: string; emoji: EmojiReference }[]
}

/** Documents of a guild by kind; each is one row. */
export interface Documents {
  welcome_screen: StoredWelcomeScreen
  onboarding: StoredOnboarding
  new_member_welcome: StoredNewMemberWelcome
}

/** Returns the roles that any option of an onboarding gives. */
export function rolesOf(onboarding: StoredOnboarding): Set<Snowflake> {
  return new Set(onboarding.prompts.flatMap((prompt) => prompt.options.flatMap((option) => option.role_ids)))
}
