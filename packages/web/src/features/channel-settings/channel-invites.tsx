import { permissionsIn } from '@guildhall/client/questions'
import { Permission } from '@guildhall/protocol'
import { InviteList } from '../../domain/invites/invite-list.tsx'
import { useClientState } from '../../gateway/react.tsx'
import { t } from '../../lib/language/text.ts'
import { Section } from '../../ui/sections.tsx'
import type { ChannelSectionProps } from './section.ts'

/** Invites that lead to a channel. */
export function ChannelInvites({ channel, guildId }: ChannelSectionProps) {
  const permissions = useClientState((state) => permissionsIn(state, channel))
  return (
    <Section title={t('Invites')} description={t('Links by which people join the guild and come to this channel.')}>
      <InviteList
        guildId={guildId}
        channelId={channel.id}
        mayCreate={(permissions & Permission.CREATE_INSTANT_INVITE) !== 0n}
      />
    </Section>
  )
}
