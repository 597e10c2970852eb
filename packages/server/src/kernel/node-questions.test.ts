import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { Bus } from './bus.ts'
import type { Lease } from './lease.ts'
import type { NodeMessages } from './node-messages.ts'
import { NodeQuestions } from './node-questions.ts'
import type { Units } from './units.ts'

type Listener = (body: unknown, sender: string) => void

/** Nodes whose messages, or whose log, reach all others. */
class Cluster {
  readonly live = new Set<string>()
  readonly messages = new Map<string, Map<string, Listener>>()
  readonly logged: ((event: unknown) => void)[] = []
  written = 0
  /** Returns how often a node receives a message. */
  copies = (_: string) => 1

  node(name: string): NodeQuestions {
    this.live.add(name)
    const listeners = new Map<string, Listener>()
    this.messages.set(name, listeners)
    const messages: NodeMessages = {
      connected: true,
      counts: { sent: 0, received: 0 },
      listen: (kind, listener) => void listeners.set(kind, listener),
      send: (kind, body) => {
        for (const [other, to] of this.messages) {
          for (let copy = 0; other !== name && copy < this.copies(other); copy += 1) to.get(kind)?.(body, `${name} 1`)
        }
        return true
      },
    }
    const lease = {
      node: { name, epoch: 1n },
      liveNodes: async () => [...this.live].map((live) => ({ name: live, epoch: 1n })),
    } as unknown as Lease
    const bus = { listen: (listener: (event: unknown) => void) => this.logged.push(listener) } as unknown as Bus
    const emit = (type: unknown, topic: string, payload: unknown) => {
      this.written += 1
      for (const listener of this.logged) listener({ type, topic, payload })
    }
    const units = { write: (_: unknown, run: (work: unknown) => Promise<void>) => run({ emit }) } as unknown as Units
    return new NodeQuestions({ lease, messages, bus, units, failed: () => undefined })
  }
}

test('each live node answers a question once, however often it comes; one that fails is missing', async () => {
  const cluster = new Cluster()
  const [a, b, c] = ['a', 'b', 'c'].map((name) => cluster.node(name))
  cluster.copies = () => 3
  let asked = 0
  b?.answer('double', (body) => {
    asked += 1
    return (body as number) * 2
  })
  c?.answer('double', () => {
    throw new TypeError('not a number')
  })
  const { of, missing } = (await a?.ask('double', 21)) ?? {}
  assert.deepEqual([...(of ?? [])], [['b', 42]])
  assert.deepEqual([missing, asked, cluster.written], [['c'], 1, 0])
})

test('a node that opens answers once it can, and with its latest answer', async () => {
  const cluster = new Cluster()
  const [a, b] = ['a', 'b'].map((name) => cluster.node(name))
  const early = a?.ask('name', null)
  b?.answer('name', () => 'opened')
  assert.deepEqual([...((await early)?.of ?? [])], [['b', 'opened']])
  b?.answer('name', () => 'opened again')
  assert.deepEqual([...((await a?.ask('name', null))?.of ?? [])], [['b', 'opened again']])
})

test('the log carries questions and answers that messages lose', async () => {
  const cluster = new Cluster()
  const [a, b] = ['a', 'b'].map((name) => cluster.node(name))
  cluster.copies = () => 0
  b?.answer('name', () => 'b')
  assert.deepEqual([...((await a?.ask('name', null)) ?? { of: [] }).of], [['b', 'b']])
  assert.equal(cluster.written, 2)
})

test('a node whose lease ends is not waited for, and no node beyond those that were named', async () => {
  const cluster = new Cluster()
  const [a, b, c] = ['a', 'b', 'c'].map((name) => cluster.node(name))
  const silent = a?.ask('name', null, { withinMs: 60_000, of: ['b'] })
  cluster.live.delete('b')
  assert.deepEqual([...((await silent)?.of ?? [])], [])
  assert.deepEqual((await silent)?.missing, [])
  assert.deepEqual((await a?.ask('name', null, { withinMs: 400 }))?.missing, ['c'])
  assert.ok(b && c)
})
