/**
 * Sends requests generated from each operation's own schemas, valid and invalid: none receives a 5xx, and none that
 * is refused changes a row. Seeded, so that a failure can be repeated.
 */
import assert from 'node:assert/strict'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { after, before, describe, test } from 'node:test'
import { api, type TestPlatform } from '@guildhall/testing'
import fc, { type GeneratorValue } from 'fast-check'
import type { Operation } from '../../src/kernel/operation.ts'
import { DraftedRequests, draftedWorld, operationsInOrder } from '../support/drafted-requests.ts'
import { startPlatform } from '../support/platform.ts'
import { populate } from '../support/populated-world.ts'

const JSON_TYPE = { 'content-type': 'application/json' }
const SEED = Number(process.env.GUILDHALL_TEST_SEED) || 20260101
const RUNS = Number(process.env.GUILDHALL_TEST_RUNS) || 20
/** Time for all operations together: on a machine under load the later ones get fewer requests. */
const TIME_MAX_MS = 15_000
const LATE_RUNS = 4
let platform: TestPlatform
let startedAt: number
let folder: string
let watcher: DatabaseSync
let requests: DraftedRequests

/** Another connection's view of the store: the number changes with every commit that wrote. */
const version = () => JSON.stringify(watcher.prepare('PRAGMA data_version').get())

describe('inputs from schemas', () => {
  before(async () => {
    folder = await mkdtemp(join(tmpdir(), 'guildhall-inputs-'))
    platform = await startPlatform({
      data: folder,
      databaseUrl: null,
      rateLimits: 'off',
      logLevel: 'silent',
      world: draftedWorld,
    } as never)
    requests = new DraftedRequests(await populate(platform))
    startedAt = performance.now()
    watcher = new DatabaseSync(join(folder, 'guildhall.db'), { readOnly: true })
  })

  after(async () => {
    watcher.close()
    await platform.close()
    await rm(folder, { recursive: true, force: true })
  })

  for (const operation of operationsInOrder) {
    test(operation.id, async () => {
      await fc.assert(
        fc.asyncProperty(fc.gen(), (g) => attempt(g, operation)),
        { seed: SEED, numRuns: runsNow(), endOnFailure: true },
      )
    })
  }
})

/** Operations whose refusals are counted in the store, so that nobody guesses for long. */
const COUNTED: ReadonlySet<string> = new Set(['login'])
/** Attempts of a request that was refused while rows changed. */
const ATTEMPTS_MAX = 50

const runsNow = () =>
  performance.now() - startedAt < TIME_MAX_MS || process.env.GUILDHALL_TEST_RUNS ? RUNS : LATE_RUNS

async function attempt(g: GeneratorValue, operation: Operation): Promise<void> {
  const { url, body, wrong } = requests.draft(g, operation)
  const caller = api(platform.api, requests.token(g, operation) || undefined)
  const method = operation.method.toLowerCase() as keyof typeof caller
  const send = () => caller[method]<unknown>(url, body === undefined ? undefined : JSON.stringify(body), JSON_TYPE)
  let before = version()
  let answer = await send()
  const changesNothing = () => COUNTED.has(operation.id) || version() === before
  // Background work of former requests may have come between, and ends. A write of this request comes each time.
  for (let tries = 0; tries < ATTEMPTS_MAX && answer.status >= 400 && !changesNothing(); tries += 1) {
    before = version()
    answer = await send()
  }
  const text = JSON.stringify(answer.body)
  const said = `${operation.method} ${url} ${JSON.stringify(body)?.slice(0, 2_000)} → ${answer.status} ${text.slice(0, 500)}`
  assert.ok(answer.status < 500, said)
  if (wrong) assert.ok(answer.status >= 400, `should be refused: ${said}`)
  if (answer.status < 400) requests.keepIds(operation, url, answer.body)
  else assert.ok(changesNothing(), `refused, but something was written: ${said}`)
}
