import type { LaunchContext } from './launch.ts'

/** Longest custom id that an activity gets from a link. */
const CUSTOM_ID_MAX = 64
const SNOWFLAKE = /^\d{1,20}$/

/**
 * Reads what a link gives to the activity. Its own `custom_id` stands before the one that a quick link stores.
 *
 * @param search query of the link
 * @throws ApiFailure if the link names a quick link that does not exist
 */
export async function linkContext(
  api: { get<T>(path: string): Promise<T> },
  applicationId: string,
  search: string,
): Promise<LaunchContext> {
  const query = new URLSearchParams(search)
  const referrer = query.get('referrer_id') ?? ''
  const linkId = query.get('link_id') ?? ''
  let custom = query.get('custom_id')
  if (custom === null && SNOWFLAKE.test(linkId)) {
    const link = await api.get<{ custom_id?: string | null }>(`/applications/${applicationId}/quick-links/${linkId}`)
    custom = link.custom_id ?? null
  }
  return {
    ...(custom !== null ? { customId: custom.slice(0, CUSTOM_ID_MAX) } : {}),
    ...(SNOWFLAKE.test(referrer) ? { referrerId: referrer } : {}),
  }
}
