import { RoleFlag, type Snowflake } from '@guildhall/protocol'
import { guildTopic } from '../../kernel/event.ts'
import type { GuildView } from '../../kernel/guild-view.ts'
import type { Work } from '../../kernel/work.ts'
import { guildRoleUpdate } from './events.ts'
import * as store from './store.ts'

/** From now on these are the roles that members may take in onboarding, as their flags tell. */
export async function markInPrompt(work: Work, view: GuildView, ids: ReadonlySet<Snowflake>): Promise<void> {
  for (const role of view.roles.values()) {
    const flags = ids.has(role.id) ? role.flags | RoleFlag.IN_PROMPT : role.flags & ~RoleFlag.IN_PROMPT
    if (flags === role.flags) continue
    const changed = { ...role, flags }
    await store.update(work, changed)
    work.emit(guildRoleUpdate, guildTopic(view.id), changed)
  }
}
