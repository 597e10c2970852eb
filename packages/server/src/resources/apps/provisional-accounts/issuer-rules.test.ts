import assert from 'node:assert/strict'
import { test } from 'node:test'
import { isPublicIssuer, issuerFault } from './issuer-rules.ts'

test('issuerFault() and isPublicIssuer() tell addresses of issuers apart', () => {
  // Issuer, accepted, accepted under --outgoing public.
  const cases: readonly (readonly [string, boolean, boolean])[] = [
    ['https://id.example.com', true, true],
    ['https://id.example.com:8443/tenant', true, true],
    ['https://intranet.', true, false],
    ['http://127.0.0.1:9000', true, false],
    ['http://[::1]:9000', true, false],
    ['http://localhost:9000/', true, false],
    ['http://id.localhost', true, false],
    ['https://localhost', true, false],
    ['https://10.0.0.1', true, false],
    ['https://8.8.8.8', true, false],
    ['https://[2606:4700::1111]', true, false],
    ['https://id.local', true, false],
    ['https://1.0.0.10.in-addr.arpa', true, false],
    ['https://id.internal', true, false],
    ['https://id.localhost', true, false],
    ['http://id.example.com', false, false],
    ['http://127.0.0.1.example.com', false, false],
    ['https://id.example.com?', false, false],
    ['https://id.example.com/#', false, false],
    ['https://ann:secret@id.example.com', false, false],
    ['ftp://id.example.com', false, false],
    ['id.example.com', false, false],
    ['', false, false],
  ]
  for (const [issuer, accepted, publicly] of cases) {
    assert.equal(issuerFault(issuer) === null, accepted, issuer)
    assert.equal(isPublicIssuer(issuer), publicly, issuer)
  }
})
