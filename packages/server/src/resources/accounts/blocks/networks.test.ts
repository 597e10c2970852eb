import assert from 'node:assert/strict'
import { test } from 'node:test'
import { isInNetwork, isNetwork } from './networks.ts'

test('an address is in the networks that hold it', () => {
  for (const [address, network] of [
    ['203.0.113.9', '203.0.113.0/24'],
    ['203.0.113.9', '203.0.113.9'],
    ['203.0.113.9', '0.0.0.0/0'],
    ['2001:db8:1:2::/64', '2001:db8::/32'],
    ['2001:db8:1:2::/64', '2001:db8:1:2:3:4:5:6'],
  ] as const)
    assert.equal(isInNetwork(address, network), true, `${address} ${network}`)
  for (const [address, network] of [
    ['203.0.114.9', '203.0.113.0/24'],
    ['2001:db9:1:2::/64', '2001:db8::/32'],
    ['203.0.113.9', '2001:db8::/32'],
    ['unknown', '0.0.0.0/0'],
  ] as const)
    assert.equal(isInNetwork(address, network), false, `${address} ${network}`)
})

test('texts that name no network are refused', () => {
  for (const text of ['10.0.0.0/8', '::1', '2001:db8::/32', '192.0.2.1']) assert.equal(isNetwork(text), true, text)
  for (const text of ['', '10.0.0', '10.0.0.0/33', '300.1.1.1', '1::2::3', '::/129', 'example.com', '10.0.0.0/8/8'])
    assert.equal(isNetwork(text), false, text)
})
