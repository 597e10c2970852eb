import { has, Permission } from '@guildhall/protocol'
import type { Caller } from '../../kernel/caller.ts'
import type { Work } from '../../kernel/work.ts'
import { guildIdsOf, memberOf } from '../members/index.ts'

/** The guilds that a person may add an application to, for the page to choose from. */
export async function manageableGuilds(work: Work, { userId }: Caller): Promise<Record<string, unknown>[]> {
  const guilds: Record<string, unknown>[] = []
  for (const id of await guildIdsOf(work, userId)) {
    const view = await work.view(id)
    const member = view && (await memberOf(work, view, userId))
    if (!view || !member) continue
    const permissions = view.permissionsOfMember(member, work.now)
    if (!has(permissions, Permission.MANAGE_GUILD)) continue
    const { name, icon } = view.guild
    guilds.push({ id: id.toString(), name, icon, permissions: permissions.toString() })
  }
  return guilds
}
