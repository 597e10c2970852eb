/** Protection profiles of SRTP with their sizes, the preferred one first. */
export const SRTP_PROFILES = [
  { id: 0x0007, name: 'AEAD_AES_128_GCM', keyBytes: 16, saltBytes: 12 },
  { id: 0x0001, name: 'AES128_CM_HMAC_SHA1_80', keyBytes: 16, saltBytes: 14 },
] as const

export type SrtpProfile = (typeof SRTP_PROFILES)[number]

/** Master key and salt of one direction. */
export interface SrtpKey {
  readonly key: Buffer
  readonly salt: Buffer
}

/** Keys for media: the client's packets, and the server's. */
export interface SrtpKeys {
  readonly profile: SrtpProfile
  readonly client: SrtpKey
  readonly server: SrtpKey
}
