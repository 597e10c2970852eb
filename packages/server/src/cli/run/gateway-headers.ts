import type { IncomingHttpHeaders } from 'node:http'
import { PUBLIC_GATEWAY_HEADER } from '../../kernel/public-gateway.ts'

/** User agents of libraries that drop the bytes that they read together with the upgrade response. */
const DROPS_BYTES = /\bdiscordrb\b/i

/**
 * Returns the headers, names and values in turn, by which the platform names the public gateway as its own. Requests of
 * libraries that drop bytes get them, so that their gateway goes through the front, which keeps frames apart from the
 * upgrade response. An upgrade that came through the front gets them too, so that a Resume comes the same way.
 */
export function gatewayHeaders({ upgrade, 'user-agent': agent = '' }: IncomingHttpHeaders): readonly string[] {
  return upgrade !== undefined || DROPS_BYTES.test(agent) ? [PUBLIC_GATEWAY_HEADER, '1'] : []
}
