import type { GuildOnboardingObject, OnboardingPromptObject } from '@guildhall/protocol'
import type { EmojiValue } from '../../domain/emoji/emoji-field.tsx'

/** One answer of a question, with the roles and channels that it gives. */
export interface OptionForm {
  readonly id: string
  readonly title: string
  readonly description: string
  readonly emoji: EmojiValue
  readonly roleIds: readonly string[]
  readonly channelIds: readonly string[]
}

/** One question for newcomers. */
export interface PromptForm {
  readonly id: string
  readonly title: string
  readonly single: boolean
  readonly required: boolean
  /** Asked on joining; otherwise only offered later. */
  readonly onJoining: boolean
  readonly dropdown: boolean
  readonly options: readonly OptionForm[]
}

/** Values of the form of an onboarding. */
export interface OnboardingForm {
  readonly enabled: boolean
  /** Whether channels of answers count towards the required ones. */
  readonly advanced: boolean
  readonly defaultChannels: readonly string[]
  readonly prompts: readonly PromptForm[]
}

/** Returns an empty answer. Its id only has to differ from others; the server gives it another one. */
export function newOption(id: string): OptionForm {
  return { id, title: '', description: '', emoji: { id: null, name: null }, roleIds: [], channelIds: [] }
}

/** Returns a question with one empty answer. */
export function newPrompt(id: string, optionId: string): PromptForm {
  const options = [newOption(optionId)]
  return { id, title: '', single: false, required: false, onJoining: true, dropdown: false, options }
}

const DROPDOWN = 1
const ADVANCED = 1

/** Returns the form of an onboarding. */
export function onboardingFormOf({
  enabled,
  mode,
  default_channel_ids,
  prompts,
}: GuildOnboardingObject): OnboardingForm {
  return { enabled, advanced: mode === ADVANCED, defaultChannels: default_channel_ids, prompts: prompts.map(promptOf) }
}

function promptOf(prompt: OnboardingPromptObject): PromptForm {
  return {
    id: prompt.id,
    title: prompt.title,
    single: prompt.single_select,
    required: prompt.required,
    onJoining: prompt.in_onboarding,
    dropdown: prompt.type === DROPDOWN,
    options: prompt.options.map(({ id, title, description, emoji, role_ids, channel_ids }) => ({
      id,
      title,
      description,
      emoji: { id: emoji.id ?? null, name: emoji.name },
      roleIds: role_ids,
      channelIds: channel_ids,
    })),
  }
}

/** Returns the body of Modify Guild Onboarding. */
export function bodyOfOnboarding({ enabled, advanced, defaultChannels, prompts }: OnboardingForm) {
  return {
    enabled,
    mode: advanced ? ADVANCED : 0,
    default_channel_ids: defaultChannels,
    prompts: prompts.map((prompt) => ({
      id: prompt.id,
      title: prompt.title.trim(),
      type: prompt.dropdown ? DROPDOWN : 0,
      single_select: prompt.single,
      required: prompt.required,
      in_onboarding: prompt.onJoining,
      options: prompt.options.map(({ id, title, description, emoji, roleIds, channelIds }) => ({
        id,
        title: title.trim(),
        description: description.trim(),
        emoji_id: emoji.id,
        emoji_name: emoji.name,
        role_ids: roleIds,
        channel_ids: channelIds,
      })),
    })),
  }
}

/** Returns the number of channels that count towards the required ones. */
export function countedChannels({ advanced, defaultChannels, prompts }: OnboardingForm): number {
  const ofAnswers = advanced
    ? prompts.filter(({ onJoining }) => onJoining).flatMap(({ options }) => options.flatMap((one) => one.channelIds))
    : []
  return new Set([...defaultChannels, ...ofAnswers]).size
}

/** Returns the ids of questions that a newcomer has yet to answer, or has answered with too many options. */
export function openPrompts(prompts: readonly OnboardingPromptObject[], chosen: ReadonlySet<string>): string[] {
  return prompts
    .filter(({ required, in_onboarding, single_select, options }) => {
      const count = options.filter(({ id }) => chosen.has(id)).length
      return (required && in_onboarding && count === 0) || (single_select && count > 1)
    })
    .map(({ id }) => id)
}

/** Returns the chosen options after one was switched. Of a single choice it replaces the others. */
export function withAnswer(
  chosen: ReadonlySet<string>,
  prompt: Pick<OnboardingPromptObject, 'single_select' | 'options'>,
  optionId: string,
  on: boolean,
): ReadonlySet<string> {
  const next = new Set(chosen)
  if (prompt.single_select) for (const { id } of prompt.options) next.delete(id)
  if (on) next.add(optionId)
  else next.delete(optionId)
  return next
}

/** Returns the options whose roles a member has already: the answers that were given before. */
export function answersOf(prompts: readonly OnboardingPromptObject[], roles: readonly string[]): ReadonlySet<string> {
  const given = prompts
    .flatMap(({ options }) => options)
    .filter(({ role_ids }) => role_ids.length > 0 && role_ids.every((id) => roles.includes(id)))
  return new Set(given.map(({ id }) => id))
}
