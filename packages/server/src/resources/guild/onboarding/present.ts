import type {
  GuildOnboardingObject,
  NewMemberWelcomeObject,
  OnboardingPromptObject,
  PartialEmojiObject,
  Snowflake,
  WelcomeScreenObject,
} from '@guildhall/protocol'
import type { GuildView } from '../../../kernel/guild-view.ts'
import type {
  EmojiReference,
  StoredNewMemberWelcome,
  StoredOnboarding,
  StoredPrompt,
  StoredWelcomeScreen,
} from './model.ts'

function presentEmoji({ id, name, animated }: EmojiReference): PartialEmojiObject {
  return { id: id?.toString() ?? null, name, animated }
}

/** Returns the welcome screen without deleted channels. */
export function presentWelcomeScreen(view: GuildView, screen: StoredWelcomeScreen): WelcomeScreenObject {
  return {
    description: screen.description,
    welcome_channels: screen.welcome_channels
      .filter(({ channel_id }) => view.channels.has(channel_id))
      .map(({ channel_id, description, emoji }) => ({
        channel_id: channel_id.toString(),
        description,
        emoji_id: emoji.id?.toString() ?? null,
        emoji_name: emoji.name,
      })),
  }
}

/** Returns a prompt for the onboarding object and the audit log, without deleted roles and channels. */
export function presentPrompt(view: GuildView, prompt: StoredPrompt): OnboardingPromptObject {
  return {
    id: prompt.id.toString(),
    title: prompt.title,
    single_select: prompt.single_select,
    required: prompt.required,
    in_onboarding: prompt.in_onboarding,
    type: prompt.type,
    options: prompt.options.map((option) => ({
      id: option.id.toString(),
      title: option.title,
      description: option.description,
      emoji: presentEmoji(option.emoji),
      role_ids: existing(view.roles, option.role_ids),
      channel_ids: existing(view.channels, option.channel_ids),
    })),
  }
}

/** Returns the onboarding object without deleted roles and channels. */
export function presentOnboarding(view: GuildView, onboarding: StoredOnboarding): GuildOnboardingObject {
  return {
    guild_id: view.id.toString(),
    prompts: onboarding.prompts.map((prompt) => presentPrompt(view, prompt)),
    default_channel_ids: existing(view.channels, onboarding.default_channel_ids),
    enabled: onboarding.enabled,
    mode: onboarding.mode,
  }
}

/** Returns the new member welcome without deleted channels. */
export function presentNewMemberWelcome(view: GuildView, welcome: StoredNewMemberWelcome): NewMemberWelcomeObject {
  const exists = ({ channel_id }: { channel_id: Snowflake }) => view.channels.has(channel_id)
  const message = welcome.welcome_message
  return {
    guild_id: view.id.toString(),
    enabled: welcome.enabled,
    ...(message ? { welcome_message: { author_ids: message.author_ids.map(String), message: message.message } } : {}),
    new_member_actions: welcome.new_member_actions.filter(exists).map((action) => ({
      channel_id: action.channel_id.toString(),
      action_type: action.action_type,
      title: action.title,
      description: action.description,
      emoji: presentEmoji(action.emoji),
    })),
    resource_channels: welcome.resource_channels.filter(exists).map((channel) => ({
      channel_id: channel.channel_id.toString(),
      title: channel.title,
      description: channel.description,
      emoji: presentEmoji(channel.emoji),
    })),
  }
}

function existing(all: ReadonlyMap<Snowflake, unknown>, ids: readonly Snowflake[]): string[] {
  return ids.filter((id) => all.has(id)).map(String)
}
