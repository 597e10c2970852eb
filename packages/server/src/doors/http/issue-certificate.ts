// The library resolves its parts by reflection and refuses to load without this.
import 'reflect-metadata'
import { createPrivateKey, webcrypto } from 'node:crypto'
import * as x509 from '@peculiar/x509'

/** Both PEM; the key PKCS#8. */
export interface Issued {
  cert: string
  key: string
}

/** What a server certificate is for. */
export interface Names {
  dns: string[]
  ips: string[]
}

/** Instants. */
export interface Validity {
  notBefore: number
  notAfter: number
}

const ECDSA = { name: 'ECDSA', namedCurve: 'P-256', hash: 'SHA-256' } as const
const ORGANISATION = 'Guildhall local'
const SERIAL_BYTES = 16

/** A certificate authority that may sign server certificates, but no further authority. */
export async function issueAuthority(validity: Validity): Promise<Issued> {
  const keys = await webcrypto.subtle.generateKey(ECDSA, true, ['sign', 'verify'])
  const serialNumber = newSerial()
  const certificate = await x509.X509CertificateGenerator.createSelfSigned({
    // Part of the serial in the name: two authorities can be told apart in a trust store.
    name: `O=${ORGANISATION}, CN=${ORGANISATION} authority ${serialNumber.slice(0, 8)}`,
    serialNumber,
    ...dates(validity),
    keys,
    signingAlgorithm: ECDSA,
    extensions: [
      new x509.BasicConstraintsExtension(true, 0, true),
      new x509.KeyUsagesExtension(x509.KeyUsageFlags.keyCertSign | x509.KeyUsageFlags.cRLSign, true),
      await x509.SubjectKeyIdentifierExtension.create(keys.publicKey),
    ],
  })
  return { cert: certificate.toString('pem'), key: await privatePem(keys.privateKey) }
}

/** A server certificate for `names`. Subject alternative names only: no client reads a CN any more. */
export async function issueServer(authority: Issued, names: Names, validity: Validity): Promise<Issued> {
  const issuer = new x509.X509Certificate(authority.cert)
  const signingKey = createPrivateKey(authority.key).toCryptoKey(ECDSA, false, ['sign'])
  const keys = await webcrypto.subtle.generateKey(ECDSA, true, ['sign', 'verify'])
  const certificate = await x509.X509CertificateGenerator.create({
    subject: `O=${ORGANISATION}, CN=localhost`,
    issuer: issuer.subject,
    serialNumber: newSerial(),
    ...dates(validity),
    publicKey: keys.publicKey,
    signingKey,
    signingAlgorithm: ECDSA,
    extensions: [
      new x509.BasicConstraintsExtension(false, undefined, true),
      new x509.KeyUsagesExtension(x509.KeyUsageFlags.digitalSignature, true),
      new x509.ExtendedKeyUsageExtension([x509.ExtendedKeyUsage.serverAuth]),
      new x509.SubjectAlternativeNameExtension([
        ...names.dns.map((value) => ({ type: 'dns' as const, value })),
        ...names.ips.map((value) => ({ type: 'ip' as const, value })),
      ]),
      await x509.SubjectKeyIdentifierExtension.create(keys.publicKey),
      await x509.AuthorityKeyIdentifierExtension.create(issuer.publicKey),
    ],
  })
  return { cert: certificate.toString('pem'), key: await privatePem(keys.privateKey) }
}

function dates(validity: Validity): { notBefore: Date; notAfter: Date } {
  return { notBefore: new Date(validity.notBefore), notAfter: new Date(validity.notAfter) }
}

/** Hex; the first bit is cleared, since serials are positive and a leading zero byte would have to be added. */
function newSerial(): string {
  const bytes = webcrypto.getRandomValues(new Uint8Array(SERIAL_BYTES))
  bytes[0] = ((bytes[0] ?? 0) & 0x7f) | 0x40
  return Buffer.from(bytes).toString('hex')
}

async function privatePem(key: webcrypto.CryptoKey): Promise<string> {
  const der = Buffer.from(await webcrypto.subtle.exportKey('pkcs8', key))
  const lines = der.toString('base64').match(/.{1,64}/g) ?? []
  return `-----BEGIN PRIVATE KEY-----\n${lines.join('\n')}\n-----END PRIVATE KEY-----\n`
}
