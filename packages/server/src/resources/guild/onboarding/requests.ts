import {
  ONBOARDING_OPTION_DESCRIPTION_MAX,
  ONBOARDING_OPTION_TARGETS_MAX,
  ONBOARDING_OPTION_TITLE_MAX,
  ONBOARDING_OPTIONS_MAX,
  ONBOARDING_PROMPT_TITLE_MAX,
  ONBOARDING_PROMPTS_MAX,
  WELCOME_CHANNEL_DESCRIPTION_MAX,
  WELCOME_CHANNELS_MAX,
  WELCOME_DESCRIPTION_MAX,
} from '@guildhall/protocol'
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
} from '../../../validation/schema.ts'

const EMOJI = { emoji_id: OptionalNullable(SnowflakeId), emoji_name: OptionalNullable(Text(0, 100)) }

const OptionBody = Type.Object({
  id: OptionalNullable(SnowflakeId),
  title: Text(1, ONBOARDING_OPTION_TITLE_MAX),
  description: OptionalNullable(Text(0, ONBOARDING_OPTION_DESCRIPTION_MAX)),
  ...EMOJI,
  emoji_animated: OptionalNullable(Type.Boolean()),
  role_ids: Optional(Distinct(SnowflakeId, 0, ONBOARDING_OPTION_TARGETS_MAX)),
  channel_ids: Optional(Distinct(SnowflakeId, 0, ONBOARDING_OPTION_TARGETS_MAX)),
})

/** Prompt in the body of Modify Guild Onboarding. */
export const PromptBody = Type.Object({
  id: SnowflakeId,
  title: Text(1, ONBOARDING_PROMPT_TITLE_MAX),
  type: OptionalNullable(Int(0, 1)),
  single_select: OptionalNullable(Type.Boolean()),
  required: OptionalNullable(Type.Boolean()),
  in_onboarding: OptionalNullable(Type.Boolean()),
  options: List(OptionBody, 1, ONBOARDING_OPTIONS_MAX),
})
export type PromptBody = Static<typeof PromptBody>

/** Body of Modify Guild Onboarding. */
export const OnboardingBody = Type.Object({
  prompts: Optional(List(PromptBody, 0, ONBOARDING_PROMPTS_MAX)),
  default_channel_ids: Optional(Distinct(SnowflakeId, 0, 500)),
  enabled: OptionalNullable(Type.Boolean()),
  mode: OptionalNullable(Int(0, 1)),
})
export type OnboardingBody = Static<typeof OnboardingBody>

const WelcomeChannels = List(
  Type.Object({ channel_id: SnowflakeId, description: Text(1, WELCOME_CHANNEL_DESCRIPTION_MAX), ...EMOJI }),
  0,
  WELCOME_CHANNELS_MAX,
)
export type WelcomeChannels = Static<typeof WelcomeChannels>

/** Body of Modify Guild Welcome Screen. */
export const WelcomeScreenBody = Type.Object({
  enabled: OptionalNullable(Type.Boolean()),
  description: OptionalNullable(Text(0, WELCOME_DESCRIPTION_MAX)),
  welcome_channels: OptionalNullable(WelcomeChannels),
})

const WELCOME_ENTRIES_MAX = 7
const welcomeEntry = {
  channel_id: SnowflakeId,
  title: Text(1, 60),
  description: OptionalNullable(Text(0, 200)),
  ...EMOJI,
}

/** Body that writes the new member welcome. */
export const NewMemberWelcomeBody = Type.Object({
  enabled: Type.Boolean(),
  welcome_message: OptionalNullable(Type.Object({ author_ids: Distinct(SnowflakeId, 0, 10), message: Text(1, 300) })),
  new_member_actions: List(Type.Object({ ...welcomeEntry, action_type: Int(0, 1) }), 0, WELCOME_ENTRIES_MAX),
  resource_channels: List(Type.Object(welcomeEntry), 0, WELCOME_ENTRIES_MAX),
})
