import type { InviteObject } from '@guildhall/protocol'
import { type UseQueryResult, useQuery } from '@tanstack/react-query'
import { useClient } from '../../gateway/react.tsx'

/** Reads an invite, with the numbers of its members. */
export function useInvite(code: string): UseQueryResult<InviteObject> {
  const client = useClient()
  return useQuery({
    queryKey: ['invite', code],
    queryFn: () => client.api.call('invite_resolve', { params: { code }, query: { with_counts: true } }),
    staleTime: 60_000,
    retry: false,
  })
}
