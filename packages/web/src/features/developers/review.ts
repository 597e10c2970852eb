import { useQuery } from '@tanstack/react-query'
import { useClient } from '../../gateway/react.tsx'

/** Approvals of the operator for an application, and its request for more. */
export interface Review {
  /** Users who share a guild with the bot, counted up to `review_from_users`. */
  readonly users: number
  readonly review_from_users: number
  readonly intents: Readonly<Record<string, 'approved' | 'on' | 'off'>>
  readonly approved_at: string | null
  readonly reapply_at: string | null
  /** Whether the owner should apply again now, by the platform's date. */
  readonly reapply_due: boolean
  readonly ends_at: string | null
  readonly request: {
    readonly intents: readonly string[]
    readonly reason: string
    readonly requested_at: string
  } | null
  readonly verified: boolean
  readonly identify_premium: boolean
  readonly social_layer: boolean
  readonly game: boolean
  /** Whether hidden channels are obfuscated for every bot: the switch of an application has ended. */
  readonly obfuscation_for_all: boolean
}

/** Returns the review of an application. */
export function useReview(id: string) {
  const client = useClient()
  return useQuery({
    queryKey: ['application-review', id],
    queryFn: () => client.api.call('get_application_review', { params: { application_id: id } }),
    staleTime: 0,
  })
}
