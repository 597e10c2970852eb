import { ApiError, type Snowflake, wireTime } from '@guildhall/protocol'
import type { Work } from '../../../../kernel/work.ts'
import { listConnections } from '../../../accounts/connections/store.ts'
import { listDevices } from '../../../accounts/push-devices/index.ts'
import { listPasskeys } from '../../../accounts/second-factors/index.ts'
import {
  findUser,
  getClientSettings,
  listSessionsOf,
  listUsers,
  presentSelf,
  presentSettings,
} from '../../../accounts/users/index.ts'
import { findChannel } from '../../../guild/channels/index.ts'
import { findGuildName, listGuildsOf, listRelationshipsOf } from '../content-store.ts'

/** Returns what the platform knows about a person. Secrets and hashes are left out. */
export async function accountFacts(work: Work, userId: Snowflake): Promise<object> {
  const user = await findUser(work, userId)
  if (!user) throw new ApiError('UNKNOWN_USER')
  const passkeys = await listPasskeys(work, userId)
  const relationships = await listRelationshipsOf(work, userId)
  return {
    ...presentSelf(user, { email: true, premium: true, own: true }),
    sessions: await listSessionsOf(work, userId),
    second_factors: [
      ...(user.authenticator_types.includes(2) ? ['Authenticator app'] : []),
      ...passkeys.map(({ name }) => name),
    ],
    push_devices: (await listDevices(work, userId)).map(({ id, origin, created_at }) => ({
      id: id.toString(),
      push_service: origin,
      created_at: wireTime(created_at),
    })),
    connections: (await listConnections(work, userId)).map(({ type, id, name }) => ({ type, id, name })),
    settings: presentSettings(user, await getClientSettings(work, userId)),
    relationships: relationships.map(({ other_id, username, type, since }) => ({
      id: other_id.toString(),
      username,
      type,
      since: since === null ? null : wireTime(since),
    })),
  }
}

/** Returns the names of a person's guilds by id. */
export async function guildNames(work: Work, userId: Snowflake): Promise<Record<string, string>> {
  return Object.fromEntries((await listGuildsOf(work, userId)).map(({ id, name }) => [id.toString(), name]))
}

/** Returns the name and the facts of a channel that a person wrote in. */
export async function channelFacts(
  work: Work,
  channelId: Snowflake,
  userId: Snowflake,
): Promise<{ name: string; facts: object }> {
  const channel = await findChannel(work, channelId)
  const id = channelId.toString()
  if (!channel) return { name: 'Unknown channel', facts: { id } }
  const { type, guild_id } = channel
  if (guild_id !== null) {
    const guild = { id: guild_id.toString(), name: (await findGuildName(work, guild_id)) ?? null }
    return { name: `${channel.name ?? id} in ${guild.name}`, facts: { id, type, name: channel.name, guild } }
  }
  const others = await listUsers(
    work,
    channel.recipient_ids.filter((one) => one !== userId),
  )
  const names = [...others.values()].map(({ username }) => username).join(', ')
  return {
    name: channel.name ?? `Direct Message with ${names || 'nobody'}`,
    facts: { id, type, name: channel.name, recipients: channel.recipient_ids.map(String) },
  }
}
