import { Permission } from '@guildhall/protocol'
import { InviteList } from '../../domain/invites/invite-list.tsx'
import { useClientState } from '../../gateway/react.tsx'
import { permissionsIn } from '../../gateway/selectors.ts'
import { Section } from '../../ui/sections.tsx'
import type { ChannelSectionProps } from './section.ts'

/** Invites that lead to a channel. */
export function ChannelInvites({ channel, guildId }: ChannelSectionProps) {
  const permissions = useClientState((state) => permissionsIn(state, channel))
  return (
    <Section title="Invites" description="Links by which people join the guild and come to this channel.">
      <InviteList
        guildId={guildId}
        channelId={channel.id}
        mayCreate={(permissions & Permission.CREATE_INSTANT_INVITE) !== 0n}
      />
    </Section>
  )
}
