import type { Client } from '../../gateway/client.ts'

/** Scopes that add something: a token never needs them, and nothing is added without a question. */
const ADDING: ReadonlySet<string> = new Set(['bot', 'webhook.incoming'])

/**
 * Returns an access token with what the person has allowed an application before; null if they allowed nothing. An
 * activity that sends AUTHENTICATE without a token gets this one.
 */
export async function accessTokenFor(client: Client, applicationId: string): Promise<string | null> {
  const grants = await client.api.call('list_oauth2_tokens')
  const grant = grants.find(({ application }) => application.id === applicationId)
  const scopes = grant?.scopes.filter((scope) => !ADDING.has(scope)) ?? []
  if (scopes.length === 0) return null
  const query = {
    client_id: applicationId,
    scope: scopes.join(' '),
    response_type: 'token',
    local_client: 'true',
    prompt: 'none',
  }
  const { location } = await client.api.call('oauth2_authorize', { query, body: { authorize: true } })
  return new URLSearchParams(new URL(location).hash.slice(1)).get('access_token')
}
