import { t } from '../lib/language/text.ts'

/** Returns what follows the name of a guild or channel in its link: `, unread` or `, 2 mentions`. */
export function stateSuffix({ unread, mentions }: { unread: boolean; mentions: number }): string {
  if (mentions > 0) return `, ${t('{mentions, plural, one {# mention} other {# mentions}}', { mentions })}`
  return unread ? `, ${t('unread')}` : ''
}
