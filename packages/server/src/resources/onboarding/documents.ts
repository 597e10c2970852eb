import type { Snowflake } from '@guildhall/protocol'

/** An emoji as these documents keep it: custom ones by id and name, standard ones by their characters alone. */
export interface KeptEmoji {
  id: Snowflake | null
  name: string | null
  animated: boolean
}

export const NO_EMOJI: KeptEmoji = { id: null, name: null, animated: false }

export interface WelcomeScreen {
  description: string | null
  welcome_channels: { channel_id: Snowflake; description: string; emoji: KeptEmoji }[]
}

export interface PromptOption {
  id: Snowflake
  title: string
  description: string
  emoji: KeptEmoji
  role_ids: Snowflake[]
  channel_ids: Snowflake[]
}

export interface Prompt {
  id: Snowflake
  type: number
  title: string
  single_select: boolean
  required: boolean
  in_onboarding: boolean
  options: PromptOption[]
}

export interface Onboarding {
  prompts: Prompt[]
  default_channel_ids: Snowflake[]
  enabled: boolean
  mode: number
}

/** What awaits a new member: a greeting, things to do, places to read. */
export interface NewMemberWelcome {
  enabled: boolean
  welcome_message: { author_ids: Snowflake[]; message: string } | null
  new_member_actions: {
    channel_id: Snowflake
    action_type: number
    title: string
    description: string
    emoji: KeptEmoji
  }[]
  resource_channels: { channel_id: Snowflake; title: string; description: string; emoji: KeptEmoji }[]
}

export interface Documents {
  welcome_screen: WelcomeScreen
  onboarding: Onboarding
  new_member_welcome: NewMemberWelcome
}
