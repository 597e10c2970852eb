import type { ServerResponse } from 'node:http'
import type { HeaderList, StreamFault } from '../../kernel/outgoing-streams.ts'

/** Responses of the proxy itself: status, title and what a person or developer can do. */
export const REFUSALS = {
  BAD_PATH: [400, 'This address is not valid', 'Its path has parts that the proxy does not forward.'],
  BAD_UPGRADE: [400, 'This connection is not supported', 'The proxy forwards WebSockets only.'],
  TICKET_NEEDED: [401, 'This activity must be opened in the app', 'Its developer accepts requests with a ticket only.'],
  FOREIGN_ORIGIN: [403, 'This page may not connect', 'Only pages of the activity open its WebSockets.'],
  UNKNOWN: [404, 'There is no such activity', 'The address names no application that has an activity.'],
  NO_MAPPING: [
    404,
    'This path has no target',
    'The developer adds one with a URL mapping, such as / for the page itself.',
  ],
  METHOD: [405, 'This method is not forwarded', 'The proxy forwards all methods except CONNECT and TRACE.'],
  TOO_LARGE: [413, 'This request is too large', 'The proxy does not forward a body of this size.'],
  BUSY: [503, 'The activity is busy', 'Too many of its requests are waiting. Try again soon.'],
  LOOP: [508, 'The target leads back to the proxy', 'A URL mapping names this platform itself.'],
  FAILED: [500, 'The proxy failed', 'The operator finds the reason in the log.'],
  forbidden: [502, 'The target may not be requested', 'The operator allows targets on the public internet only.'],
  unreachable: [502, 'The target could not be reached', 'Its server does not run, or refuses connections.'],
  invalid: [502, 'The target sent no valid response', 'Its server closed the connection or does not speak HTTP.'],
  timeout: [504, 'The target did not respond in time', 'Its server is too slow, or its host drops connections.'],
} as const satisfies Record<string, readonly [status: number, title: string, text: string]> &
  Record<StreamFault, unknown>
export type PageRefusal = keyof typeof REFUSALS

const RETRY_SECONDS = 5

/** Returns the page of a refusal. */
function refusalPage(refusal: PageRefusal): string {
  const [status, title, text] = REFUSALS[refusal]
  return `<!doctype html>
<html lang="en">
  <head>
    <meta charset="utf-8">
    <meta name="viewport" content="width=device-width, initial-scale=1">
    <meta name="color-scheme" content="light dark">
    <title>${title}</title>
    <style>body { font: 16px/1.5 system-ui, sans-serif; max-width: 36rem; margin: 4rem auto; padding: 0 1rem }</style>
  </head>
  <body>
    <main>
      <h1>${title}</h1>
      <p>${text}</p>
      <p>Status ${status}</p>
    </main>
  </body>
</html>
`
}

/** Returns the headers of a refusal's page. `policy` lets the web app show it where it shows the activity. */
function refusalHeaders(refusal: PageRefusal, policy: string | null): Record<string, string> {
  return {
    'Content-Type': 'text/html; charset=utf-8',
    'Cache-Control': 'no-store',
    'X-Content-Type-Options': 'nosniff',
    'Content-Security-Policy': policy ?? "default-src 'none'; style-src 'unsafe-inline'",
    ...(refusal === 'BUSY' && { 'Retry-After': String(RETRY_SECONDS) }),
  }
}

/** Sends the page of a refusal, or cuts the response if it has begun. */
export function refuseRequest(
  response: ServerResponse,
  refusal: PageRefusal,
  { policy = null, shared = [] }: { policy?: string | null; shared?: HeaderList } = {},
): void {
  if (response.headersSent) return void response.destroy()
  const page = Buffer.from(refusalPage(refusal))
  // The rest of a body is not read.
  const closes = response.req.complete ? [] : ['Connection', 'close']
  const headers = Object.entries(refusalHeaders(refusal, policy)).flat()
  response.writeHead(REFUSALS[refusal][0], [
    ...headers,
    ...['Content-Length', String(page.length)],
    ...shared.flat(),
    ...closes,
  ])
  response.end(response.req.method === 'HEAD' ? undefined : page)
}
