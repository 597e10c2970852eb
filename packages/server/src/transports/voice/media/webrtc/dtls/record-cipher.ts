import { createCipheriv, createDecipheriv, createSecretKey, type KeyObject } from 'node:crypto'
import { DTLS_1_2, type DtlsRecord } from './records.ts'

const ALGORITHM = 'aes-128-gcm'
const TAG_BYTES = 16
/** Epoch and sequence number, which are the part of the nonce that is sent. */
const EXPLICIT_BYTES = 8

/** Encrypts or decrypts records of one direction with TLS_ECDHE_ECDSA_WITH_AES_128_GCM_SHA256 (RFC 5288). */
export class RecordCipher {
  readonly #key: KeyObject
  readonly #salt: Buffer

  /** @param salt 4 bytes, the part of the nonce that is not sent */
  constructor(key: Buffer, salt: Buffer) {
    this.#key = createSecretKey(key)
    this.#salt = salt
  }

  /** Returns the record with its content encrypted. */
  seal(record: DtlsRecord): DtlsRecord {
    const place = placeOf(record)
    const cipher = createCipheriv(ALGORITHM, this.#key, Buffer.concat([this.#salt, place]))
    cipher.setAAD(additionalData(record, place, record.content.length))
    const sealed = cipher.update(record.content)
    cipher.final()
    return { ...record, content: Buffer.concat([place, sealed, cipher.getAuthTag()]) }
  }

  /** Returns the decrypted content of a record; undefined if it is not authentic. */
  open(record: DtlsRecord): Buffer | undefined {
    const { content } = record
    const length = content.length - EXPLICIT_BYTES - TAG_BYTES
    if (length < 0) return undefined
    const nonce = Buffer.concat([this.#salt, content.subarray(0, EXPLICIT_BYTES)])
    const decipher = createDecipheriv(ALGORITHM, this.#key, nonce, { authTagLength: TAG_BYTES })
    decipher.setAAD(additionalData(record, placeOf(record), length))
    decipher.setAuthTag(content.subarray(EXPLICIT_BYTES + length))
    const plain = decipher.update(content.subarray(EXPLICIT_BYTES, EXPLICIT_BYTES + length))
    try {
      decipher.final()
      return plain
    } catch {
      // OpenSSL reports a wrong tag as an error.
      return undefined
    }
  }
}

function placeOf({ epoch, sequence }: DtlsRecord): Buffer {
  const place = Buffer.allocUnsafe(EXPLICIT_BYTES)
  place.writeUInt16BE(epoch, 0)
  place.writeUIntBE(sequence, 2, 6)
  return place
}

function additionalData({ type }: DtlsRecord, place: Buffer, length: number): Buffer {
  const data = Buffer.allocUnsafe(EXPLICIT_BYTES + 5)
  data.set(place, 0)
  data.writeUInt8(type, EXPLICIT_BYTES)
  data.writeUInt16BE(DTLS_1_2, EXPLICIT_BYTES + 1)
  data.writeUInt16BE(length, EXPLICIT_BYTES + 3)
  return data
}
