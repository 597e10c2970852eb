import { GuildSettings } from '../features/guild-settings/index.ts'
import { ManagedMemberHost } from '../features/moderation/index.ts'
import { GUILD_SECTIONS } from './guild-sections.ts'

/** The settings of a guild with the sections of every feature, and the dialog of the member who is being managed. */
export function GuildSettingsPage() {
  return (
    <>
      <GuildSettings sections={GUILD_SECTIONS} />
      <ManagedMemberHost />
    </>
  )
}
