import type { Client } from '../../gateway/client.ts'

interface Grant {
  readonly application: { readonly id: string }
  readonly scopes: readonly string[]
}

/** Scopes that add something: a token never needs them, and nothing is added without a question. */
const ADDING: ReadonlySet<string> = new Set(['bot', 'webhook.incoming'])

/**
 * Returns an access token with what the person has allowed an application before; null if they allowed nothing. An
 * activity that sends AUTHENTICATE without a token gets this one.
 */
export async function accessTokenFor(client: Client, applicationId: string): Promise<string | null> {
  const grants = await client.api.get<readonly Grant[]>('/oauth2/tokens')
  const grant = grants.find(({ application }) => application.id === applicationId)
  const scopes = grant?.scopes.filter((scope) => !ADDING.has(scope)) ?? []
  if (scopes.length === 0) return null
  const query = new URLSearchParams({
    client_id: applicationId,
    scope: scopes.join(' '),
    response_type: 'token',
    local_client: 'true',
    prompt: 'none',
  })
  const { location } = await client.api.post<{ location: string }>(`/oauth2/authorize?${query}`, { authorize: true })
  return new URLSearchParams(new URL(location).hash.slice(1)).get('access_token')
}
