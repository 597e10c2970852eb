import { type Api, ApiFailure } from '../../api/client.ts'
import type { LaunchContext } from './launch.ts'

/** Longest custom id that an activity gets from a link. */
const CUSTOM_ID_MAX = 64
const SNOWFLAKE = /^\d{1,20}$/

/** Returns the id of the quick or custom link that the query of an address names. */
export function linkIdOf(search: string): string | null {
  const id = new URLSearchParams(search).get('link_id')
  return id !== null && SNOWFLAKE.test(id) ? id : null
}

/**
 * Reads what a link gives to the activity. Its own `custom_id` stands before the one that a quick or custom link
 * stores.
 *
 * @param search query of the link
 * @throws ApiFailure if the server does not respond
 */
export async function linkContext(
  api: Pick<Api, 'call'>,
  applicationId: string,
  search: string,
): Promise<LaunchContext> {
  const query = new URLSearchParams(search)
  const referrer = query.get('referrer_id') ?? ''
  const linkId = linkIdOf(search)
  let custom = query.get('custom_id')
  if (custom === null && linkId !== null) {
    custom = (await storedLink(api, applicationId, linkId))?.custom_id ?? null
  }
  return {
    ...(custom !== null ? { customId: custom.slice(0, CUSTOM_ID_MAX) } : {}),
    ...(SNOWFLAKE.test(referrer) ? { referrerId: referrer } : {}),
  }
}

/** Returns a link, or null if it was deleted: its activity starts without what the link gave. */
async function storedLink(api: Pick<Api, 'call'>, application_id: string, link_id: string) {
  try {
    return await api.call('get_quick_link', { params: { application_id, link_id } })
  } catch (failure) {
    if (failure instanceof ApiFailure && failure.status === 404) return null
    throw failure
  }
}
