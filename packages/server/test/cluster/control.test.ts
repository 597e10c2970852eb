/** The control API of several nodes, which reach each other by the event log alone. */
import assert from 'node:assert/strict'
import { after, before, suite, test } from 'node:test'
import { type Api, api, RawGateway } from '@guildhall/testing'
import { startNode } from '../support/cluster-node.ts'
import { clusterStore, ON_POSTGRES } from '../support/cluster-store.ts'

const world = { users: { ann: {}, bob: {} } }
const HOUR_MS = 3_600_000

const startFirst = (databaseUrl: string) => startNode(databaseUrl, 'a', { world })
type First = Awaited<ReturnType<typeof startFirst>>
type Node = Awaited<ReturnType<typeof startNode>>

async function identify(node: { readonly gateway: string }, token: string): Promise<RawGateway> {
  const gateway = await RawGateway.connect(node.gateway)
  await gateway.identify({ token, intents: 0 })
  return gateway
}
const operatorOf = (node: Pick<Node, 'control'>): Api => api(node.control.url, `Bearer ${node.control.key}`)

suite('the control API of two nodes', ON_POSTGRES, () => {
  let store: Awaited<ReturnType<typeof clusterStore>>
  let a: First
  let b: Node
  let [atA, atB]: Api[] = []

  before(async () => {
    store = await clusterStore()
    a = await startFirst(store.databaseUrl)
    b = await startNode(store.databaseUrl, 'b')
    ;[atA, atB] = [operatorOf(a), operatorOf(b)]
  })
  after(async () => {
    for (const node of [b, a]) await node?.close()
    await store.drop()
  })

  test('an operator lists the sessions of all nodes, and disturbs each at any node', async () => {
    const [ann, bob] = [await identify(a, a.ann.token), await identify(b, a.bob.token)]
    for (const operator of [atA, atB]) {
      const listed = await operator?.get<{ session_id: string; node: string }[]>('/gateway/sessions')
      assert.deepEqual(
        listed?.body.map(({ session_id, node }) => [session_id, node]).toSorted(),
        [
          [ann.sessionId, 'a'],
          [bob.sessionId, 'b'],
        ].toSorted(),
      )
    }
    const ofBob = await atA?.get<object[]>(`/gateway/sessions?user_id=${a.bob.id}`)
    assert.equal(ofBob?.body.length, 1)
    const fault = (body: object) => atA?.post('/gateway/faults', body)
    assert.deepEqual((await fault({ user_id: a.bob.id, type: 'reconnect' }))?.body, { sessions: 1 })
    await bob.next(7)
    await bob.closed
    assert.deepEqual((await fault({ type: 'close', code: 4009 }))?.body, { sessions: 2 })
    assert.equal((await ann.closed).code, 4009)
  })

  test('the platform date is one: a change at any node is that of all before the response, and of nodes that start', async () => {
    const clockOf = async (operator: Api | undefined) =>
      (await operator?.get<{ now: string; frozen: boolean }>('/clock'))?.body
    const moved = await atA?.patch('/clock', { frozen: true, advance_ms: 10 * HOUR_MS })
    assert.equal(moved?.status, 200)
    assert.deepEqual(await clockOf(atB), moved?.body)
    let fired = 0
    a.clock.at(b.clock.now() + HOUR_MS, () => {
      fired += 1
    })
    const [first, second] = await Promise.all([atA, atB].map((node) => node?.patch('/clock', { advance_ms: HOUR_MS })))
    assert.deepEqual([first?.status, second?.status, fired], [200, 200, 1])
    const dateOf = (body: unknown) => Date.parse((body as { now: string }).now)
    assert.equal(dateOf(await clockOf(atB)), dateOf(moved?.body) + 2 * HOUR_MS, 'both steps count')
    const now = new Date(dateOf(moved?.body) + 5 * HOUR_MS).toISOString()
    await Promise.all([atA, atB].map((node) => node?.patch('/clock', { now })))
    const both = await clockOf(atB)
    assert.deepEqual(await clockOf(atA), both)
    assert.equal(dateOf(both), Date.parse(now), 'the same date twice is one step')
    const c = await startNode(store.databaseUrl, 'c', { date: Date.parse('2031-01-01T00:00:00Z') })
    try {
      assert.deepEqual(await clockOf(operatorOf(c)), both, 'its own date is not used')
      await operatorOf(c).patch('/clock', { frozen: false })
      for (const operator of [atA, atB]) assert.equal((await clockOf(operator))?.frozen, false)
    } finally {
      await c.close()
    }
    const late = await atB?.patch('/clock', { now: '2020-01-01T00:00:00Z' })
    assert.equal(late?.code, 50035)
  })
})
