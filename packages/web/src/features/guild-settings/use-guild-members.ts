import { useEffect } from 'react'
import { useClient } from '../../gateway/react.tsx'
import type { GuildState } from '../../gateway/state.ts'

const REQUEST_GUILD_MEMBERS = 8

/** Asks for the members of a guild that the app does not know yet. Returns whether they are still missing. */
export function useGuildMembers({ guild, members, memberCount }: GuildState): boolean {
  const client = useClient()
  const incomplete = members.size < memberCount
  useEffect(() => {
    if (incomplete) client.send(REQUEST_GUILD_MEMBERS, { guild_id: guild.id, query: '', limit: 0, presences: true })
  }, [client, guild.id, incomplete])
  return incomplete
}
