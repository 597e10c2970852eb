import assert from 'node:assert/strict'
import { X509Certificate } from 'node:crypto'
import { once } from 'node:events'
import { existsSync } from 'node:fs'
import { mkdtemp, readFile, rm, stat, writeFile } from 'node:fs/promises'
import { type AddressInfo, isIP } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, test } from 'node:test'
import { connect, createServer } from 'node:tls'
import { CertificateError, givenCertificates, localCertificates } from './certificate.ts'
import { issueAuthority, issueServer } from './issue-certificate.ts'
import { namesOfCertificate } from './own-hosts.ts'
import { openPort } from './port.ts'

const NOW = Date.UTC(2026, 0, 15)
const DAY_MS = 86_400_000
const folder = await mkdtemp(join(tmpdir(), 'guildhall-certificate-test-'))
after(() => rm(folder, { recursive: true, force: true }))

const pem = (name: string) => readFile(join(folder, name), 'utf8')

test('a local certificate is for this machine, signed by the authority', async () => {
  const made = await localCertificates({ folder, host: 'games.example', now: NOW })
  assert.equal(made.ca, join(folder, 'ca.pem'))
  const [certificate, authority] = [new X509Certificate(made.cert), new X509Certificate(await pem('ca.pem'))]
  assert.ok(certificate.verify(authority.publicKey) && certificate.checkIssued(authority))
  assert.ok(authority.ca && !certificate.ca)
  for (const name of ['localhost', '1.activities.localhost', 'games.example', '1.activities.games.example']) {
    assert.ok(certificate.checkHost(name), name)
  }
  assert.ok(certificate.checkIP('127.0.0.1') && certificate.checkIP('::1'))
  assert.equal(certificate.checkHost('example.com'), undefined)
  for (const key of ['ca-key.pem', 'key.pem']) {
    if (process.platform !== 'win32') assert.equal((await stat(join(folder, key))).mode & 0o777, 0o600, key)
  }
})

test('stored files serve again, and the authority outlives a change of address and most of its year', async () => {
  const first = await localCertificates({ folder, host: 'games.example', now: NOW })
  const ca = await pem('ca.pem')
  const again = await localCertificates({ folder, host: 'games.example', now: NOW + 50 * DAY_MS })
  assert.equal(again.cert, first.cert)

  const moved = await localCertificates({ folder, host: '10.1.2.3', now: NOW })
  assert.notEqual(moved.cert, first.cert)
  assert.ok(new X509Certificate(moved.cert).checkIP('10.1.2.3'))
  const renewed = await localCertificates({ folder, host: '10.1.2.3', now: NOW + 80 * DAY_MS })
  assert.notEqual(renewed.cert, moved.cert)
  assert.equal(await pem('ca.pem'), ca)

  await localCertificates({ folder, host: '10.1.2.3', now: NOW + 300 * DAY_MS })
  assert.notEqual(await pem('ca.pem'), ca)
})

test('an authority lives for about a year, and is renewed for a host that it does not permit', async () => {
  const here = await mkdtemp(join(tmpdir(), 'guildhall-authority-test-'))
  const authorityFor = async (host: string) => {
    await (await localCertificates({ folder: here, host, now: NOW })).close()
    return new X509Certificate(await readFile(join(here, 'ca.pem'), 'utf8'))
  }
  try {
    const authority = await authorityFor('games.example')
    const days = (authority.validToDate.getTime() - authority.validFromDate.getTime()) / DAY_MS
    assert.ok(days <= 398, String(days))
    assert.equal((await authorityFor('eu.games.example')).raw.equals(authority.raw), true)
    assert.equal((await authorityFor('192.168.7.7')).raw.equals(authority.raw), true)
    const other = await authorityFor('other.example')
    assert.equal(other.raw.equals(authority.raw), false)
    const open = await authorityFor('203.0.113.5')
    assert.equal(open.raw.equals(other.raw), false)
  } finally {
    await rm(here, { recursive: true })
  }
})

test('an authority of an older version, which lives for ten years, is replaced', async () => {
  const here = await mkdtemp(join(tmpdir(), 'guildhall-authority-test-'))
  try {
    const validity = { notBefore: NOW - DAY_MS, notAfter: NOW + 3_650 * DAY_MS }
    const old = issueAuthority(namesOfCertificate('127.0.0.1', undefined), validity)
    const server = issueServer(old, namesOfCertificate('127.0.0.1', undefined), {
      ...validity,
      notAfter: NOW + 90 * DAY_MS,
    })
    const files = { 'ca.pem': old.cert, 'ca-key.pem': old.key, 'cert.pem': server.cert, 'key.pem': server.key }
    for (const [name, text] of Object.entries(files)) await writeFile(join(here, name), text)
    await (await localCertificates({ folder: here, host: '127.0.0.1', now: NOW })).close()
    assert.notEqual(await readFile(join(here, 'ca.pem'), 'utf8'), old.cert)
  } finally {
    await rm(here, { recursive: true })
  }
})

/** Connects to a TLS server that an authority signed; resolves with null, or the reason of the refusal. */
async function refusalOf(
  { cert, key, ca }: Record<'cert' | 'key' | 'ca', string>,
  host: string,
): Promise<string | null> {
  const server = createServer({ cert, key }, (socket) => socket.end())
  server.on('tlsClientError', () => {})
  await once(server.listen(0, '127.0.0.1'), 'listening')
  const { port } = server.address() as AddressInfo
  const socket = connect({ port, host: '127.0.0.1', ca, ...(isIP(host) ? {} : { servername: host }) })
  try {
    await once(socket, 'secureConnect')
    return null
  } catch (error) {
    return (error as Error).message
  } finally {
    socket.destroy()
    server.close()
  }
}

test('a certificate of the authority for a host of others is refused by clients that trust the authority', async () => {
  const validity = { notBefore: Date.now() - DAY_MS, notAfter: Date.now() + DAY_MS }
  const authority = issueAuthority(namesOfCertificate('games.example', undefined), validity)
  const signedFor = (dns: string[], ips: string[]) => ({
    ...issueServer(authority, { dns, ips }, validity),
    ca: authority.cert,
  })
  const own = signedFor(
    ['localhost', '*.localhost', 'games.example', '*.activities.games.example'],
    ['127.0.0.1', '::1'],
  )
  for (const host of ['localhost', '1.activities.games.example', 'games.example', '127.0.0.1'])
    assert.equal(await refusalOf(own, host), null, host)
  assert.equal(await refusalOf(signedFor(['bank.example'], []), 'bank.example'), 'permitted subtree violation')
  assert.equal(await refusalOf(signedFor(['localhost'], ['8.8.8.8']), 'localhost'), 'permitted subtree violation')
})

test('a certificate is renewed while the server runs, for connections from then on', async () => {
  const certificates = await localCertificates({ folder: null, host: '127.0.0.1', now: Date.now() })
  const server = await openPort({ host: '127.0.0.1', port: 0, tls: certificates, onRequestServer: () => {} })
  const seen = async () => {
    const socket = connect({ port: server.port, host: '127.0.0.1', rejectUnauthorized: false })
    await once(socket, 'secureConnect')
    const { fingerprint256 } = socket.getPeerX509Certificate() ?? assert.fail()
    socket.destroy()
    return fingerprint256
  }
  try {
    const first = await seen()
    await certificates.renew?.(Date.now() + 50 * DAY_MS)
    assert.equal(await seen(), first, 'it is still far from its end')
    await certificates.renew?.(Date.now() + 80 * DAY_MS)
    assert.notEqual(await seen(), first)
  } finally {
    await server.close(0)
    await certificates.close()
  }
})

test('damaged or mixed files are made anew', async () => {
  await writeFile(join(folder, 'cert.pem'), 'not a certificate')
  const mended = await localCertificates({ folder, host: '127.0.0.1', now: NOW + 300 * DAY_MS })
  assert.ok(new X509Certificate(mended.cert).checkHost('localhost'))
  const authority = await pem('ca.pem')
  await writeFile(join(folder, 'ca-key.pem'), mended.key)
  await localCertificates({ folder, host: '127.0.0.1', now: NOW + 300 * DAY_MS })
  assert.notEqual(await pem('ca.pem'), authority)
})

test('without a folder the files are there until close', async () => {
  const made = await localCertificates({ folder: null, host: '127.0.0.1', now: NOW })
  assert.ok(existsSync(made.ca))
  await made.close()
  assert.ok(!existsSync(made.ca))
})

test('given files must be readable and belong together', async () => {
  const [cert, key, otherKey] = ['cert.pem', 'key.pem', 'ca-key.pem'].map((name) => join(folder, name)) as [
    string,
    string,
    string,
  ]
  const given = await givenCertificates({ cert, key })
  assert.equal(given.ca, cert)
  await given.close()
  assert.ok(existsSync(cert))
  await assert.rejects(givenCertificates({ cert, key: otherKey }), CertificateError)
  await assert.rejects(givenCertificates({ cert: join(folder, 'none.pem'), key }), /--tls-cert: cannot read/)
  await assert.rejects(givenCertificates({ cert: key, key }), CertificateError)
})
