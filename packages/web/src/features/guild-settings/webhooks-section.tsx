import { Section } from '../../ui/sections.tsx'
import type { SectionProps } from './section.ts'
import { WebhookList } from './webhook-list.tsx'

/** All webhooks of a guild in channels where the person manages them. */
export function WebhooksSection({ guildId }: SectionProps) {
  return (
    <Section title="Webhooks" description="Addresses by which other programs post to a channel.">
      <WebhookList guildId={guildId} />
    </Section>
  )
}
