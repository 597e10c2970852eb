import type { GuildState } from '@guildhall/client/records'
import { GatewayOp } from '@guildhall/protocol'
import { useEffect } from 'react'
import { useClient } from '../../gateway/react.tsx'

/** Asks for the members of a guild that the app does not know yet. Returns whether they are still missing. */
export function useGuildMembers({ guild, members, memberCount }: GuildState): boolean {
  const client = useClient()
  const incomplete = members.size < memberCount
  useEffect(() => {
    if (incomplete)
      client.send(GatewayOp.REQUEST_GUILD_MEMBERS, { guild_id: guild.id, query: '', limit: 0, presences: true })
  }, [client, guild.id, incomplete])
  return incomplete
}
