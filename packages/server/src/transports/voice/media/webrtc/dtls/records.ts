/** Content types of DTLS records (RFC 6347). */
export const ContentType = { CHANGE_CIPHER_SPEC: 20, ALERT: 21, HANDSHAKE: 22 } as const

/** Version field of DTLS 1.2. A first ClientHello may carry the one of 1.0 in its records. */
export const DTLS_1_2 = 0xfefd

const HEADER_BYTES = 13
const MAJOR_VERSION = 0xfe
/** Records of one datagram that are looked at. A whole flight of a browser has fewer. */
const RECORDS_MAX = 16

/** A record as it came, its content possibly encrypted. */
export interface DtlsRecord {
  readonly type: number
  readonly epoch: number
  /** Of 48 bits. */
  readonly sequence: number
  readonly content: Buffer
}

/** Whether a packet can be a DTLS record: only the first byte is looked at (RFC 7983). */
export function isDtls(packet: Buffer): boolean {
  const first = packet[0] ?? 0
  return packet.length > HEADER_BYTES && first >= 20 && first <= 63
}

/** Returns the records of a datagram, up to the first malformed one. */
export function readRecords(datagram: Buffer): DtlsRecord[] {
  const records: DtlsRecord[] = []
  for (let at = 0; at + HEADER_BYTES <= datagram.length && records.length < RECORDS_MAX; ) {
    const end = at + HEADER_BYTES + datagram.readUInt16BE(at + 11)
    if (end > datagram.length || datagram[at + 1] !== MAJOR_VERSION) break
    records.push({
      type: datagram.readUInt8(at),
      epoch: datagram.readUInt16BE(at + 3),
      sequence: datagram.readUIntBE(at + 5, 6),
      content: datagram.subarray(at + HEADER_BYTES, end),
    })
    at = end
  }
  return records
}

/** Returns the bytes of a record. */
export function writeRecord({ type, epoch, sequence, content }: DtlsRecord): Buffer {
  const record = Buffer.allocUnsafe(HEADER_BYTES + content.length)
  record.writeUInt8(type, 0)
  record.writeUInt16BE(DTLS_1_2, 1)
  record.writeUInt16BE(epoch, 3)
  record.writeUIntBE(sequence, 5, 6)
  record.writeUInt16BE(content.length, 11)
  record.set(content, HEADER_BYTES)
  return record
}
