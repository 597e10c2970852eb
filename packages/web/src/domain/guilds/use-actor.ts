import { type Actor, actorOf, memberFacts } from '@guildhall/client/questions'
import type { GuildState } from '@guildhall/client/records'
import { useMemo } from 'react'
import { useClientState } from '../../gateway/react.tsx'

/** Returns a guild of the person. Sections are shown only once it is known. */
export function useGuild(guildId: string): GuildState | undefined {
  return useClientState(({ guilds }) => guilds.get(guildId))
}

/** Returns the person as a member who changes roles and other members. */
export function useActor(guild: GuildState): Actor {
  const selfId = useClientState(({ self }) => self?.id ?? '')
  const now = useClientState((state) => state.now)
  return useMemo(() => actorOf(guild, memberFacts(selfId, guild.members.get(selfId)), now), [guild, selfId, now])
}
