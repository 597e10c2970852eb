import { createHash, type KeyObject, randomBytes, timingSafeEqual, X509Certificate } from 'node:crypto'
import { ReplayWindow } from '../../replay-window.ts'
import type { Certificate } from '../certificate.ts'
import { ByteReader, MalformedError } from './byte-reader.ts'
import { CIPHER_SUITE, ECDSA_SHA256, readClientHello } from './client-hello.ts'
import { fragmentsOf, type HandshakeMessage, HandshakeType, Reassembly, wholeMessage } from './handshake-messages.ts'
import { beginKeyExchange, type KeyExchange } from './key-exchange.ts'
import { exportKeys, masterSecret, recordKeys, type Secrets, verifyData } from './key-schedule.ts'
import { RecordCipher } from './record-cipher.ts'
import { ContentType, type DtlsRecord, readRecords, writeRecord } from './records.ts'
import { type Message, serverFlight } from './server-messages.ts'
import { isSignedBy } from './signatures.ts'
import { SRTP_PROFILES, type SrtpKeys, type SrtpProfile } from './srtp-profiles.ts'

const RANDOM_BYTES = 32
const DATAGRAM_BYTES_MAX = 1_200
const FIRST_REPEAT_MS = 50
const REPEAT_MAX_MS = 3_000
/**
 * Repetitions of a flight without a packet of the client in between. A client whose packets were lost repeats its own,
 * and one that gave a false address must not draw more.
 */
const REPEATS_MAX = 6
/** Time in which a handshake ends or fails. */
const HANDSHAKE_MS = 30_000
/** The last flight answers repetitions of the client's at most this often. */
const ANSWER_PAUSE_MS = 20
/** Encrypted records kept that arrive before their keys. */
const EARLY_MAX = 4
const EXPORTER_LABEL = 'EXTRACTOR-dtls_srtp'
const FATAL = 2

/** Descriptions of alerts (RFC 5246). */
const Alert = {
  CLOSE_NOTIFY: 0,
  HANDSHAKE_FAILURE: 40,
  BAD_CERTIFICATE: 42,
  DECODE_ERROR: 50,
  DECRYPT_ERROR: 51,
} as const

/** Everything that follows from a datagram or from time: datagrams to send, keys once, the end. */
export interface DtlsStep {
  readonly send: readonly Buffer[]
  readonly keys?: SrtpKeys
  /** Reason for which the association has ended. */
  readonly ended?: string
}

export interface DtlsOptions {
  readonly certificate: Certificate
  /** SHA-256 of the certificate that the client has to show. */
  readonly fingerprint: Buffer
  /** Monotonic time in ms. */
  readonly now: number
}

/** Reason for which a handshake fails, with the alert that says so. */
class HandshakeError extends Error {
  readonly alert: number

  constructor(alert: number, message: string) {
    super(message)
    this.alert = alert
  }
}

/**
 * The server's side of one DTLS 1.2 association for SRTP (RFC 6347, 5764). It does no I/O: it takes datagrams and
 * times, and returns what to send. Renegotiation, resumption and application data do not exist.
 */
export class DtlsServer {
  readonly #options: DtlsOptions
  readonly #reassembly = new Reassembly()
  readonly #window = new ReplayWindow()
  readonly #transcript: Buffer[] = []
  readonly #early: DtlsRecord[] = []
  #exchange: KeyExchange | undefined
  #secrets: Secrets | undefined
  #profile: SrtpProfile | undefined
  #clientKey: KeyObject | undefined
  #clientSigned = false
  #opening: RecordCipher | undefined
  #sealing: RecordCipher | undefined
  /** Records of the flight that is repeated, without their sequence numbers. */
  #flight: Omit<DtlsRecord, 'sequence'>[] = []
  readonly #sequences = [0, 0]
  #nextMessage = 0
  #state: 'hello' | 'client' | 'connected' | 'ended' = 'hello'
  #repeatAt = Number.POSITIVE_INFINITY
  #repeatMs = FIRST_REPEAT_MS
  #repeats = 0
  #flightSent = false
  #answeredAt = Number.NEGATIVE_INFINITY

  constructor(options: DtlsOptions) {
    this.#options = options
  }

  /** Time at which `due` has something to do; infinite if there is nothing. */
  get deadline(): number {
    if (this.#state === 'connected' || this.#state === 'ended') return Number.POSITIVE_INFINITY
    return Math.min(this.#repeatAt, this.#options.now + HANDSHAKE_MS)
  }

  /** Whether the association is neither connected nor over. */
  get isUnderWay(): boolean {
    return this.#state === 'hello' || this.#state === 'client'
  }

  /** Whether the association has ended, so that it takes nothing more. */
  get hasEnded(): boolean {
    return this.#state === 'ended'
  }

  /** Takes a datagram. A record that is not authentic, repeated or not understood changes nothing. */
  receive(datagram: Buffer, now: number): DtlsStep {
    if (this.#state === 'ended') return { send: [] }
    try {
      return this.#records(readRecords(datagram), now)
    } catch (error) {
      if (error instanceof HandshakeError) return this.#fail(error.alert, error.message)
      if (error instanceof MalformedError) return this.#fail(Alert.DECODE_ERROR, error.message)
      throw error
    }
  }

  /** Repeats the flight that was not answered, or ends a handshake that takes too long. */
  due(now: number): DtlsStep {
    if (this.#state === 'connected' || this.#state === 'ended') return { send: [] }
    if (now >= this.#options.now + HANDSHAKE_MS) return this.#end('The handshake took too long.')
    if (now < this.#repeatAt) return { send: [] }
    this.#repeatMs = Math.min(2 * this.#repeatMs, REPEAT_MAX_MS)
    this.#repeats += 1
    this.#repeatAt = this.#repeats < REPEATS_MAX ? now + this.#repeatMs : Number.POSITIVE_INFINITY
    return { send: this.#datagrams() }
  }

  #records(records: readonly DtlsRecord[], now: number): DtlsStep {
    let repeated = false
    for (const record of records) {
      if (record.epoch === 0 && record.type === ContentType.HANDSHAKE) {
        repeated ||= firstMessageOf(record.content) < this.#reassembly.next
        this.#reassembly.add(record.content, false)
      }
      if (record.epoch === 1) {
        const taken = this.#encrypted(record)
        if (taken === 'closed') return this.#end('The client closed the association.')
        repeated ||= taken === 'handshake' && this.#state === 'connected'
      }
    }
    const connected = this.#advance(now)
    if (connected || this.#state === 'ended') return connected ?? { send: [] }
    if (this.#answersAtOnce) return this.#sendFlight(now)
    // The client repeats its flight, because the server's was lost.
    if (!repeated || now - this.#answeredAt < ANSWER_PAUSE_MS) return { send: [] }
    this.#answeredAt = now
    return { send: this.#datagrams() }
  }

  /** Whether a flight was made that was not sent yet. */
  get #answersAtOnce(): boolean {
    return this.#state === 'client' && !this.#flightSent
  }

  #sendFlight(now: number): DtlsStep {
    this.#flightSent = true
    this.#repeatAt = now + this.#repeatMs
    this.#answeredAt = now
    return { send: this.#datagrams() }
  }

  /** Takes an encrypted record: a Finished message or an alert. */
  #encrypted(record: DtlsRecord): 'handshake' | 'closed' | undefined {
    const cipher = this.#opening
    if (!cipher) {
      if (this.#early.length < EARLY_MAX) this.#early.push({ ...record, content: Buffer.from(record.content) })
      return undefined
    }
    if (!this.#window.isFresh(record.sequence)) return undefined
    const content = cipher.open(record)
    if (!content) return undefined
    this.#window.use(record.sequence)
    if (record.type === ContentType.ALERT) {
      return content[0] === FATAL || content[1] === Alert.CLOSE_NOTIFY ? 'closed' : undefined
    }
    if (record.type !== ContentType.HANDSHAKE) return undefined
    this.#reassembly.add(content, true)
    return 'handshake'
  }

  /** Handles the messages that are whole now. Returns a step once the handshake is done. */
  #advance(now: number): DtlsStep | undefined {
    for (let message = this.#reassembly.take(); message; message = this.#reassembly.take()) {
      const done = this.#message(message, now)
      if (done) return done
      if (this.#opening) for (const record of this.#early.splice(0)) this.#encrypted(record)
    }
    return undefined
  }

  #message(message: HandshakeMessage, now: number): DtlsStep | undefined {
    if (this.#state === 'connected') return undefined
    const expected = this.#expected
    if (message.type !== expected) throw new HandshakeError(Alert.HANDSHAKE_FAILURE, 'A message came out of order.')
    if (message.type === HandshakeType.FINISHED) return this.#finished(message, now)
    if (message.type === HandshakeType.CERTIFICATE_VERIFY) this.#verified(message.body)
    this.#transcript.push(wholeMessage(message))
    if (message.type === HandshakeType.CLIENT_HELLO) this.#hello(message.body)
    if (message.type === HandshakeType.CERTIFICATE) this.#certificate(message.body)
    if (message.type === HandshakeType.CLIENT_KEY_EXCHANGE) this.#keyExchange(message.body)
    return undefined
  }

  /** Type of the only message that may come next. */
  get #expected(): number {
    if (this.#state === 'hello') return HandshakeType.CLIENT_HELLO
    if (!this.#clientKey) return HandshakeType.CERTIFICATE
    if (!this.#opening) return HandshakeType.CLIENT_KEY_EXCHANGE
    return this.#clientSigned ? HandshakeType.FINISHED : HandshakeType.CERTIFICATE_VERIFY
  }

  #hello(body: Buffer): void {
    const hello = readClientHello(body)
    const exchange = hello && beginKeyExchange(hello.groups)
    const profile = SRTP_PROFILES.find(({ id }) => hello?.srtpProfiles.includes(id))
    const suitable = hello?.suites.includes(CIPHER_SUITE) && hello.signatures.includes(ECDSA_SHA256)
    if (!hello || !exchange || !profile || !suitable || !hello.extendedMasterSecret)
      throw new HandshakeError(Alert.HANDSHAKE_FAILURE, 'The client offers nothing that the server has.')
    const serverRandom = randomBytes(RANDOM_BYTES)
    this.#exchange = exchange
    this.#profile = profile
    this.#secrets = { master: Buffer.alloc(0), clientRandom: hello.random, serverRandom }
    const { certificate } = this.#options
    const messages = serverFlight({ hello, serverRandom, exchange, certificate, srtpProfile: profile.id })
    this.#flight = messages.flatMap((message) => this.#handshakeRecords(message, 0))
    this.#state = 'client'
  }

  /** Numbers a message, adds it to the transcript, and returns its records. */
  #handshakeRecords({ type, body }: Message, epoch: number): Omit<DtlsRecord, 'sequence'>[] {
    const message = { type, body, sequence: this.#nextMessage }
    this.#nextMessage += 1
    this.#transcript.push(wholeMessage(message))
    return fragmentsOf(message).map((content) => ({ type: ContentType.HANDSHAKE, epoch, content }))
  }

  #certificate(body: Buffer): void {
    const list = new ByteReader(new ByteReader(body).vector(3))
    if (list.done) throw new HandshakeError(Alert.HANDSHAKE_FAILURE, 'The client has no certificate.')
    const der = list.vector(3)
    const fingerprint = createHash('sha256').update(der).digest()
    if (!timingSafeEqual(fingerprint, this.#options.fingerprint))
      throw new HandshakeError(Alert.BAD_CERTIFICATE, 'The certificate has another fingerprint.')
    this.#clientKey = publicKeyOf(der)
  }

  #keyExchange(body: Buffer): void {
    const secrets = this.#secrets as Secrets
    const shared = this.#agreed(new ByteReader(body).vector(1))
    const master = masterSecret(shared, this.#transcriptHash())
    this.#secrets = { ...secrets, master }
    const { client, server } = recordKeys(this.#secrets)
    this.#opening = new RecordCipher(client.key, client.salt)
    this.#sealing = new RecordCipher(server.key, server.salt)
  }

  #agreed(clientKey: Buffer): Buffer {
    try {
      return (this.#exchange as KeyExchange).agree(clientKey)
    } catch {
      // OpenSSL refuses points that are not on the curve, and keys of another length.
      throw new HandshakeError(Alert.HANDSHAKE_FAILURE, 'The public key of the client is invalid.')
    }
  }

  #verified(body: Buffer): void {
    const reader = new ByteReader(body)
    const algorithm = reader.number(2)
    const signature = reader.vector(2)
    if (!isSignedBy(this.#clientKey as KeyObject, algorithm, Buffer.concat(this.#transcript), signature))
      throw new HandshakeError(Alert.DECRYPT_ERROR, 'The client does not have the key of its certificate.')
    this.#clientSigned = true
  }

  #finished(message: HandshakeMessage, now: number): DtlsStep {
    const secrets = this.#secrets as Secrets
    const expected = verifyData('client', secrets.master, this.#transcriptHash())
    if (expected.length !== message.body.length || !timingSafeEqual(expected, message.body))
      throw new HandshakeError(Alert.DECRYPT_ERROR, 'The handshake was altered.')
    this.#transcript.push(wholeMessage(message))
    const body = verifyData('server', secrets.master, this.#transcriptHash())
    const finished = this.#handshakeRecords({ type: HandshakeType.FINISHED, body }, 1)
    this.#flight = [{ type: ContentType.CHANGE_CIPHER_SPEC, epoch: 0, content: Buffer.of(1) }, ...finished]
    this.#transcript.length = 0
    this.#state = 'connected'
    this.#answeredAt = now
    return { send: this.#datagrams(), keys: this.#srtpKeys(secrets) }
  }

  #srtpKeys(secrets: Secrets): SrtpKeys {
    const profile = this.#profile as SrtpProfile
    const { keyBytes, saltBytes } = profile
    const block = exportKeys(secrets, EXPORTER_LABEL, 2 * (keyBytes + saltBytes))
    const salts = block.subarray(2 * keyBytes)
    return {
      profile,
      client: { key: block.subarray(0, keyBytes), salt: salts.subarray(0, saltBytes) },
      server: { key: block.subarray(keyBytes, 2 * keyBytes), salt: salts.subarray(saltBytes) },
    }
  }

  #transcriptHash(): Buffer {
    return createHash('sha256').update(Buffer.concat(this.#transcript)).digest()
  }

  /** Returns the flight in datagrams. Each sending has new record numbers. */
  #datagrams(): Buffer[] {
    const datagrams: Buffer[] = []
    let current: Buffer[] = []
    let size = 0
    for (const part of this.#flight) {
      const bytes = this.#record(part)
      if (size > 0 && size + bytes.length > DATAGRAM_BYTES_MAX) {
        datagrams.push(Buffer.concat(current))
        current = []
        size = 0
      }
      current.push(bytes)
      size += bytes.length
    }
    if (size > 0) datagrams.push(Buffer.concat(current))
    return datagrams
  }

  #record(part: Omit<DtlsRecord, 'sequence'>): Buffer {
    const sequence = this.#sequences[part.epoch] ?? 0
    this.#sequences[part.epoch] = sequence + 1
    const record = { ...part, sequence }
    return writeRecord(part.epoch === 1 && this.#sealing ? this.#sealing.seal(record) : record)
  }

  #fail(alert: number, reason: string): DtlsStep {
    const content = Buffer.of(FATAL, alert)
    const send = [this.#record({ type: ContentType.ALERT, epoch: 0, content })]
    return { ...this.#end(reason), send }
  }

  #end(reason: string): DtlsStep {
    this.#state = 'ended'
    return { send: [], ended: reason }
  }
}

/** Returns the number of the message that the first fragment of a record belongs to. */
function firstMessageOf(content: Buffer): number {
  return content.length >= 6 ? content.readUInt16BE(4) : Number.POSITIVE_INFINITY
}

function publicKeyOf(der: Buffer): KeyObject {
  try {
    return new X509Certificate(der).publicKey
  } catch {
    throw new HandshakeError(Alert.BAD_CERTIFICATE, 'The certificate cannot be read.')
  }
}
