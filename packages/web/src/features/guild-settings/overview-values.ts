/** Messages that the platform posts by itself; a set flag of the guild turns one off. */
export const SYSTEM_MESSAGES: readonly { flag: number; label: string }[] = [
  { flag: 1 << 0, label: 'When a member joins' },
  { flag: 1 << 3, label: 'A button to greet new members with a sticker' },
  { flag: 1 << 1, label: 'When a member boosts the guild' },
  { flag: 1 << 2, label: 'Hints for setting up the guild' },
  { flag: 1 << 4, label: 'When a member subscribes to a role' },
  { flag: 1 << 5, label: 'Replies with a sticker to role subscriptions' },
]

/** Returns the flags of the system channel: set for each unchecked message, others as they were. */
function systemFlags(checked: readonly number[], before: number): number {
  return SYSTEM_MESSAGES.reduce((flags, { flag }) => (checked.includes(flag) ? flags & ~flag : flags | flag), before)
}

const text = (values: FormData, name: string) => String(values.get(name) ?? '')

/** Returns the body of Modify Guild for the values of the form, without pictures. */
export function bodyOfOverview(values: FormData, flagsBefore: number) {
  return {
    name: text(values, 'name'),
    description: text(values, 'description') || null,
    system_channel_id: text(values, 'system_channel_id') || null,
    system_channel_flags: systemFlags(values.getAll('system_message').map(Number), flagsBefore),
    afk_channel_id: text(values, 'afk_channel_id') || null,
    afk_timeout: Number(text(values, 'afk_timeout')),
    default_message_notifications: Number(text(values, 'default_message_notifications')),
    verification_level: Number(text(values, 'verification_level')),
    explicit_content_filter: Number(text(values, 'explicit_content_filter')),
    preferred_locale: text(values, 'preferred_locale'),
    premium_progress_bar_enabled: values.has('premium_progress_bar_enabled'),
  }
}
