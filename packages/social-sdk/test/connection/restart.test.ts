import assert from 'node:assert/strict'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { test } from 'node:test'
import * as sdk from '../support/sdk.ts'
import { StatusLog, sdkLab } from '../support/sdk-lab.ts'

const { Status } = sdk.Client

test('a Client is Ready again after the server was restarted', async (context) => {
  const data = await mkdtemp(join(tmpdir(), 'sdk-restart-'))
  context.after(() => rm(data, { recursive: true }))
  await using lab = await sdkLab({ data, databaseUrl: null })
  const token = await lab.playerToken('arcade', 'patient')
  using client = lab.client()
  await client.UpdateToken(sdk.AuthorizationTokenType.Bearer, token)
  const log = new StatusLog(client)
  const ready = log.next(Status.Ready)
  client.Connect()
  await ready
  const back = log.next(Status.Ready)
  await lab.restart()
  await back
  assert.deepEqual(log.names, ['Connecting', 'Connected', 'Ready', 'Reconnecting', 'Ready'])
})
