import { createHmac } from 'node:crypto'

const MASTER_SECRET_BYTES = 48
const VERIFY_DATA_BYTES = 12
const KEY_BYTES = 16
const SALT_BYTES = 4

/** Keys of the records of both directions. */
export interface RecordKeys {
  readonly client: { readonly key: Buffer; readonly salt: Buffer }
  readonly server: { readonly key: Buffer; readonly salt: Buffer }
}

/** The secret of a handshake, and the random values of both sides. */
export interface Secrets {
  readonly master: Buffer
  readonly clientRandom: Buffer
  readonly serverRandom: Buffer
}

/** The pseudorandom function of TLS 1.2 with SHA-256 (RFC 5246, section 5). */
function pseudorandom(secret: Buffer, label: string, seed: Buffer, length: number): Buffer {
  const hmac = (data: Buffer) => createHmac('sha256', secret).update(data).digest()
  const labelled = Buffer.concat([Buffer.from(label, 'latin1'), seed])
  const blocks: Buffer[] = []
  let chained = hmac(labelled)
  for (let size = 0; size < length; size += chained.length) {
    blocks.push(hmac(Buffer.concat([chained, labelled])))
    chained = hmac(chained)
  }
  return Buffer.concat(blocks).subarray(0, length)
}

/** Returns the extended master secret (RFC 7627). `transcriptHash` covers all up to ClientKeyExchange. */
export function masterSecret(shared: Buffer, transcriptHash: Buffer): Buffer {
  return pseudorandom(shared, 'extended master secret', transcriptHash, MASTER_SECRET_BYTES)
}

/** Returns the keys of AES-128-GCM records. */
export function recordKeys({ master, clientRandom, serverRandom }: Secrets): RecordKeys {
  const seed = Buffer.concat([serverRandom, clientRandom])
  const block = pseudorandom(master, 'key expansion', seed, 2 * (KEY_BYTES + SALT_BYTES))
  const salts = block.subarray(2 * KEY_BYTES)
  return {
    client: { key: block.subarray(0, KEY_BYTES), salt: salts.subarray(0, SALT_BYTES) },
    server: { key: block.subarray(KEY_BYTES, 2 * KEY_BYTES), salt: salts.subarray(SALT_BYTES) },
  }
}

/** Returns the content of the Finished message of a side. */
export function verifyData(side: 'client' | 'server', master: Buffer, transcriptHash: Buffer): Buffer {
  return pseudorandom(master, `${side} finished`, transcriptHash, VERIFY_DATA_BYTES)
}

/** Returns key material for another protocol (RFC 5705), without context. */
export function exportKeys({ master, clientRandom, serverRandom }: Secrets, label: string, length: number): Buffer {
  return pseudorandom(master, label, Buffer.concat([clientRandom, serverRandom]), length)
}
