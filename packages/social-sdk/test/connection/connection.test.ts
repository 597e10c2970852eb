import assert from 'node:assert/strict'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, before, test } from 'node:test'
import { onlyOneNode } from '../../../server/test/support/only-one-node.ts'
import * as sdk from '../support/sdk.ts'
import { type SdkLab, StatusLog, sdkLab } from '../support/sdk-lab.ts'

const ONE_NODE = onlyOneNode('each has request faults for itself')

const { Status } = sdk.Client
const { Bearer } = sdk.AuthorizationTokenType

let lab: SdkLab
before(async () => {
  lab = await sdkLab()
})
after(() => lab[Symbol.asyncDispose]())

const fault = (given: { type: 'drop' | 'close' | 'invalid_session' | 'reconnect'; code?: number }) =>
  lab.platform.control.request('POST /gateway/faults', { application_id: String(lab.app('arcade')), ...given })

/** Returns a Client with a token and the log of its status changes. */
async function prepared(name: string) {
  const client = lab.client()
  await client.UpdateToken(Bearer, await lab.playerToken('arcade', name))
  return { client, log: new StatusLog(client) }
}

/** Connects and waits for Ready. */
async function ready({ client, log }: { client: sdk.Client; log: StatusLog }): Promise<void> {
  const done = log.next(Status.Ready)
  client.Connect()
  await done
}

test('[SDK-29] Connect and Disconnect go through the documented statuses', async () => {
  const { client, log } = await prepared('order')
  client.SetApplicationId(0n)
  assert.equal(client.GetStatus(), Status.Disconnected)
  await ready({ client, log })
  assert.deepEqual([client.GetStatus(), client.GetApplicationId()], [Status.Ready, lab.app('arcade')])
  const ended = log.next(Status.Disconnected)
  client.Disconnect()
  assert.equal(client.GetStatus(), Status.Disconnected)
  await ended
  assert.deepEqual(log.names, ['Connecting', 'Connected', 'Ready', 'Disconnecting', 'Disconnected'])
  assert.ok(log.seen.every(({ error, detail }) => error === sdk.Client.Error.None && detail === 0))
  client.Disconnect()
  await ready({ client, log })
  client.Disconnect()
})

test('Connect without a token stays Disconnected and logs an error', async () => {
  const client = lab.client()
  const log = new StatusLog(client)
  const lines: string[] = []
  client.AddLogCallback((line) => lines.push(line), sdk.LoggingSeverity.Error)
  client.Connect()
  await client.FetchCurrentUser(Bearer, 'x')
  assert.deepEqual([client.GetStatus(), log.seen, lines.length], [Status.Disconnected, [], 1])
})

test('a loss is Reconnecting with UnexpectedClose and the close code, then Ready', async () => {
  const { client, log } = await prepared('loss')
  await ready({ client, log })
  for (const given of [
    { type: 'close', code: 4000 } as const,
    { type: 'drop' } as const,
    { type: 'reconnect' } as const,
  ]) {
    log.seen.length = 0
    const back = log.next(Status.Ready)
    await fault(given)
    await back
    assert.deepEqual(log.names, ['Reconnecting', 'Ready'], given.type)
    assert.equal(log.seen[0]?.error, sdk.Client.Error.UnexpectedClose)
    if (given.type === 'close') assert.equal(log.seen[0]?.detail, 4000)
    assert.deepEqual([log.seen[1]?.error, log.seen[1]?.detail], [sdk.Client.Error.None, 0])
  }
  client.Disconnect()
})

test('a terminal close code is Disconnected with UnexpectedClose and the code, and no attempt follows', async () => {
  for (const code of [4004, 4014]) {
    const { client, log } = await prepared(`terminal-${code}`)
    await ready({ client, log })
    const ended = log.next(Status.Disconnected)
    await fault({ type: 'close', code })
    await ended
    assert.deepEqual(log.seen.at(-1), {
      status: Status.Disconnected,
      error: sdk.Client.Error.UnexpectedClose,
      detail: code,
    })
    assert.equal(client.GetStatus(), Status.Disconnected)
  }
})

test('a token that is not valid ends the first connect with 4004', async () => {
  const client = lab.client()
  const log = new StatusLog(client)
  await client.UpdateToken(Bearer, 'wrong')
  const ended = log.next(Status.Disconnected)
  client.Connect()
  await ended
  assert.deepEqual(log.names, ['Connecting', 'Connected', 'Disconnected'])
  assert.deepEqual([log.seen[2]?.error, log.seen[2]?.detail], [sdk.Client.Error.UnexpectedClose, 4004])
})

test('a first connect that fails reports ConnectionFailed; a refusal of HTTP is HttpWait', ONE_NODE, async () => {
  const { client, log } = await prepared('first')
  await lab.platform.control.request('POST /requests/faults', { path: '/gateway', status: 503 })
  await ready({ client, log })
  assert.deepEqual(log.names, ['Connecting', 'HttpWait', 'Connected', 'Ready'])
  assert.deepEqual([log.seen[1]?.error, log.seen[1]?.detail], [sdk.Client.Error.ConnectionFailed, 503])
  client.Disconnect()

  const nowhere = new sdk.Client('http://127.0.0.1:9/api/v10', 'http://127.0.0.1:9')
  const lost = new StatusLog(nowhere)
  await nowhere.UpdateToken(Bearer, 'x')
  const failed = lost.next(Status.Reconnecting)
  nowhere.Connect()
  await failed
  assert.equal(lost.seen.at(-1)?.error, sdk.Client.Error.ConnectionFailed)
  const ended = lost.next(Status.Disconnected)
  nowhere.Disconnect()
  await ended
  assert.deepEqual(lost.names, ['Connecting', 'Reconnecting', 'Disconnecting', 'Disconnected'])
  nowhere.dispose()
})

test('[SDK-31] UpdateToken while connected keeps the session, also after the end of the former token', async () => {
  const { client: signedIn, access, refresh } = await lab.signIn('bob')
  const client = lab.client()
  const log = new StatusLog(client)
  await client.UpdateToken(Bearer, access)
  await ready({ client, log })
  log.seen.length = 0
  const [result, next] = await signedIn.RefreshToken(lab.app('arcade'), refresh)
  assert.equal(result.ToString(), 'Success')
  await client.UpdateToken(Bearer, next)
  assert.deepEqual((await client.FetchCurrentUser(Bearer, next))[1], lab.user('bob'))
  if (client.GetStatus() !== Status.Ready) await log.next(Status.Ready)
  const back = log.next(Status.Ready)
  await lab.platform.control.request('POST /gateway/faults', { user_id: String(lab.user('bob')), type: 'drop' })
  await back
  assert.equal(client.GetStatus(), Status.Ready)
  client.Disconnect()
})

test('methods that need the server give ClientNotReady before Ready, and results afterwards', async () => {
  const { client: signedIn, access } = await lab.signIn('bob')
  assert.equal((await signedIn.GetUserGuilds())[0].Type(), sdk.ErrorType.ClientNotReady)
  const client = await lab.connect(access)
  const [result, guilds] = await client.GetUserGuilds()
  assert.equal(result.ToString(), 'Success')
  assert.deepEqual(
    guilds.map((guild) => [guild.Id(), guild.Name()]),
    [[BigInt(lab.platform.world?.guilds.hall?.id ?? 0), 'hall']],
  )
  client.Disconnect()
})

test('a Client that ends gives ClientDestroyed to what waits, and defaults afterwards', async () => {
  const { client, log } = await prepared('end')
  await ready({ client, log })
  const pages: string[] = []
  const waiting = lab.client('arcade', { openUrl: (page) => pages.push(page) })
  const args = new sdk.AuthorizationArgs()
  args.SetScopes('identify')
  const authorized = waiting.Authorize(args)
  while (pages.length === 0) await new Promise(setImmediate)
  waiting.dispose()
  assert.equal((await authorized)[0].Type(), sdk.ErrorType.ClientDestroyed)

  log.seen.length = 0
  client[Symbol.dispose]()
  assert.deepEqual(
    [client.valid, client.toBoolean(), client.GetStatus(), client.GetApplicationId(), client.IsAuthenticated()],
    [false, false, Status.Disconnected, 0n, false],
  )
  client.Connect()
  const [result, id] = await client.FetchCurrentUser(Bearer, 'x')
  assert.deepEqual([result.Type(), id], [sdk.ErrorType.ClientDestroyed, 0n])
  assert.deepEqual(log.seen, [])
  const sessions = await lab.platform.control.request('GET /gateway/sessions')
  assert.ok(!JSON.stringify(sessions).includes('"connected":true'), JSON.stringify(sessions))
})

test('logs go to callbacks by severity, and to a file that is emptied first', async (context) => {
  const folder = mkdtempSync(join(tmpdir(), 'sdk-log-'))
  context.after(() => rmSync(folder, { recursive: true }))
  writeFileSync(join(folder, 'discord.log'), 'old\n')
  const { client, log } = await prepared('logs')
  const [all, errors]: string[][] = [[], []]
  client.AddLogCallback((line) => all?.push(line), sdk.LoggingSeverity.Info)
  client.AddLogCallback((line) => errors?.push(line), sdk.LoggingSeverity.Error)
  assert.equal(client.SetLogDir(join(folder, 'missing'), sdk.LoggingSeverity.Info), false)
  assert.equal(client.SetLogDir(folder, sdk.LoggingSeverity.Info), true)
  await ready({ client, log })
  const text = readFileSync(join(folder, 'discord.log'), 'utf8')
  assert.ok(!text.includes('old') && text.includes('Info status'), text)
  assert.ok((all?.length ?? 0) > 0)
  assert.deepEqual(errors, [])
  assert.equal(client.SetLogDir(folder, sdk.LoggingSeverity.None), true)
  client.Disconnect()
  assert.equal(readFileSync(join(folder, 'discord.log'), 'utf8'), text)

  writeFileSync(join(folder, 'discord-webrtc_0'), 'former\n')
  client.AddVoiceLogCallback(() => {}, sdk.LoggingSeverity.Verbose)
  client.SetVoiceLogDir(folder, sdk.LoggingSeverity.Info)
  assert.equal(readFileSync(join(folder, 'discord-last-webrtc_0'), 'utf8'), 'former\n')
  assert.equal(readFileSync(join(folder, 'discord-webrtc_0'), 'utf8'), '')
})

test('RunCallbacks delivers 10,000 waiting callbacks', async () => {
  const client = lab.client()
  let calls = 0
  const all = Array.from({ length: 10_000 }, () =>
    client.UpdateToken(sdk.AuthorizationTokenType.User, '', () => {
      calls += 1
    }),
  )
  await Promise.all(all)
  assert.equal(calls, 10_000)
})
