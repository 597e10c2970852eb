import { createHash, createPublicKey, generateKeyPairSync, type KeyObject, randomBytes, sign } from 'node:crypto'
import { BlockList, isIPv6 } from 'node:net'
import { AsnConvert, OctetString } from '@peculiar/asn1-schema'
import * as asn1 from '@peculiar/asn1-x509'

/** Both PEM; the key PKCS#8. */
export interface Issued {
  cert: string
  key: string
}

/** Subject of a server certificate. */
export interface Names {
  dns: string[]
  ips: string[]
}

/** Instants. */
export interface Validity {
  notBefore: number
  notAfter: number
}

const ORGANISATION = 'Guildhall local'
const ECDSA_WITH_SHA256 = '1.2.840.10045.4.3.2'
const ORGANIZATION_NAME = '2.5.4.10'
const COMMON_NAME = '2.5.4.3'
const SERIAL_BYTES = 16

/** Networks that are not public: loopback, private and link-local addresses. */
const OWN_NETWORKS = [
  '127.0.0.0/8',
  '10.0.0.0/8',
  '172.16.0.0/12',
  '192.168.0.0/16',
  '169.254.0.0/16',
  '::1/128',
  'fc00::/7',
  'fe80::/10',
]

/**
 * Issues a certificate authority that may sign server certificates for `names` and private addresses, but no further
 * authority. A stolen key vouches for no other host, wherever people trust the authority.
 */
export function issueAuthority(names: Names, validity: Validity): Issued {
  const { privateKey, publicKey } = newKeys()
  const serial = newSerial()
  // Part of the serial in the name: two authorities can be told apart in a trust store.
  const name = nameOf(`${ORGANISATION} authority ${serial.toString('hex', 0, 4)}`)
  const cert = issue({
    serial,
    issuer: name,
    subject: name,
    validity,
    publicKey,
    signingKey: privateKey,
    extensions: [
      extension(asn1.id_ce_basicConstraints, new asn1.BasicConstraints({ cA: true, pathLenConstraint: 0 }), 'critical'),
      extension(
        asn1.id_ce_keyUsage,
        new asn1.KeyUsage(asn1.KeyUsageFlags.keyCertSign | asn1.KeyUsageFlags.cRLSign),
        'critical',
      ),
      extension(asn1.id_ce_extKeyUsage, new asn1.ExtendedKeyUsage([asn1.id_kp_serverAuth])),
      extension(asn1.id_ce_nameConstraints, constraintsOf(names), 'critical'),
      extension(asn1.id_ce_subjectKeyIdentifier, new asn1.SubjectKeyIdentifier(keyId(publicKey))),
    ],
  })
  return { cert, key: privatePem(privateKey) }
}

/** Returns the names that a constraint has to permit: it permits the names below them too. */
function domainsOf({ dns }: Names): string[] {
  const bases = [...new Set(dns.map((name) => name.replace(/^\*\./, '')))]
  return bases.filter((name) => !bases.some((other) => name.endsWith(`.${other}`)))
}

function constraintsOf(names: Names): asn1.NameConstraints {
  const networks = [...OWN_NETWORKS, ...names.ips.map((ip) => `${ip}/${isIPv6(ip) ? 128 : 32}`)]
  const permitted = [
    ...domainsOf(names).map((dNSName) => new asn1.GeneralName({ dNSName })),
    ...networks.map((iPAddress) => new asn1.GeneralName({ iPAddress })),
  ]
  const permittedSubtrees = new asn1.GeneralSubtrees(permitted.map((base) => new asn1.GeneralSubtree({ base })))
  return new asn1.NameConstraints({ permittedSubtrees })
}

/** Returns whether an authority may sign a certificate for names. One without constraints may not be used at all. */
export function permits(authority: Issued, names: Names): boolean {
  const { extensions } = AsnConvert.parse(der(authority.cert), asn1.Certificate).tbsCertificate
  const found = extensions?.find(({ extnID }) => extnID === asn1.id_ce_nameConstraints)
  if (!found) return false
  const { permittedSubtrees } = AsnConvert.parse(found.extnValue, asn1.NameConstraints)
  const bases = [...(permittedSubtrees ?? [])].map(({ base }) => base)
  const networks = new BlockList()
  for (const { iPAddress } of bases) {
    const [address = '', bits] = iPAddress?.split('/') ?? []
    if (bits !== undefined) networks.addSubnet(address, Number(bits), isIPv6(address) ? 'ipv6' : 'ipv4')
  }
  return (
    domainsOf(names).every((name) =>
      bases.some(({ dNSName }) => dNSName !== undefined && (name === dNSName || name.endsWith(`.${dNSName}`))),
    ) && names.ips.every((ip) => networks.check(ip, isIPv6(ip) ? 'ipv6' : 'ipv4'))
  )
}

/** A server certificate for `names`. Subject alternative names only: no client reads a CN any more. */
export function issueServer(authority: Issued, names: Names, validity: Validity): Issued {
  const { privateKey, publicKey } = newKeys()
  const issuer = AsnConvert.parse(der(authority.cert), asn1.Certificate).tbsCertificate.subject
  const alternatives = [
    ...names.dns.map((dNSName) => new asn1.GeneralName({ dNSName })),
    ...names.ips.map((iPAddress) => new asn1.GeneralName({ iPAddress })),
  ]
  const authorityKey = new asn1.KeyIdentifier(keyId(createPublicKey(authority.cert)))
  const cert = issue({
    serial: newSerial(),
    issuer,
    subject: nameOf('localhost'),
    validity,
    publicKey,
    signingKey: authority.key,
    extensions: [
      extension(asn1.id_ce_basicConstraints, new asn1.BasicConstraints({ cA: false }), 'critical'),
      extension(asn1.id_ce_keyUsage, new asn1.KeyUsage(asn1.KeyUsageFlags.digitalSignature), 'critical'),
      extension(asn1.id_ce_extKeyUsage, new asn1.ExtendedKeyUsage([asn1.id_kp_serverAuth])),
      extension(asn1.id_ce_subjectAltName, new asn1.SubjectAlternativeName(alternatives)),
      extension(asn1.id_ce_subjectKeyIdentifier, new asn1.SubjectKeyIdentifier(keyId(publicKey))),
      extension(asn1.id_ce_authorityKeyIdentifier, new asn1.AuthorityKeyIdentifier({ keyIdentifier: authorityKey })),
    ],
  })
  return { cert, key: privatePem(privateKey) }
}

interface Parts {
  serial: Buffer
  issuer: asn1.Name
  subject: asn1.Name
  validity: Validity
  publicKey: KeyObject
  /** An object, or PEM. */
  signingKey: KeyObject | string
  extensions: asn1.Extension[]
}

function issue(parts: Parts): string {
  const algorithm = new asn1.AlgorithmIdentifier({ algorithm: ECDSA_WITH_SHA256 })
  const { notBefore, notAfter } = parts.validity
  const tbsCertificate = new asn1.TBSCertificate({
    version: asn1.Version.v3,
    serialNumber: bytes(parts.serial),
    signature: algorithm,
    issuer: parts.issuer,
    validity: new asn1.Validity({ notBefore: new Date(notBefore), notAfter: new Date(notAfter) }),
    subject: parts.subject,
    subjectPublicKeyInfo: AsnConvert.parse(spki(parts.publicKey), asn1.SubjectPublicKeyInfo),
    extensions: new asn1.Extensions(parts.extensions),
  })
  const signed = Buffer.from(AsnConvert.serialize(tbsCertificate))
  const signatureValue = bytes(sign('sha256', signed, parts.signingKey))
  const certificate = new asn1.Certificate({ tbsCertificate, signatureAlgorithm: algorithm, signatureValue })
  return pem('CERTIFICATE', Buffer.from(AsnConvert.serialize(certificate)))
}

function newKeys(): { privateKey: KeyObject; publicKey: KeyObject } {
  return generateKeyPairSync('ec', { namedCurve: 'P-256' })
}

/** Serials are positive: the first bit is clear; the next is set, since a leading zero byte would not be canonical. */
function newSerial(): Buffer {
  const serial = randomBytes(SERIAL_BYTES)
  serial[0] = ((serial[0] ?? 0) & 0x7f) | 0x40
  return serial
}

function nameOf(commonName: string): asn1.Name {
  const part = (type: string, utf8String: string) =>
    new asn1.RelativeDistinguishedName([
      new asn1.AttributeTypeAndValue({ type, value: new asn1.AttributeValue({ utf8String }) }),
    ])
  return new asn1.Name([part(ORGANIZATION_NAME, ORGANISATION), part(COMMON_NAME, commonName)])
}

function extension(extnID: string, value: object, critical?: 'critical'): asn1.Extension {
  const extnValue = new OctetString(AsnConvert.serialize(value))
  return new asn1.Extension({ extnID, critical: critical !== undefined, extnValue })
}

/** SHA-1 of the public key's bits, as is usual; it names the key and protects nothing. */
function keyId(key: KeyObject): ArrayBuffer {
  const { subjectPublicKey } = AsnConvert.parse(spki(key), asn1.SubjectPublicKeyInfo)
  return bytes(createHash('sha1').update(Buffer.from(subjectPublicKey)).digest())
}

function spki(key: KeyObject): Buffer {
  return key.export({ format: 'der', type: 'spki' })
}

function privatePem(key: KeyObject): string {
  return key.export({ format: 'pem', type: 'pkcs8' }).toString()
}

function bytes(buffer: Buffer): ArrayBuffer {
  return new Uint8Array(buffer).buffer
}

function der(text: string): Buffer {
  return Buffer.from(text.replaceAll(/-----[A-Z ]+-----|\s/g, ''), 'base64')
}

function pem(label: string, content: Buffer): string {
  const lines = content.toString('base64').match(/.{1,64}/g) ?? []
  return `-----BEGIN ${label}-----\n${lines.join('\n')}\n-----END ${label}-----\n`
}
