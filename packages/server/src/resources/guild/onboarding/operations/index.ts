import { createOnboardingResponses } from './create-onboarding-responses.ts'
import { getGuildNewMemberWelcome } from './get-guild-new-member-welcome.ts'
import { getGuildWelcomeScreen } from './get-guild-welcome-screen.ts'
import { getGuildsOnboarding } from './get-guilds-onboarding.ts'
import { putGuildNewMemberWelcome } from './put-guild-new-member-welcome.ts'
import { putGuildsOnboarding } from './put-guilds-onboarding.ts'
import { updateGuildWelcomeScreen } from './update-guild-welcome-screen.ts'

export const onboardingOperations = [
  createOnboardingResponses,
  getGuildNewMemberWelcome,
  getGuildWelcomeScreen,
  getGuildsOnboarding,
  putGuildNewMemberWelcome,
  putGuildsOnboarding,
  updateGuildWelcomeScreen,
]
