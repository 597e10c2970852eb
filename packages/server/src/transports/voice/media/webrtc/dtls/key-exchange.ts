import { createECDH, createPublicKey, diffieHellman, generateKeyPairSync } from 'node:crypto'

/** Named groups (RFC 8422), the preferred one first. */
const GROUPS = [
  { id: 29, begin: x25519 },
  { id: 23, begin: p256 },
] as const

/** The server's part of an ephemeral key exchange. */
export interface KeyExchange {
  readonly group: number
  readonly publicKey: Buffer
  /** Returns the shared secret. Throws for an invalid public key of the client. */
  agree(clientKey: Buffer): Buffer
}

/** Begins an exchange in the first group that the client offers too. Returns undefined if there is none. */
export function beginKeyExchange(offered: readonly number[]): KeyExchange | undefined {
  return GROUPS.find(({ id }) => offered.includes(id))?.begin()
}

function x25519(): KeyExchange {
  const { privateKey, publicKey } = generateKeyPairSync('x25519')
  const raw = Buffer.from(publicKey.export({ format: 'jwk' }).x ?? '', 'base64url')
  return {
    group: 29,
    publicKey: raw,
    agree(clientKey) {
      const jwk = { kty: 'OKP', crv: 'X25519', x: clientKey.toString('base64url') }
      return diffieHellman({ privateKey, publicKey: createPublicKey({ key: jwk, format: 'jwk' }) })
    },
  }
}

function p256(): KeyExchange {
  const exchange = createECDH('prime256v1')
  return { group: 23, publicKey: exchange.generateKeys(), agree: (clientKey) => exchange.computeSecret(clientKey) }
}
