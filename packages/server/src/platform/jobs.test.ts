import assert from 'node:assert/strict'
import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { test } from 'node:test'
import { fileURLToPath } from 'node:url'
import type { FileStore } from '../kernel/files.ts'
import { jobsOf } from './jobs.ts'

const src = fileURLToPath(new URL('..', import.meta.url))

/** Kinds of rows that versions of the platform have stored. A kind that is renamed here loses its rows. */
const STORED = [
  'call-ringing',
  'crosspost',
  'crosspost-changed',
  'forget-texts',
  'game-messages-expired',
  'harvest',
  'harvest-expired',
  'headless-session',
  'index-messages',
  'integration-removed',
  'interaction-unanswered',
  'invite-expired',
  'invite-targets',
  'lobby-idle',
  'poll-expired',
  'purge-account',
  'push',
  'remove-files',
  'remove-messages',
  'reports-expire',
  'reports-notice',
  'retention-files',
  'retention-messages',
  'scheduled-event',
  'sizes',
  'stage-instance',
  'subscription-period',
  'thread-archive',
]

test('each declared job is listed once, with the kind of its stored rows', () => {
  const kinds = jobsOf({
    files: {} as FileStore,
    erase: () => undefined,
    harvests: { run: async () => undefined },
  }).map(({ job }) => job.kind)
  const declared = globSync('resources/**/jobs.ts', { cwd: src })
    .flatMap((path) => [...readFileSync(join(src, path), 'utf8').matchAll(/= job<[^']*\('([^']+)'\)/g)])
    .map(([, kind]) => kind)
  assert.deepEqual(kinds.toSorted(), declared.toSorted())
  assert.deepEqual(kinds.toSorted(), STORED)
})
