import { sign } from 'node:crypto'
import type { Certificate } from '../certificate.ts'
import { uint, vector } from './byte-reader.ts'
import { CIPHER_SUITE, type ClientHello, ECDSA_SHA256, Extension } from './client-hello.ts'
import { HandshakeType } from './handshake-messages.ts'
import type { KeyExchange } from './key-exchange.ts'
import { DTLS_1_2 } from './records.ts'
import { SIGNATURE_ALGORITHMS } from './signatures.ts'

const NO_COMPRESSION = 0
const UNCOMPRESSED_POINTS = 0
const NAMED_CURVE = 3
/** Types of client certificates: ECDSA and RSA. */
const CERTIFICATE_TYPES = Buffer.of(64, 1)

/** A message without its number. */
export interface Message {
  readonly type: number
  readonly body: Buffer
}

/** Everything that the server's first flight depends on. */
export interface ServerFlightParts {
  readonly hello: ClientHello
  readonly serverRandom: Buffer
  readonly exchange: KeyExchange
  readonly certificate: Certificate
  readonly srtpProfile: number
}

/** Returns the messages of the server's first flight, from ServerHello to ServerHelloDone. */
export function serverFlight(parts: ServerFlightParts): Message[] {
  return [
    { type: HandshakeType.SERVER_HELLO, body: serverHello(parts) },
    { type: HandshakeType.CERTIFICATE, body: vector(3, vector(3, parts.certificate.der)) },
    { type: HandshakeType.SERVER_KEY_EXCHANGE, body: serverKeyExchange(parts) },
    { type: HandshakeType.CERTIFICATE_REQUEST, body: certificateRequest() },
    { type: HandshakeType.SERVER_HELLO_DONE, body: Buffer.alloc(0) },
  ]
}

function serverHello({ hello, serverRandom, srtpProfile }: ServerFlightParts): Buffer {
  const noSession = vector(1)
  const extensions = [
    extension(Extension.EC_POINT_FORMATS, vector(1, Buffer.of(UNCOMPRESSED_POINTS))),
    extension(Extension.EXTENDED_MASTER_SECRET),
    extension(Extension.USE_SRTP, vector(2, uint(srtpProfile, 2)), vector(1)),
    ...(hello.renegotiationInfo ? [extension(Extension.RENEGOTIATION_INFO, vector(1))] : []),
  ]
  return Buffer.concat([
    uint(DTLS_1_2, 2),
    serverRandom,
    noSession,
    uint(CIPHER_SUITE, 2),
    uint(NO_COMPRESSION, 1),
    vector(2, ...extensions),
  ])
}

function extension(type: number, ...content: Buffer[]): Buffer {
  return Buffer.concat([uint(type, 2), vector(2, ...content)])
}

function serverKeyExchange({ hello, serverRandom, exchange, certificate }: ServerFlightParts): Buffer {
  const parameters = Buffer.concat([uint(NAMED_CURVE, 1), uint(exchange.group, 2), vector(1, exchange.publicKey)])
  const signed = Buffer.concat([hello.random, serverRandom, parameters])
  const signature = sign('sha256', signed, certificate.privateKey)
  return Buffer.concat([parameters, uint(ECDSA_SHA256, 2), vector(2, signature)])
}

function certificateRequest(): Buffer {
  const algorithms = SIGNATURE_ALGORITHMS.map(({ id }) => uint(id, 2))
  const anyAuthority = vector(2)
  return Buffer.concat([vector(1, CERTIFICATE_TYPES), vector(2, ...algorithms), anyAuthority])
}
