import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { test } from 'node:test'
import * as sdk from '../support/sdk.ts'
import { sdkLab } from '../support/sdk-lab.ts'

test('the option ca trusts a private authority, for requests and for the gateway', async () => {
  await using lab = await sdkLab({ tls: 'local' })
  const address = lab.platform.url.replace('http://', 'https://')
  const token = await lab.playerToken('arcade', 'private')
  const options = new sdk.ClientCreateOptions()
  options.SetWebBase(address)
  const { Bearer } = sdk.AuthorizationTokenType
  const distrusting = new sdk.Client(options)
  assert.equal((await distrusting.FetchCurrentUser(Bearer, token))[0].Type(), sdk.ErrorType.NetworkError)
  distrusting.dispose()

  options.ca = readFileSync(lab.platform.ca ?? '', 'utf8')
  using client = new sdk.Client(options)
  assert.equal((await client.FetchCurrentUser(Bearer, token))[0].ToString(), 'Success')
  await client.UpdateToken(Bearer, token)
  const ready = sdk.events(client).iterate('statusChanged')
  client.Connect()
  for await (const [status, error] of ready) {
    assert.equal(error, sdk.Client.Error.None)
    if (status === sdk.Client.Status.Ready) break
  }
  client.Disconnect()
})
