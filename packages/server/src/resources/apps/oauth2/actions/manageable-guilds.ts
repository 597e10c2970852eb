import { has, Permission } from '@guildhall/protocol'
import { memberInGuild } from '../../../../access/member.ts'
import type { Caller } from '../../../../kernel/caller.ts'
import type { Work } from '../../../../kernel/work.ts'
import { Nullable, type Static, Type } from '../../../../validation/schema.ts'
import { listGuildIdsOfUser } from '../../../guild/members/index.ts'

/** Guild to which a person can add an application. */
export const ManageableGuild = Type.Object({
  id: Type.String(),
  name: Type.String(),
  icon: Nullable(Type.String()),
  permissions: Type.String(),
})
type ManageableGuild = Static<typeof ManageableGuild>

/** Lists the guilds to which a person can add an application. */
export async function listManageableGuilds(work: Work, { userId }: Caller): Promise<ManageableGuild[]> {
  const guilds: ManageableGuild[] = []
  for (const id of await listGuildIdsOfUser(work, userId)) {
    const view = await work.view(id)
    const member = view && (await memberInGuild(work, view, userId))
    if (!view || !member) continue
    const permissions = view.permissionsOfMember(member, work.now)
    if (!has(permissions, Permission.MANAGE_GUILD)) continue
    const { name, icon } = view.guild
    guilds.push({ id: id.toString(), name, icon, permissions: permissions.toString() })
  }
  return guilds
}
