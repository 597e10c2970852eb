import assert from 'node:assert/strict'
import { test } from 'node:test'
import { activityHost, isActivitiesDomain } from './activity-host.ts'
import { activityPolicy } from './content-policy.ts'
import { withoutTicketQuery } from './ticket-place.ts'

test('activityHost reads the application of a host in the domain, whatever the port', () => {
  for (const domain of ['activities.localhost:7700', 'Activities.localhost'])
    for (const header of ['12.activities.localhost:7700', '12.ACTIVITIES.localhost', '12.activities.localhost.:80'])
      assert.equal(activityHost(header, domain)?.applicationId, 12n, `${header} of ${domain}`)
})

test('activityHost owns all names of the domain, and no other', () => {
  for (const header of [
    'activities.localhost',
    'x.activities.localhost',
    '1.2.activities.localhost',
    '012.activities.localhost',
  ])
    assert.equal(activityHost(header, 'activities.localhost:7700')?.applicationId, null, header)
  for (const header of [
    undefined,
    '',
    'localhost:7700',
    '127.0.0.1',
    'evilactivities.localhost',
    '1.activities.localhost.evil.example',
    '1.activities.localhost:7700; x',
    '[::1]:7700',
  ])
    assert.equal(activityHost(header, 'activities.localhost:7700'), null, header)
})

test('isActivitiesDomain takes hosts with and without a port', () => {
  for (const good of ['activities.example.com', 'a.test:8443', 'localhost']) assert.ok(isActivitiesDomain(good), good)
  for (const bad of [
    '',
    'a b',
    'https://a.example',
    'a.example/',
    '*.a.example',
    'a.example:0',
    'a.example:70000',
    '127.0.0.1',
    '.a',
    'a.',
  ])
    assert.ok(!isActivitiesDomain(bad), bad)
})

test('[VER-20] the policy of a page names its own host in both schemes, and the platform', () => {
  const policy = activityPolicy({
    host: '1.a.test:1',
    webHosts: ['w.test:1'],
    platformHost: 'w.test:1',
    inRelay: false,
  })
  const connect = policy.split('; ').find((directive) => directive.startsWith('connect-src')) ?? ''
  for (const source of [
    'http://1.a.test:1',
    'https://1.a.test:1',
    'ws://1.a.test:1',
    'wss://1.a.test:1',
    'data:',
    'blob:',
    'https://w.test:1/api/',
  ])
    assert.ok(connect.split(' ').includes(source), source)
  assert.match(policy, /frame-ancestors http:\/\/w\.test:1 https:\/\/w\.test:1$/)
})

test('withoutTicketQuery removes the ticket alone', () => {
  const cases = {
    '/?discord_proxy_ticket=x': '/',
    '/?a=1&discord_proxy_ticket=x': '/?a=1',
    '/?discord_proxy_ticket=x&a=%20+': '/?a=%20+',
    '/?a&discord_proxy_ticket=x&b&discord_proxy_ticket=y#c': '/?a&b#c',
    '/?not_discord_proxy_ticket=x&': '/?not_discord_proxy_ticket=x&',
    '/discord_proxy_ticket=x': '/discord_proxy_ticket=x',
  }
  for (const [given, expected] of Object.entries(cases)) assert.equal(withoutTicketQuery(given), expected, given)
})
