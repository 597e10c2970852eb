import {
  type ApplicationCommandObject,
  ApplicationFlag,
  has,
  IntegrationType,
  InteractionContext,
  Permission,
  type Snowflake,
} from '@guildhall/protocol'
import { type ChannelAccess, usableChannelPermissions } from '../../../../access/channel.ts'
import type { GuildAccess } from '../../../../access/guild.ts'
import type { Application, Channel, Member } from '../../../../kernel/model.ts'
import type { Work } from '../../../../kernel/work.ts'
import type { Static } from '../../../../validation/schema.ts'
import { findApplication, presentUsedApplication } from '../../../accounts/applications/index.ts'
import { GLOBAL, type StoredCommand, type StoredCommandPermissions } from '../model.ts'
import { inLocale, presentCommand } from '../present.ts'
import type { CommandIndex } from '../requests.ts'
import * as store from '../store.ts'
import { type Invoker, invokerIn, isUsable } from '../usage-rules.ts'
import { installsIn } from './installs.ts'

/** Maximum number of installed applications whose commands are listed in one place. */
const APPLICATIONS_MAX = 100
/** Maximum number of activities that are listed in places where they are not installed. */
const ACTIVITIES_MAX = 50

/** Application with the commands that a user can use. */
export interface Offer {
  readonly application: Application
  readonly commands: readonly StoredCommand[]
}

/** Returns the commands that a user can use in a channel. */
export async function offersInChannel(work: Work, place: ChannelAccess, userId: Snowflake): Promise<Offer[]> {
  const guildId = place.view?.id ?? null
  const botIds = place.view ? [] : place.channel.recipient_ids
  return offers(work, { guildId, userId, botIds, activities: ACTIVITIES_MAX }, async (application, commands, rules) => {
    const invoker = invokerIn(place, userId, application, await installsIn(work, place, application, userId))
    return commands.filter((command) => isUsable(command, invoker, rules))
  })
}

/** Returns the commands that a member can use in at least one visible channel of a guild. */
export async function offersInGuild(work: Work, guild: GuildAccess): Promise<Offer[]> {
  const { view, member } = guild
  const userId = member.user_id
  const channels = [...view.channels.values()]
    .filter((channel) => channel.thread_metadata === null)
    .map((channel) => ({
      channel,
      view,
      member,
      permissions: usableChannelPermissions(work, guild, channel),
    }))
    .filter(({ permissions }) => has(permissions, Permission.VIEW_CHANNEL))
  return offers(
    work,
    { guildId: view.id, userId, botIds: [], activities: ACTIVITIES_MAX },
    async (application, commands, rules) => {
      const [first] = channels
      if (!first) return []
      const installs = await installsIn(work, first, application, userId)
      const invokers = distinct(channels, rules).map((place) => invokerIn(place, userId, application, installs))
      return commands.filter((command) => invokers.some((invoker) => isUsable(command, invoker, rules)))
    },
  )
}

interface Place extends ChannelAccess {
  readonly channel: Channel
  readonly member: Member
}

/** Returns one channel for each combination of permissions and age limit, and every channel that permissions name. */
function distinct(places: readonly Place[], rules: readonly StoredCommandPermissions[]): Place[] {
  const named = new Set(rules.flatMap(({ permissions }) => permissions.map(({ id }) => id)))
  const kinds = new Map<string, Place>()
  for (const place of places) {
    const { channel, permissions } = place
    const own = named.has(channel.id.toString()) ? channel.id : ''
    kinds.set(`${permissions} ${channel.nsfw} ${own}`, place)
  }
  return [...kinds.values()]
}

/** Returns the commands of applications that a user has installed to their own account. */
export async function offersOfUser(work: Work, userId: Snowflake): Promise<Offer[]> {
  return offers(work, { guildId: null, userId, botIds: [], activities: 0 }, async (application, commands) => {
    const somewhere = [InteractionContext.GUILD, InteractionContext.BOT_DM, InteractionContext.PRIVATE_CHANNEL]
    const embedded = (application.flags & ApplicationFlag.EMBEDDED) !== 0n
    return commands.filter(
      (command) =>
        command.integration_types?.includes(IntegrationType.USER_INSTALL) &&
        somewhere.some((context) => isUsable(command, ownInvoker(userId, context, embedded), [])),
    )
  })
}

/** Returns an invoker without roles or permissions, for a context without command permissions. */
function ownInvoker(userId: Snowflake, context: number, embedded: boolean): Invoker {
  return {
    userId,
    roleIds: [],
    permissions: 0n,
    channelId: 0n,
    guildId: null,
    nsfwChannel: true,
    context,
    installs: { guild: false, user: true },
    embedded,
    nearestOnly: false,
  }
}

async function offers(
  work: Work,
  where: {
    guildId: Snowflake | null
    userId: Snowflake
    botIds: readonly Snowflake[]
    /** Maximum number of activities that are listed although they are not installed. */
    activities: number
  },
  usable: (
    application: Application,
    commands: readonly StoredCommand[],
    rules: readonly StoredCommandPermissions[],
  ) => Promise<readonly StoredCommand[]>,
): Promise<Offer[]> {
  const { guildId } = where
  const found: Offer[] = []
  const installed = await store.listCandidateApplicationIds(work, where, APPLICATIONS_MAX)
  const launchable = await store.listEntryPointApplicationIds(work, where.activities)
  for (const id of new Set([...installed, ...launchable])) {
    const application = await findApplication(work, id)
    if (!application) continue
    const rules = guildId === null ? [] : await store.listCommandPermissions(work, id, guildId)
    const own = guildId === null ? [] : await store.listCommands(work, id, guildId)
    const commands = await usable(application, [...(await store.listCommands(work, id, GLOBAL)), ...own], rules)
    if (commands.length > 0) found.push({ application, commands })
  }
  return found
}

/** Returns command objects in the locale of the user. */
export function presentOffered(commands: readonly StoredCommand[], locale: string): ApplicationCommandObject[] {
  return commands.map((command) => inLocale(presentCommand(command), locale))
}

/** Returns command objects with their applications. */
export function presentOffers(found: readonly Offer[], locale: string): Static<typeof CommandIndex> {
  return {
    applications: found.map(({ application }) => presentUsedApplication(application)),
    application_commands: found.flatMap(({ commands }) => presentOffered(commands, locale)),
  }
}
