import {
  createCipheriv,
  createDecipheriv,
  createHmac,
  createSecretKey,
  type KeyObject,
  timingSafeEqual,
} from 'node:crypto'
import type { SrtpKey, SrtpProfile } from './dtls/srtp-profiles.ts'

/** Labels of the key derivation (RFC 3711, section 4.3). */
const Label = { RTP_KEY: 0, RTP_TAG: 1, RTP_SALT: 2, RTCP_KEY: 3, RTCP_TAG: 4, RTCP_SALT: 5 } as const

const SALT_BYTES_MAX = 14
const GCM_TAG_BYTES = 16
const HMAC_TAG_BYTES = 10
const HMAC_KEY_BYTES = 20
const RTCP_HEADER_BYTES = 8
const INDEX_BYTES = 4
/** Flag of an encrypted RTCP packet, in front of its index of 31 bits. */
const ENCRYPTED = 0x8000_0000

/** Place of a packet in its stream. */
export interface RtpPlace {
  readonly ssrc: number
  /** Sequence number with the rollover counter in front, of 48 bits. */
  readonly index: number
}

/** Protects the packets of one direction. Each place is sealed once at most: the caller's duty. */
export interface SrtpCipher {
  seal(place: RtpPlace, header: Buffer, payload: Buffer): Buffer
  /** Returns the payload; undefined if the packet is not authentic. */
  open(place: RtpPlace, packet: Buffer, headerLength: number): Buffer | undefined
  /** @param index of 31 bits, for each packet another one */
  sealRtcp(packet: Buffer, index: number): Buffer
  openRtcp(packet: Buffer): { packet: Buffer; index: number } | undefined
}

/** Returns the cipher of a profile for the keys of one direction. */
export function srtpCipher({ name }: SrtpProfile, keys: SrtpKey): SrtpCipher {
  return name === 'AEAD_AES_128_GCM' ? gcmCipher(keys) : counterCipher(keys)
}

/** Returns a session key: the keystream of AES in counter mode at a place that label and salt give. */
export function sessionKey({ key, salt }: SrtpKey, label: number, length: number): Buffer {
  const counter = Buffer.alloc(16)
  counter.set(salt)
  counter.writeUInt8(counter.readUInt8(SALT_BYTES_MAX - 7) ^ label, SALT_BYTES_MAX - 7)
  return createCipheriv('aes-128-ctr', key, counter).update(Buffer.alloc(length))
}

/** AEAD_AES_128_GCM (RFC 7714). */
function gcmCipher(keys: SrtpKey): SrtpCipher {
  const size = keys.salt.length
  const rtp = gcm(sessionKey(keys, Label.RTP_KEY, keys.key.length), sessionKey(keys, Label.RTP_SALT, size))
  const rtcp = gcm(sessionKey(keys, Label.RTCP_KEY, keys.key.length), sessionKey(keys, Label.RTCP_SALT, size))
  return {
    seal: (place, header, payload) => Buffer.concat([header, ...rtp.seal(place, header, payload)]),
    open(place, packet, headerLength) {
      return rtp.open(place, packet.subarray(0, headerLength), packet.subarray(headerLength))
    },
    sealRtcp(packet, index) {
      const trailer = indexBytes(index)
      const header = packet.subarray(0, RTCP_HEADER_BYTES)
      const place = { ssrc: packet.readUInt32BE(4), index }
      const sealed = rtcp.seal(place, Buffer.concat([header, trailer]), packet.subarray(RTCP_HEADER_BYTES))
      return Buffer.concat([header, ...sealed, trailer])
    },
    openRtcp(packet) {
      const end = packet.length - INDEX_BYTES
      if (end < RTCP_HEADER_BYTES + GCM_TAG_BYTES) return undefined
      const trailer = packet.subarray(end)
      const index = trailer.readUInt32BE(0)
      if (index < ENCRYPTED) return undefined
      const header = packet.subarray(0, RTCP_HEADER_BYTES)
      const place = { ssrc: packet.readUInt32BE(4), index: index - ENCRYPTED }
      const body = rtcp.open(place, Buffer.concat([header, trailer]), packet.subarray(RTCP_HEADER_BYTES, end))
      return body && { packet: Buffer.concat([header, body]), index: place.index }
    },
  }
}

/** Encryption by one session key. */
export interface Gcm {
  seal(place: RtpPlace, authenticated: Buffer, body: Buffer): [Buffer, Buffer]
  open(place: RtpPlace, authenticated: Buffer, sealed: Buffer): Buffer | undefined
}

/** AES-GCM with nonces of two zero bytes, SSRC and index, masked with the salt. */
export function gcm(key: Buffer, salt: Buffer): Gcm {
  const keyObject = createSecretKey(key)
  const masks = [salt.readUInt16BE(0), salt.readUInt32BE(2), salt.readUInt16BE(6), salt.readUInt32BE(8)] as const
  const nonce = Buffer.alloc(12)
  const setNonce = ({ ssrc, index }: RtpPlace) => {
    nonce.writeUInt16BE(masks[0], 0)
    nonce.writeUInt32BE((ssrc ^ masks[1]) >>> 0, 2)
    nonce.writeUInt16BE((Math.floor(index / 2 ** 32) ^ masks[2]) & 0xffff, 6)
    nonce.writeUInt32BE(((index % 2 ** 32) ^ masks[3]) >>> 0, 8)
  }
  return {
    seal(place, authenticated, body) {
      setNonce(place)
      const cipher = createCipheriv('aes-128-gcm', keyObject, nonce)
      cipher.setAAD(authenticated)
      const sealed = cipher.update(body)
      cipher.final()
      return [sealed, cipher.getAuthTag()]
    },
    open(place, authenticated, sealed) {
      const length = sealed.length - GCM_TAG_BYTES
      if (length < 0) return undefined
      setNonce(place)
      const decipher = createDecipheriv('aes-128-gcm', keyObject, nonce, { authTagLength: GCM_TAG_BYTES })
      decipher.setAAD(authenticated)
      decipher.setAuthTag(sealed.subarray(length))
      const body = decipher.update(sealed.subarray(0, length))
      try {
        decipher.final()
        return body
      } catch {
        // OpenSSL reports a wrong tag as an error.
        return undefined
      }
    },
  }
}

/** AES128_CM_HMAC_SHA1_80 (RFC 3711). */
function counterCipher(keys: SrtpKey): SrtpCipher {
  const size = keys.salt.length
  const rtp = counter(sessionKey(keys, Label.RTP_KEY, keys.key.length), sessionKey(keys, Label.RTP_SALT, size))
  const rtcp = counter(sessionKey(keys, Label.RTCP_KEY, keys.key.length), sessionKey(keys, Label.RTCP_SALT, size))
  const rtpTag = tagger(sessionKey(keys, Label.RTP_TAG, HMAC_KEY_BYTES))
  const rtcpTag = tagger(sessionKey(keys, Label.RTCP_TAG, HMAC_KEY_BYTES))
  const rollover = Buffer.alloc(4)
  const rolloverOf = (index: number) => {
    rollover.writeUInt32BE(Math.floor(index / 2 ** 16))
    return rollover
  }
  return {
    seal(place, header, payload) {
      const sealed = rtp(place, payload)
      return Buffer.concat([header, sealed, rtpTag(header, sealed, rolloverOf(place.index))])
    },
    open(place, packet, headerLength) {
      const end = packet.length - HMAC_TAG_BYTES
      if (end < headerLength) return undefined
      const tag = rtpTag(packet.subarray(0, end), rolloverOf(place.index))
      if (!timingSafeEqual(tag, packet.subarray(end))) return undefined
      return rtp(place, packet.subarray(headerLength, end))
    },
    sealRtcp(packet, index) {
      const header = packet.subarray(0, RTCP_HEADER_BYTES)
      const place = { ssrc: packet.readUInt32BE(4), index }
      const signed = Buffer.concat([header, rtcp(place, packet.subarray(RTCP_HEADER_BYTES)), indexBytes(index)])
      return Buffer.concat([signed, rtcpTag(signed)])
    },
    openRtcp(packet) {
      const end = packet.length - HMAC_TAG_BYTES
      if (end < RTCP_HEADER_BYTES + INDEX_BYTES) return undefined
      if (!timingSafeEqual(rtcpTag(packet.subarray(0, end)), packet.subarray(end))) return undefined
      const index = packet.readUInt32BE(end - INDEX_BYTES)
      if (index < ENCRYPTED) return undefined
      const place = { ssrc: packet.readUInt32BE(4), index: index - ENCRYPTED }
      const body = rtcp(place, packet.subarray(RTCP_HEADER_BYTES, end - INDEX_BYTES))
      return { packet: Buffer.concat([packet.subarray(0, RTCP_HEADER_BYTES), body]), index: place.index }
    },
  }
}

/** Returns encryption in counter mode, which is its own inverse. The counter is salt, SSRC and index, masked. */
function counter(key: Buffer, salt: Buffer): (place: RtpPlace, body: Buffer) => Buffer {
  const keyObject: KeyObject = createSecretKey(key)
  const masks = [salt.readUInt32BE(4), salt.readUInt16BE(8), salt.readUInt32BE(10)] as const
  const start = Buffer.alloc(16)
  start.set(salt)
  return ({ ssrc, index }, body) => {
    start.writeUInt32BE((ssrc ^ masks[0]) >>> 0, 4)
    start.writeUInt16BE((Math.floor(index / 2 ** 32) ^ masks[1]) & 0xffff, 8)
    start.writeUInt32BE(((index % 2 ** 32) ^ masks[2]) >>> 0, 10)
    return createCipheriv('aes-128-ctr', keyObject, start).update(body)
  }
}

function tagger(key: Buffer): (...parts: Buffer[]) => Buffer {
  const keyObject = createSecretKey(key)
  return (...parts) => {
    const hmac = createHmac('sha1', keyObject)
    for (const part of parts) hmac.update(part)
    return hmac.digest().subarray(0, HMAC_TAG_BYTES)
  }
}

function indexBytes(index: number): Buffer {
  const bytes = Buffer.allocUnsafe(INDEX_BYTES)
  bytes.writeUInt32BE(ENCRYPTED + index)
  return bytes
}
