/** Tasks that one of several nodes does at a time: mails, packages of data, backups. */
import assert from 'node:assert/strict'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { test } from 'node:test'
import { api } from '@guildhall/testing'
import postgres from 'postgres'
import { startNode } from '../support/cluster-node.ts'
import { clusterStore, ON_POSTGRES } from '../support/cluster-store.ts'
import { MailServer } from '../support/mail-server.ts'
import { until } from '../support/until.ts'

type Node = Awaited<ReturnType<typeof startNode>>

const SETTINGS = { registration: 'open', registration_email: 'verified', registration_challenge: false }
const world = { users: { ann: { email: 'ann@example.com' } }, guilds: { lab: { owner: 'ann' } } }

async function register(at: Node, username: string): Promise<void> {
  const form = { username, password: 'correct horse battery', email: `${username}@tasks.example` }
  assert.equal((await api(at.api).post('/auth/register', form)).status, 202)
}

test('each mail is sent by one node, and by another one once that node has ended', ON_POSTGRES, async () => {
  const { databaseUrl, drop } = await clusterStore()
  const mail = await MailServer.start()
  const settings = { ...SETTINGS, smtp_url: mail.url, mail_from: 'hall@tasks.example' }
  const nodes = [await startNode(databaseUrl, 'a', { settings }), await startNode(databaseUrl, 'b', { settings })]
  const sql = postgres(databaseUrl, { max: 1, onnotice: () => undefined })
  const sender = async () => (await sql`SELECT node FROM node_tasks WHERE name = 'mails'`)[0]?.node
  try {
    const names = Array.from({ length: 12 }, (_, number) => `user${number}`)
    await Promise.all(names.map((name, number) => register(nodes[number % 2] ?? assert.fail(), name)))
    const waiting = (at: Node) => api(at.api, `Bearer ${at.control.key}`).get<{ waiting: number }>('/admin/mail')
    await until('nothing waits', async () => (await waiting(nodes[0] ?? assert.fail())).body.waiting === 0)
    assert.deepEqual(mail.received.map(({ to }) => to).sort(), names.map((name) => `${name}@tasks.example`).sort())
    const first = (await sender()) === 'a' ? 0 : 1
    const [ended] = nodes.splice(first, 1)
    await ended?.close()
    await register(nodes[0] ?? assert.fail(), 'later')
    await mail.mailsTo('later@tasks.example')
    assert.equal(await sender(), first === 0 ? 'b' : 'a')
  } finally {
    for (const node of nodes) await node.close()
    await sql.end()
    await mail.leave()
    await drop()
  }
})

test('mails of a node that is lost are sent by another one once its loss is declared', ON_POSTGRES, async () => {
  const { databaseUrl, drop } = await clusterStore()
  const mail = await MailServer.start()
  const settings = { ...SETTINGS, smtp_url: mail.url, mail_from: 'hall@tasks.example' }
  const a = await startNode(databaseUrl, 'a', { settings })
  const sql = postgres(databaseUrl, { max: 1, onnotice: () => undefined })
  try {
    await sql`INSERT INTO nodes SELECT (jsonb_populate_record(nodes, '{"name":"lost","epoch":1,"worker_id":1000}')).*
      FROM nodes WHERE name = 'a'`
    await sql`INSERT INTO node_tasks VALUES ('mails', 'lost', 1)`
    await register(a, 'erin')
    await until('the loss is declared', async () => {
      const [present] = await sql`SELECT name FROM nodes WHERE name = 'lost'`
      if (present) assert.equal(mail.offered, 0)
      return present === undefined
    })
    await mail.mailsTo('erin@tasks.example')
  } finally {
    await a.close()
    await sql.end()
    await mail.leave()
    await drop()
  }
})

test('a package of data that a live node makes is begun by no other node', ON_POSTGRES, async () => {
  const { databaseUrl, drop } = await clusterStore()
  const sql = postgres(databaseUrl, { max: 1, onnotice: () => undefined })
  const a = await startNode(databaseUrl, 'a', { world })
  const b = await startNode(databaseUrl, 'b')
  try {
    const status = async () => (await a.ann.api.get<{ status: number }>('/users/@me/harvest')).body.status
    // Node b has begun the package as soon as it is stored.
    await sql.unsafe(`CREATE FUNCTION taken() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN
      INSERT INTO node_tasks SELECT 'harvest.' || NEW.id, name, epoch FROM nodes WHERE name = 'b'; RETURN NEW; END $$`)
    await sql`CREATE TRIGGER taken AFTER INSERT ON harvests FOR EACH ROW EXECUTE FUNCTION taken()`
    assert.equal((await a.ann.api.post('/users/@me/harvest', {})).status, 200)
    await until('the job has run at a node', async () => {
      const [row] = await sql`SELECT due_at FROM jobs WHERE kind = 'harvest' AND due_at > ${Date.now()}`
      return row !== undefined
    })
    assert.equal(await status(), 0, 'the package waits for node b')
    await sql`UPDATE node_tasks SET epoch = 1`
    const look = () => Promise.all([a.clock.advance(5_000), b.clock.advance(5_000)])
    await until('the package is made once the life of that node has ended', async () => {
      await look()
      return (await status()) === 3
    })
    const left = await sql`SELECT name FROM node_tasks WHERE name LIKE 'harvest.%'`
    assert.equal(left.length, 0)
  } finally {
    await b.close()
    await a.close()
    await sql`DROP TRIGGER IF EXISTS taken ON harvests`
    await sql`DROP FUNCTION IF EXISTS taken`
    await sql.end()
    await drop()
  }
})

test('a node that starts ends the backups of lost nodes, and not those of live ones', ON_POSTGRES, async () => {
  const { databaseUrl, drop } = await clusterStore()
  const folder = await mkdtemp(join(tmpdir(), 'guildhall-tasks-'))
  const sql = postgres(databaseUrl, { max: 1, onnotice: () => undefined })
  const a = await startNode(databaseUrl, 'a', { world, settings: { backup_to: join(folder, 'kept') } })
  try {
    const add = (id: number) => sql`INSERT INTO operator_jobs (id, kind, state, done, created_at)
      VALUES (${id}, 'backup', 'running', 0, 0)`
    await add(1)
    await add(2)
    await sql`INSERT INTO node_tasks SELECT 'backup.1', name, epoch FROM nodes WHERE name = 'a'`
    await sql`INSERT INTO node_tasks VALUES ('backup.2', 'lost', 1)`
    await using b = await startNode(databaseUrl, 'b', { data: join(folder, 'b') })
    const job = async (id: number) =>
      (await api(b.api, `Bearer ${b.control.key}`).get<{ state: string }>(`/admin/jobs/${id}`)).body.state
    assert.deepEqual([await job(1), await job(2)], ['running', 'failed'])
  } finally {
    await a.close()
    await sql.end()
    await drop()
    await rm(folder, { recursive: true, force: true })
  }
})
