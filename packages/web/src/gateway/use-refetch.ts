import { useQueryClient } from '@tanstack/react-query'
import { useEffect } from 'react'
import { useClient } from './react.tsx'

/** Reads a query again after events of a guild. `names` must be a constant. */
export function useRefetchOn(names: readonly string[], guildId: string, key: string): void {
  const client = useClient()
  const queries = useQueryClient()
  useEffect(() => {
    const ends = names.map((name) =>
      client.on<{ guild_id?: string }>(name, (event) => {
        if (event.guild_id === guildId) void queries.invalidateQueries({ queryKey: [key, guildId] })
      }),
    )
    return () => {
      for (const end of ends) end()
    }
  }, [client, queries, names, guildId, key])
}
