import type { EventName } from '@guildhall/client'
import { useQueryClient } from '@tanstack/react-query'
import { useEffect } from 'react'
import { useClient } from './react.tsx'

/** Reads a query again after events of a guild. `names` must be a constant. */
export function useRefetchOn(names: readonly EventName[], guildId: string, key: string): void {
  const client = useClient()
  const queries = useQueryClient()
  useEffect(() => {
    const ends = names.map((name) =>
      client.onNamed(name, (event) => {
        if ((event as { guild_id?: string }).guild_id === guildId)
          void queries.invalidateQueries({ queryKey: [key, guildId] })
      }),
    )
    return () => {
      for (const end of ends) end()
    }
  }, [client, queries, names, guildId, key])
}
