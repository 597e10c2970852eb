/** Requests through the proxy of activities: which target receives them, and what comes back. */
import assert from 'node:assert/strict'
import { readFile } from 'node:fs/promises'
import https from 'node:https'
import { after, before, describe, test } from 'node:test'
import { readReply, startActivities, startTarget } from '../../support/activity-lab.ts'

let page: Awaited<ReturnType<typeof startTarget>>
let service: Awaited<ReturnType<typeof startTarget>>
let lab: Awaited<ReturnType<typeof startActivities>>

before(async () => {
  page = await startTarget()
  service = await startTarget()
  const mappings = [
    { prefix: '/api/v2', target: `${service.host}/second` },
    { prefix: '/api', target: service.host },
    { prefix: '/shard/{name}', target: `{name}.localhost:${service.port}/of/{name}/` },
    { prefix: '/', target: page.host },
  ]
  lab = await startActivities({ game: mappings, other: mappings, plain: [] }, { tls: 'local' })
})
after(async () => {
  await lab.platform.close()
  await Promise.all([page.close(), service.close()])
})

describe('the address of a request', () => {
  const cases: [path: string, target: 'page' | 'service', url: string][] = [
    ['/', 'page', '/'],
    ['/.proxy', 'page', '/'],
    ['/.proxy/', 'page', '/'],
    ['/index.html?instance_id=i-1', 'page', '/index.html?instance_id=i-1'],
    ['/.proxy/assets/a%20b.js?x=%2F&y', 'page', '/assets/a%20b.js?x=%2F&y'],
    ['/.proxyapi/x', 'page', '/.proxyapi/x'],
    ['/.proxy/.proxy/x', 'page', '/.proxy/x'],
    ['/api', 'service', '/'],
    ['/api/', 'service', '/'],
    ['/api?a=1', 'service', '/?a=1'],
    ['/api/x?y=1', 'service', '/x?y=1'],
    ['/.proxy/api/x?y=1', 'service', '/x?y=1'],
    ['/apix', 'page', '/apix'],
    ['/API/x', 'page', '/API/x'],
    ['/api/v2/x', 'service', '/second/x'],
    ['/api/v2', 'service', '/second'],
    ['/api/v20', 'service', '/v20'],
    ['/%61pi/x', 'service', '/x'],
    ['/shard/eu-1', 'service', '/of/eu-1/'],
    ['/shard/eu_1/join', 'service', '/of/eu_1/join'],
    ['/shard/eu.1/join', 'page', '/shard/eu.1/join'],
  ]
  for (const [path, target, url] of cases)
    test(`[VER-19 VER-20] ${path} is ${url} of the ${target}`, async () => {
      const { status } = await lab.send('game', path)
      const { last } = target === 'page' ? page : service
      assert.deepEqual([status, last().url], [200, url])
    })

  test('the Host is that of the target', async () => {
    await lab.send('game', '/shard/eu-1/x')
    assert.equal(service.last().headers.host, `eu-1.localhost:${service.port}`)
  })

  test('hosts of an unknown application, of one without an activity, and other names get 404', async () => {
    const count = page.received.length
    for (const label of ['1', lab.idOf('plain'), 'x', `0${lab.idOf('game')}`, `a.${lab.idOf('game')}`])
      assert.equal((await lab.send('game', '/', { label })).status, 404, label)
    assert.equal(page.received.length, count)
  })

  test('no part of the platform is below the host of an activity', async () => {
    for (const path of ['/api/v10/gateway', '/gateway', '/cdn/x', '/developers', '/control', '/oauth2/authorize'])
      assert.match((await lab.send('game', path)).body, /Target/, path)
    assert.equal((await fetch(`${lab.platform.api}/gateway`)).status, 200)
  })
})

test('https on the same port, with the certificate of the local authority', async () => {
  const response = await new Promise<Parameters<typeof readReply>[0]>((resolve, reject) => {
    const host = lab.hostOf('game')
    const options = { host: '127.0.0.1', port: lab.port, headers: { host }, agent: false as const }
    readFile(lab.platform.ca ?? '').then((ca) => {
      https
        .get({ ...options, ca, servername: host.split(':')[0], checkServerIdentity: () => undefined }, resolve)
        .on('error', reject)
    }, reject)
  })
  assert.match((await readReply(response)).body, /Target/)
})

test('[VER-21] the prefix stays supported', async () => {
  lab.platform.clock.advance(Date.UTC(2030, 0, 1) - lab.platform.clock.now())
  for (const path of ['/.proxy/api/x', '/api/x']) {
    assert.equal((await lab.send('game', path)).status, 200, path)
    assert.equal(service.last().url, '/x')
  }
})

test('clients receive the domain of activities', async () => {
  const response = await fetch(`${lab.platform.api}/activities/domain`)
  assert.deepEqual(await response.json(), { domain: `activities.localhost:${lab.port}` })
})
