import type { ActivityInstance } from '@guildhall/client/records'
import { type ActivityParticipant, rpcUser } from '@guildhall/local-client/rpc'
import type { UserObject } from '@guildhall/protocol'
import type { Client } from '../../gateway/client.ts'

/** Returns the users in an activity as RPC describes them. Users that the app does not know yet are loaded. */
export async function participantsOf(
  client: Client,
  { participants, location }: ActivityInstance,
): Promise<readonly ActivityParticipant[]> {
  const members = client.state.guilds.get(location.guild_id ?? '')?.members
  const found = await Promise.all(
    participants.map(async ({ user_id, member }) => {
      const user = member?.user ?? client.state.users.get(user_id) ?? (await loadUser(client, user_id))
      const nickname = member?.nick ?? members?.get(user_id)?.nick
      return user && { ...(rpcUser(user) as ActivityParticipant), ...(nickname ? { nickname } : {}) }
    }),
  )
  return found.filter((participant) => participant !== undefined)
}

async function loadUser(client: Client, userId: string): Promise<UserObject | undefined> {
  try {
    return await client.api.call('get_user', { params: { user_id: userId } })
  } catch {
    // A user who is unknown by now is left out.
    return undefined
  }
}
