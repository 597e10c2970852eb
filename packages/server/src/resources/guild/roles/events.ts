import { Intent, type Snowflake } from '@guildhall/protocol'
import { eventType } from '../../../kernel/event.ts'
import type { StoredRole } from '../../../kernel/model.ts'
import { presentRole } from './present.ts'

function roleEvent(key: string, name: string) {
  return eventType<StoredRole>({
    key,
    name,
    intents: () => Intent.GUILDS,
    visibleTo: () => true,
    changesPermissions: true,
    present: (role) => ({ guild_id: role.guild_id.toString(), role: presentRole(role) }),
    apply: (view, role) => {
      view.roles.set(role.id, role)
      view.epoch += 1
    },
  })
}

export const guildRoleCreate = roleEvent('role.created', 'GUILD_ROLE_CREATE')
export const guildRoleUpdate = roleEvent('role.updated', 'GUILD_ROLE_UPDATE')

/** A role was deleted; clients also take it from their cached members. */
export const guildRoleDelete = eventType<{ guildId: Snowflake; roleId: Snowflake }>({
  key: 'role.deleted',
  name: 'GUILD_ROLE_DELETE',
  intents: () => Intent.GUILDS,
  visibleTo: () => true,
  changesPermissions: true,
  present: ({ guildId, roleId }) => ({ guild_id: guildId.toString(), role_id: roleId.toString() }),
  apply: (view, { roleId }) => {
    view.roles.delete(roleId)
    view.epoch += 1
  },
})
