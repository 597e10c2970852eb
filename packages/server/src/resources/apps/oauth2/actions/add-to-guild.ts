import { ALL_PERMISSIONS, ApiError, AuditLogAction, has, Permission, type Snowflake } from '@guildhall/protocol'
import { guildForCaller } from '../../../../access/guild.ts'
import { memberInGuild } from '../../../../access/member.ts'
import type { Caller } from '../../../../kernel/caller.ts'
import type { GuildView } from '../../../../kernel/guild-view.ts'
import type { Application } from '../../../../kernel/model.ts'
import type { Work } from '../../../../kernel/work.ts'
import { findUser } from '../../../accounts/users/index.ts'
import { audit } from '../../../guild/audit-log/index.ts'
import { findBan } from '../../../guild/bans/index.ts'
import { createIntegration, findIntegration } from '../../../guild/integrations/index.ts'
import { createMember } from '../../../guild/members/index.ts'
import { addRole, newRole } from '../../../guild/roles/index.ts'

/** Guild to which an application is added, and the form in which it is added. */
export interface GuildInstall {
  readonly guildId: Snowflake
  /** Permissions that the bot requests for its role. It gets those that the caller has as well. */
  readonly permissions: bigint
  /** Adds the bot as a member; otherwise only the commands. */
  readonly bot: boolean
}

/**
 * Adds an application to a guild for a caller with MANAGE_GUILD. The bot joins with a managed role; a bot that is a
 * member already stays unchanged.
 *
 * @throws ApiError MISSING_PERMISSIONS without MANAGE_GUILD, UNKNOWN_GUILD for a hidden guild, USER_BANNED for a banned
 *   bot
 */
export async function addToGuild(
  work: Work,
  caller: Caller,
  application: Application,
  { guildId, permissions, bot }: GuildInstall,
): Promise<GuildView> {
  const { view, permissions: own } = await guildForCaller(work, caller, guildId, Permission.MANAGE_GUILD)
  const allowed = has(own, Permission.ADMINISTRATOR) ? ALL_PERMISSIONS : own
  const user = bot && application.bot_id !== null ? await findUser(work, application.bot_id) : undefined
  if (user && (await findBan(work, guildId, user.id))) throw new ApiError('USER_BANNED')
  if (!(await findIntegration(work, guildId, application.id))) {
    const integration = {
      id: work.nextId(),
      guild_id: guildId,
      application_id: application.id,
      user_id: caller.userId,
    }
    await createIntegration(work, integration, { application, ...(user ? { bot: user } : {}) })
  }
  if (!user || (await memberInGuild(work, view, user.id))) return view
  const roles = await addBotRole(work, view, application, permissions & allowed)
  await audit(work, { guildId, action: AuditLogAction.BOT_ADD, targetId: user.id })
  await createMember(work, guildId, user, { roles })
  return view
}

/** Creates the managed role of a bot and returns its id. A bot without permissions gets no role. */
async function addBotRole(
  work: Work,
  view: GuildView,
  { name, bot_id }: Application,
  permissions: bigint,
): Promise<Snowflake[]> {
  if (permissions === 0n || bot_id === null) return []
  const role = newRole({
    id: work.nextId(),
    guild_id: view.id,
    name,
    position: 1,
    permissions,
    managed: true,
    tags: { bot_id: bot_id.toString() },
  })
  await addRole(work, view, role)
  return [role.id]
}
