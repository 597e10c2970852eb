import { permissionsInGuild } from '@guildhall/client/questions'
import { Permission } from '@guildhall/protocol'
import type { SectionProps } from '../../domain/guilds/section.ts'
import { InviteList } from '../../domain/invites/invite-list.tsx'
import { useClientState } from '../../gateway/react.tsx'
import { t } from '../../lib/language/text.ts'
import { Section } from '../../ui/sections.tsx'

/** All invites of a guild. */
export function InvitesSection({ guildId }: SectionProps) {
  const permissions = useClientState((state) => permissionsInGuild(state, guildId))
  return (
    <Section title={t('Invites')} description={t('Links by which people join the guild.')}>
      <InviteList guildId={guildId} mayCreate={(permissions & Permission.CREATE_INSTANT_INVITE) !== 0n} />
    </Section>
  )
}
