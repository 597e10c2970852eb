import { ChannelType } from '@guildhall/protocol'
import { WebhookList } from '../../domain/webhooks/webhook-list.tsx'
import { t } from '../../lib/language/text.ts'
import { Section } from '../../ui/sections.tsx'
import { FollowChannel } from './follow-channel.tsx'
import type { ChannelSectionProps } from './section.ts'

/** Webhooks of a channel, and following it if it is for announcements. */
export function ChannelWebhooks({ channel, guildId }: ChannelSectionProps) {
  return (
    <>
      <Section title={t('Webhooks')} description={t('Addresses by which other programs post to this channel.')}>
        <WebhookList guildId={guildId} channelId={channel.id} />
      </Section>
      {channel.type === ChannelType.GUILD_ANNOUNCEMENT && <FollowChannel channel={channel} />}
    </>
  )
}
