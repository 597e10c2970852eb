import type { ScheduledEventObject } from '@guildhall/protocol'
import { useQuery } from '@tanstack/react-query'
import { useClient } from '../../gateway/react.tsx'
import { useRefetchOn } from '../../gateway/use-refetch.ts'

const EVENTS = [
  'GUILD_SCHEDULED_EVENT_CREATE',
  'GUILD_SCHEDULED_EVENT_UPDATE',
  'GUILD_SCHEDULED_EVENT_DELETE',
  'GUILD_SCHEDULED_EVENT_EXCEPTION_CREATE',
  'GUILD_SCHEDULED_EVENT_EXCEPTION_UPDATE',
  'GUILD_SCHEDULED_EVENT_EXCEPTION_DELETE',
  'GUILD_SCHEDULED_EVENT_USER_ADD',
  'GUILD_SCHEDULED_EVENT_USER_REMOVE',
] as const

/** Returns the scheduled and live events of a guild with their numbers of interested people. */
export function useEvents(guildId: string) {
  const client = useClient()
  useRefetchOn(EVENTS, guildId, 'events')
  return useQuery({
    queryKey: ['events', guildId],
    queryFn: () =>
      client.api.call('list_guild_scheduled_events', {
        params: { guild_id: guildId },
        query: { with_user_count: true },
      }),
    staleTime: 0,
  })
}

/** Returns the people who are interested in an event, up to a hundred, with the person first. */
export function useInterested({ guild_id, id, user_count }: ScheduledEventObject) {
  const client = useClient()
  const { userId } = client.account
  return useQuery({
    queryKey: ['interested', id, user_count],
    queryFn: async () => {
      const list = (query: Record<string, string | number>) =>
        client.api.call('list_guild_scheduled_event_users', {
          params: { guild_id, guild_scheduled_event_id: id },
          query: { with_member: true, ...query },
        })
      // The page may be shorter than the list, so that the person is looked up alone.
      const [own, all] = await Promise.all([list({ after: String(BigInt(userId) - 1n), limit: 1 }), list({})])
      const mine = own.filter(({ user_id }) => user_id === userId)
      return [...mine, ...all.filter(({ user_id }) => user_id !== userId)]
    },
    placeholderData: (before) => before,
  })
}
