import type { SectionProps } from '../../domain/guilds/section.ts'
import { WebhookList } from '../../domain/webhooks/webhook-list.tsx'
import { t } from '../../lib/language/text.ts'
import { Section } from '../../ui/sections.tsx'

/** All webhooks of a guild in channels where the person manages them. */
export function WebhooksSection({ guildId }: SectionProps) {
  return (
    <Section title={t('Webhooks')} description={t('Addresses by which other programs post to a channel.')}>
      <WebhookList guildId={guildId} />
    </Section>
  )
}
