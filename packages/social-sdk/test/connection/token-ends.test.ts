/** Ends of tokens while a Client is connected: the game goes on with another token, or the connection ends. */
import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import { Heard } from '../support/heard.ts'
import { mockTimers } from '../support/mocked-timers.ts'
import * as sdk from '../support/sdk.ts'
import { type SdkLab, StatusLog, sdkLab } from '../support/sdk-lab.ts'
import { until } from '../support/until.ts'

const { Status } = sdk.Client
const { Bearer } = sdk.AuthorizationTokenType
const TOKEN_LIFE_MS = 7 * 24 * 3_600_000

describe('ends of tokens', () => {
  let lab: SdkLab
  before(async () => {
    // Tokens that are given now end in 50 seconds by the clock of this computer.
    lab = await sdkLab({ date: Date.now() - TOKEN_LIFE_MS + 50_000 })
  })
  after(() => lab[Symbol.asyncDispose]())

  /** Returns a Client that is Ready with a token, and its statuses from then on. */
  async function connected(token: string): Promise<{ client: sdk.Client; log: StatusLog; expirations: () => number }> {
    const client = lab.client()
    let count = 0
    client.SetTokenExpirationCallback(() => {
      count += 1
    })
    await client.UpdateToken(Bearer, token)
    const log = new StatusLog(client)
    const ready = log.next(Status.Ready)
    client.Connect()
    await ready
    log.seen.length = 0
    return { client, log, expirations: () => count }
  }

  test('[SDK-31] a game that hears of the end refreshes its token, and keeps its session beyond it', async () => {
    const { client: signedIn, access, refresh } = await lab.signIn('ann')
    const { client: ann, log, expirations } = await connected(access)
    const [, lobbyId] = await ann.CreateOrJoinLobby('long session')
    await until(() => expirations() === 1, 'call of the expiration callback')
    lab.platform.clock.advance(TOKEN_LIFE_MS - 60_000) // to the time of this computer
    const bob = await lab.connect((await lab.signIn('bob')).access)
    await bob.CreateOrJoinLobby('long session')
    const members = new Heard<[bigint, bigint]>()
    bob.SetLobbyMemberUpdatedCallback(members.handler)

    const [refreshed, next] = await signedIn.RefreshToken(lab.app('arcade'), refresh)
    assert.equal(refreshed.ToString(), 'Success')
    assert.equal((await ann.UpdateToken(Bearer, next))[0].ToString(), 'Success')
    lab.platform.clock.advance(120_000)
    await signedIn.FetchCurrentUser(Bearer, access)
    const messages = new Heard<[bigint]>()
    ann.SetMessageCreatedCallback(messages.handler)
    const [, sent] = await bob.SendLobbyMessage(lobbyId, 'still there?')
    await messages.first((id) => id === sent)
    assert.equal((await ann.SendLobbyMessage(lobbyId, 'yes'))[0].ToString(), 'Success')
    assert.deepEqual([log.names, members.calls], [[], []], 'nobody has seen the session end')
    assert.equal(ann.GetLobbyHandle(lobbyId)?.LobbyMemberIds().length, 2)
    assert.equal(expirations(), 1, 'once for a token')
    for (const client of [ann, bob]) client.dispose()
  })

  test('a token that ends without another one ends the connection, and no attempt follows', async () => {
    const { access } = await lab.signIn('cleo')
    const { client, log } = await connected(access)
    const ended = log.next(Status.Disconnected)
    lab.platform.clock.advance(TOKEN_LIFE_MS)
    await ended
    assert.deepEqual(log.seen, [{ status: Status.Disconnected, error: sdk.Client.Error.UnexpectedClose, detail: 4004 }])
    const again = log.next(Status.Ready)
    await client.UpdateToken(Bearer, (await lab.signIn('cleo')).access)
    client.Connect()
    await again
    assert.deepEqual(log.names.slice(1), ['Connecting', 'Connected', 'Ready'])
    client.dispose()
  })

  test('a token that the server has revoked ends the connection, and its end is not announced', async (context) => {
    const token = await lab.playerToken('arcade', 'revoked')
    mockTimers(context)
    const { client, log, expirations } = await connected(token)
    const ended = log.next(Status.Disconnected)
    assert.equal((await lab.client().RevokeToken(lab.app('arcade'), token))[0].ToString(), 'Success')
    await ended
    context.mock.timers.tick(2 * TOKEN_LIFE_MS)
    context.mock.timers.reset()
    assert.equal((await client.FetchCurrentUser(Bearer, token))[0].Status(), 401)
    assert.deepEqual([log.names, log.seen[0]?.detail, expirations()], [['Disconnected'], 4004, 0])
  })
})
