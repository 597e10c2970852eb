import { useMemo } from 'react'
import { useClientState } from '../../gateway/react.tsx'
import type { GuildState } from '../../gateway/state.ts'
import { type Actor, actorOf } from '../../lib/hierarchy.ts'

/** Returns a guild of the person. Sections are shown only once it is known. */
export function useGuild(guildId: string): GuildState | undefined {
  return useClientState(({ guilds }) => guilds.get(guildId))
}

/** Returns the person as a member who changes roles and other members. */
export function useActor(guild: GuildState): Actor {
  const selfId = useClientState(({ self }) => self?.id ?? '')
  return useMemo(() => actorOf(guild, selfId, guild.members.get(selfId)?.roles ?? []), [guild, selfId])
}
