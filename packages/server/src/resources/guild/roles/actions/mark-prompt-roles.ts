import { RoleFlag, type Snowflake } from '@guildhall/protocol'
import type { GuildView } from '../../../../kernel/guild-view.ts'
import type { Work } from '../../../../kernel/work.ts'
import { saveRole } from './save.ts'

/** Sets the flag IN_PROMPT on exactly the given roles: those that members can choose in onboarding. */
export async function markPromptRoles(work: Work, view: GuildView, ids: ReadonlySet<Snowflake>): Promise<void> {
  for (const role of view.roles.values()) {
    const flags = ids.has(role.id) ? role.flags | RoleFlag.IN_PROMPT : role.flags & ~RoleFlag.IN_PROMPT
    if (flags !== role.flags) await saveRole(work, { ...role, flags })
  }
}
