import assert from 'node:assert/strict'
import { X509Certificate } from 'node:crypto'
import { existsSync } from 'node:fs'
import { mkdtemp, readFile, rm, stat, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, test } from 'node:test'
import { CertificateError, givenCertificates, localCertificates } from './certificate.ts'

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

test('stored files serve again, and the authority outlives a change of host and a year', async () => {
  const first = await localCertificates({ folder, host: 'games.example', now: NOW })
  const ca = await pem('ca.pem')
  const again = await localCertificates({ folder, host: 'games.example', now: NOW + 300 * DAY_MS })
  assert.equal(again.cert, first.cert)

  const moved = await localCertificates({ folder, host: '10.1.2.3', now: NOW })
  assert.notEqual(moved.cert, first.cert)
  assert.ok(new X509Certificate(moved.cert).checkIP('10.1.2.3'))
  const renewed = await localCertificates({ folder, host: '10.1.2.3', now: NOW + 380 * DAY_MS })
  assert.notEqual(renewed.cert, moved.cert)
  assert.equal(await pem('ca.pem'), ca)

  await localCertificates({ folder, host: '10.1.2.3', now: NOW + 3_400 * DAY_MS })
  assert.notEqual(await pem('ca.pem'), ca)
})

test('damaged or mixed files are made anew', async () => {
  await writeFile(join(folder, 'cert.pem'), 'not a certificate')
  const mended = await localCertificates({ folder, host: '127.0.0.1', now: NOW + 3_400 * DAY_MS })
  assert.ok(new X509Certificate(mended.cert).checkHost('localhost'))
  const authority = await pem('ca.pem')
  await writeFile(join(folder, 'ca-key.pem'), mended.key)
  await localCertificates({ folder, host: '127.0.0.1', now: NOW + 3_400 * DAY_MS })
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
