import assert from 'node:assert/strict'
import { type ChildProcess, spawn, spawnSync } from 'node:child_process'
import { createHash, type KeyObject, sign, X509Certificate } from 'node:crypto'
import { createSocket } from 'node:dgram'
import { once } from 'node:events'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { test } from 'node:test'
import { type Certificate, makeCertificate } from '../certificate.ts'
import { DtlsServer, type DtlsStep } from './dtls-server.ts'
import type { SrtpKeys } from './srtp-profiles.ts'

const NO_OPENSSL = spawnSync('openssl', ['version']).status === 0 ? false : 'openssl is not installed'
const KEY_BYTES = { SRTP_AEAD_AES_128_GCM: 56, SRTP_AES128_CM_SHA1_80: 60 } as const

const HANDSHAKE = 22
const CERTIFICATE_VERIFY = 15
/** Headers of a record, and of a handshake message in it. */
const RECORD_BYTES = 13
const MESSAGE_BYTES = 12

/** Fate of a datagram in the network. */
type Fate = 'passes' | 'lost' | 'twice' | 'late'

interface Handshake {
  keys: SrtpKeys | undefined
  ended: string | undefined
  /** Key material as the client exports it, hexadecimal. */
  exported: string | undefined
}

interface HandshakeOptions {
  profile: keyof typeof KEY_BYTES
  /** Fate of each datagram, both ways. */
  fate?: (n: number) => Fate
  fingerprint?: (client: Certificate) => Buffer
  /** Returns the key that signs the client's CertificateVerify, in place of the key of its certificate. */
  signer?: (client: Certificate) => KeyObject
  more?: string[]
}

/** Runs a handshake with OpenSSL over a network that loses, repeats and delays datagrams. */
async function handshake(options: HandshakeOptions) {
  const { profile, fate = () => 'passes', fingerprint = hashOf, signer, more = [] } = options
  const client = makeCertificate(Date.now())
  const resigned = signer ? resigning(signer(client)) : (datagram: Buffer) => datagram
  const server = new DtlsServer({
    certificate: makeCertificate(Date.now()),
    fingerprint: fingerprint(client),
    now: performance.now(),
  })
  const folder = await mkdtemp(join(tmpdir(), 'dtls-'))
  const socket = createSocket('udp4').bind(0, '127.0.0.1')
  await once(socket, 'listening')
  const result: Handshake = { keys: undefined, ended: undefined, exported: undefined }
  let count = 0
  let held: (() => void) | undefined
  const pass = (deliver: () => void) => {
    const kind = fate(count++)
    if (kind === 'lost') return
    if (kind === 'late' && !held) {
      held = deliver
      return
    }
    deliver()
    if (kind === 'twice') deliver()
    held?.()
    held = undefined
  }
  let peer = 0
  const carryOut = (step: DtlsStep) => {
    result.keys ??= step.keys
    result.ended ??= step.ended
    for (const datagram of step.send) pass(() => socket.send(resigned(datagram), peer, '127.0.0.1'))
  }
  socket.on('message', (datagram, { port }) => {
    peer = port
    pass(() => carryOut(server.receive(resigned(datagram), performance.now())))
  })
  const repeats = setInterval(() => carryOut(server.due(performance.now())), 10)
  const process = await openssl(folder, client, [String(socket.address().port), profile, ...more])
  try {
    result.exported = await exportedBy(process)
  } finally {
    clearInterval(repeats)
    process.kill('SIGKILL')
    socket.close()
    await rm(folder, { recursive: true })
  }
  return result
}

/** Returns a function that passes datagrams of both sides, and signs the client's CertificateVerify anew. */
function resigning(key: KeyObject): (datagram: Buffer) => Buffer {
  const transcript: Buffer[] = []
  return (datagram) => {
    const records: Buffer[] = []
    for (let at = 0; at < datagram.length; ) {
      const end = at + RECORD_BYTES + datagram.readUInt16BE(at + RECORD_BYTES - 2)
      const record = datagram.subarray(at, end)
      const content = record.subarray(RECORD_BYTES)
      const isPlainHandshake = record[0] === HANDSHAKE && record.readUInt16BE(3) === 0
      const isVerify = isPlainHandshake && content[0] === CERTIFICATE_VERIFY
      if (isPlainHandshake && !isVerify) transcript.push(Buffer.from(content))
      records.push(isVerify ? signedAnew(record, sign('sha256', Buffer.concat(transcript), key)) : record)
      at = end
    }
    return Buffer.concat(records)
  }
}

/** Returns the record of a CertificateVerify with another signature. */
function signedAnew(record: Buffer, signature: Buffer): Buffer {
  const head = Buffer.from(record.subarray(0, RECORD_BYTES + MESSAGE_BYTES + 4))
  const length = 4 + signature.length
  head.writeUInt16BE(MESSAGE_BYTES + length, RECORD_BYTES - 2)
  head.writeUIntBE(length, RECORD_BYTES + 1, 3)
  head.writeUIntBE(length, RECORD_BYTES + 9, 3)
  head.writeUInt16BE(signature.length, RECORD_BYTES + MESSAGE_BYTES + 2)
  return Buffer.concat([head, signature])
}

async function openssl(folder: string, { der, privateKey }: Certificate, options: string[]): Promise<ChildProcess> {
  const [port = '', profile = '', ...more] = options
  await writeFile(join(folder, 'cert.pem'), new X509Certificate(der).toString())
  await writeFile(join(folder, 'key.pem'), privateKey.export({ format: 'pem', type: 'pkcs8' }))
  const length = String(KEY_BYTES[profile as keyof typeof KEY_BYTES])
  const identity = ['-cert', join(folder, 'cert.pem'), '-key', join(folder, 'key.pem')]
  const srtp = ['-use_srtp', profile, '-keymatexport', 'EXTRACTOR-dtls_srtp', '-keymatexportlen', length]
  return spawn('openssl', ['s_client', '-dtls1_2', '-connect', `127.0.0.1:${port}`, ...identity, ...srtp, ...more])
}

/** Returns the key material that a client prints once it is connected; undefined if it fails. */
async function exportedBy(process: ChildProcess): Promise<string | undefined> {
  let text = ''
  const { promise, resolve } = Promise.withResolvers<string | undefined>()
  process.stdout?.on('data', (chunk: Buffer) => {
    text += chunk
    const found = /Keying material: ([\dA-F]+)/.exec(text)
    if (found) resolve(found[1])
  })
  process.on('close', () => resolve(undefined))
  return promise
}

const hashOf = ({ der }: Certificate) => createHash('sha256').update(der).digest()

function exportedOf({ client, server }: SrtpKeys): string {
  return Buffer.concat([client.key, server.key, client.salt, server.salt]).toString('hex').toUpperCase()
}

for (const profile of ['SRTP_AEAD_AES_128_GCM', 'SRTP_AES128_CM_SHA1_80'] as const) {
  test(`OpenSSL and the server export the same keys for ${profile}`, { skip: NO_OPENSSL }, async () => {
    const { keys, exported } = await handshake({ profile })
    assert.ok(keys && exported)
    assert.equal(exported, exportedOf(keys))
  })
}

test('P-256 serves clients without X25519', { skip: NO_OPENSSL }, async () => {
  const { keys, exported } = await handshake({ profile: 'SRTP_AEAD_AES_128_GCM', more: ['-curves', 'P-256'] })
  assert.ok(keys)
  assert.equal(exported, exportedOf(keys))
})

test('a handshake ends well with lost, repeated and reordered datagrams', { skip: NO_OPENSSL }, async () => {
  const runs = Array.from({ length: 12 }, async (_, seed) => {
    let state = seed + 1
    const fate = (): Fate => {
      state = (state * 48_271) % 2_147_483_647
      return (['passes', 'passes', 'passes', 'lost', 'twice', 'late'] as const)[state % 6] ?? 'passes'
    }
    // A small MTU makes the client send its messages in fragments.
    const { keys, exported } = await handshake({ profile: 'SRTP_AEAD_AES_128_GCM', fate, more: ['-mtu', '300'] })
    assert.ok(keys, `seed ${seed}`)
    assert.equal(exported, exportedOf(keys), `seed ${seed}`)
  })
  await Promise.all(runs)
})

test('a client with another certificate than it announced is refused', { skip: NO_OPENSSL }, async () => {
  const { keys, ended } = await handshake({
    profile: 'SRTP_AEAD_AES_128_GCM',
    fingerprint: () => Buffer.alloc(32, 1),
  })
  assert.equal(keys, undefined)
  assert.match(ended ?? '', /fingerprint/)
})

test('a client that signs with another key than its certificate has is refused', { skip: NO_OPENSSL }, async () => {
  const profile = 'SRTP_AEAD_AES_128_GCM'
  const { keys, ended } = await handshake({ profile, signer: () => makeCertificate(Date.now()).privateKey })
  assert.equal(keys, undefined)
  assert.match(ended ?? '', /does not have the key of its certificate/)
  // The same signature by the right key is taken, and the handshake fails later: the client has signed other bytes.
  const right = await handshake({ profile, signer: ({ privateKey }) => privateKey })
  assert.match(right.ended ?? '', /altered/)
})

test('clients without common algorithms are refused', { skip: NO_OPENSSL }, async () => {
  for (const more of [
    ['-cipher', 'ECDHE-RSA-AES128-GCM-SHA256'],
    ['-curves', 'P-384'],
  ]) {
    const { keys, ended } = await handshake({ profile: 'SRTP_AEAD_AES_128_GCM', more })
    assert.equal(keys, undefined)
    assert.match(ended ?? '', /nothing that the server has/)
  }
})

test('garbage changes nothing before the hello, and a handshake that goes no further ends', () => {
  const options = { certificate: makeCertificate(0), fingerprint: Buffer.alloc(32), now: 0 }
  const server = new DtlsServer(options)
  for (let n = 0; n < 2_000; n++) {
    const bytes = Buffer.alloc(n % 400, n % 251)
    if (bytes.length > 13) bytes.set([22, 0xfe, 0xfd, 0, n % 3, 0, 0, 0, 0, 0, n % 256, 0, bytes.length - 13])
    assert.deepEqual(server.receive(bytes, n).send, [])
  }
  // A message that claims 8 MiB, and one of which each byte comes alone.
  const claim = Buffer.from('16fefd0000000000000001000d 01 800000 0000 000000 000001 00'.replaceAll(' ', ''), 'hex')
  assert.deepEqual(server.receive(claim, 1), { send: [] })
  assert.equal(server.due(29_000).ended, undefined)
  assert.match(server.due(30_000).ended ?? '', /too long/)
  assert.deepEqual(server.receive(claim, 30_001), { send: [] })
})
