import { createPrivateKey, sign } from 'node:crypto'
import type { HeaderList } from '../../kernel/outgoing-streams.ts'
import type { ProxyTicket } from '../../kernel/proxy-tickets.ts'

/**
 * Returns the headers by which a target knows the person of a ticket. The signature is over the bytes of the payload.
 *
 * @param signingKey PKCS#8 DER in base64
 */
export function signedHeaders(ticket: ProxyTicket, signingKey: string): HeaderList {
  const payload = Buffer.from(
    JSON.stringify({
      application_id: ticket.applicationId.toString(),
      user_id: ticket.userId.toString(),
      ...(ticket.instanceId === null ? {} : { instance_id: ticket.instanceId }),
      created_at: ticket.createdAt,
      expires_at: ticket.expiresAt,
    }),
  )
  const key = createPrivateKey({ key: Buffer.from(signingKey, 'base64'), format: 'der', type: 'pkcs8' })
  return [
    ['X-Discord-Proxy-Payload', payload.toString('base64')],
    ['X-Signature-Timestamp', String(ticket.createdAt)],
    ['X-Signature-Ed25519', sign(null, payload, key).toString('hex')],
  ]
}
