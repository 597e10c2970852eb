import { Permission } from '@guildhall/protocol'
import type { SectionProps } from '../../domain/guilds/section.ts'
import { InviteList } from '../../domain/invites/invite-list.tsx'
import { useClientState } from '../../gateway/react.tsx'
import { permissionsInGuild } from '../../gateway/selectors.ts'
import { Section } from '../../ui/sections.tsx'

/** All invites of a guild. */
export function InvitesSection({ guildId }: SectionProps) {
  const permissions = useClientState((state) => permissionsInGuild(state, guildId))
  return (
    <Section title="Invites" description="Links by which people join the guild.">
      <InviteList guildId={guildId} mayCreate={(permissions & Permission.CREATE_INSTANT_INVITE) !== 0n} />
    </Section>
  )
}
