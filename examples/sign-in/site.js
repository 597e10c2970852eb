// A web site on which people sign in with their account of the platform: OAuth2 with PKCE and OpenID Connect.
//
//   PLATFORM        the platform's address, by default http://127.0.0.1:7700
//   CLIENT_ID       the application's id
//   CLIENT_SECRET   the application's secret
//   PORT            by default 3000
import { createServer } from 'node:http'
import { fileURLToPath } from 'node:url'
import * as oidc from 'openid-client'

/** Starts the site; returns the server once it listens. */
export async function startSite({ platform, clientId, clientSecret, port = 3000 }) {
  // Plain http is for a platform on this machine; leave `execute` out for one with https.
  const options = { execute: [oidc.allowInsecureRequests] }
  const client = await oidc.discovery(new URL(platform), clientId, clientSecret, undefined, options)
  /** Sign-ins that have begun, by their state. A real site keeps them in the visitor's session, and for a few minutes. */
  const begun = new Map()
  const server = createServer((request, response) => {
    serve(request, response).catch((error) => response.writeHead(400).end(`sign-in failed: ${error.message}`))
  })
  const origin = () => `http://127.0.0.1:${server.address().port}`

  async function serve(request, response) {
    const url = new URL(request.url, origin())
    if (url.pathname === '/login') response.writeHead(302, { location: await begin() }).end()
    else if (url.pathname === '/callback') response.end(`Hello ${await finish(url)}`)
    else response.writeHead(200, { 'content-type': 'text/html' }).end('<a href="/login">Sign in</a>')
  }

  /** Returns the address of the platform's consent page. */
  async function begin() {
    const [state, verifier] = [oidc.randomState(), oidc.randomPKCECodeVerifier()]
    begun.set(state, verifier)
    return oidc.buildAuthorizationUrl(client, {
      redirect_uri: `${origin()}/callback`,
      scope: 'openid identify',
      state,
      code_challenge: await oidc.calculatePKCECodeChallenge(verifier),
      code_challenge_method: 'S256',
    }).href
  }

  /** Exchanges the code for tokens; returns the visitor's name. */
  async function finish(url) {
    const state = url.searchParams.get('state')
    const verifier = begun.get(state)
    begun.delete(state)
    if (verifier === undefined) throw new Error('this sign-in has not begun here')
    const tokens = await oidc.authorizationCodeGrant(client, url, { expectedState: state, pkceCodeVerifier: verifier })
    const me = await fetch(`${platform}/api/v10/users/@me`, {
      headers: { authorization: `Bearer ${tokens.access_token}` },
    })
    return (await me.json()).username
  }

  await new Promise((resolve) => server.listen(port, '127.0.0.1', resolve))
  return server
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  const { PLATFORM = 'http://127.0.0.1:7700', CLIENT_ID, CLIENT_SECRET, PORT = '3000' } = process.env
  const site = { platform: PLATFORM, clientId: CLIENT_ID, clientSecret: CLIENT_SECRET, port: Number(PORT) }
  const server = await startSite(site)
  console.log(`Sign in at http://127.0.0.1:${server.address().port}`)
}
