import { type Bytes, concat, type Reader, u16, u64, vector } from './codec.ts'
import { deriveSecret, expandWithLabel, extract, HASH_BYTES, sha256 } from './hash.ts'
import { CIPHER_SUITE, MLS_VERSION } from './leaf-node.ts'

/** State that all members of an epoch agree on (RFC 9420, 8.1). */
export interface GroupContext {
  readonly groupId: Bytes
  readonly epoch: bigint
  readonly treeHash: Bytes
  /** Confirmed transcript hash. */
  readonly transcript: Bytes
  /** Extensions as an encoded vector. */
  readonly extensions: Bytes
}

/** Encodes a group context. */
export function encodeContext({ groupId, epoch, treeHash, transcript, extensions }: GroupContext): Bytes {
  const head = concat(u16(MLS_VERSION), u16(CIPHER_SUITE), vector(groupId), u64(epoch))
  return concat(head, vector(treeHash), vector(transcript), extensions)
}

/** Reads a group context of this suite; undefined for another one. */
export function readContext(reader: Reader): GroupContext | undefined {
  const isKnown = reader.u16() === MLS_VERSION && reader.u16() === CIPHER_SUITE
  const context = {
    groupId: reader.vector(),
    epoch: reader.u64(),
    treeHash: reader.vector(),
    transcript: reader.vector(),
    extensions: vector(reader.vector()),
  }
  return isKnown ? context : undefined
}

/** Secrets of an epoch (RFC 9420, 8). */
export interface EpochSecrets {
  readonly exporter: Bytes
  readonly confirmation: Bytes
  readonly membership: Bytes
  readonly authenticator: Bytes
  readonly init: Bytes
}

/** Returns the secret that new members are given. */
export function joinerSecretOf(init: Bytes, commit: Bytes, context: GroupContext): Bytes {
  return expandWithLabel(extract(init, commit), 'joiner', encodeContext(context), HASH_BYTES)
}

/** Returns the secret that encrypts the description of the group for new members. */
export function welcomeSecretOf(joiner: Bytes): Bytes {
  return deriveSecret(memberSecretOf(joiner), 'welcome')
}

/** Returns the secrets of the epoch that a joiner secret begins. */
export function secretsOf(joiner: Bytes, context: GroupContext): EpochSecrets {
  return secretsOfEpoch(expandWithLabel(memberSecretOf(joiner), 'epoch', encodeContext(context), HASH_BYTES))
}

/** Returns the secrets of an epoch secret. */
export function secretsOfEpoch(secret: Bytes): EpochSecrets {
  return {
    exporter: deriveSecret(secret, 'exporter'),
    confirmation: deriveSecret(secret, 'confirm'),
    membership: deriveSecret(secret, 'membership'),
    authenticator: deriveSecret(secret, 'authentication'),
    init: deriveSecret(secret, 'init'),
  }
}

/** DAVE has no pre-shared keys: their secret is zero. */
function memberSecretOf(joiner: Bytes): Bytes {
  return extract(joiner, new Uint8Array(HASH_BYTES))
}

/** Returns a secret for a use outside of MLS (RFC 9420, 8.5). */
export function exportSecret({ exporter }: EpochSecrets, label: string, context: Bytes, length: number): Bytes {
  return expandWithLabel(deriveSecret(exporter, label), 'exported', sha256(context), length)
}
