import assert from 'node:assert/strict'
import { test } from 'node:test'
import * as sdk from '../support/sdk.ts'

test('pumpCallbacks calls what is due until it ends', async () => {
  const client = new sdk.Client()
  {
    using _pump = sdk.pumpCallbacks()
    const [result] = await client.UpdateToken(sdk.AuthorizationTokenType.User, 'x')
    assert.equal(result.Type(), sdk.ErrorType.ValidationError)
  }
  let isCalled = false
  const later = client.UpdateToken(sdk.AuthorizationTokenType.User, 'x', () => {
    isCalled = true
  })
  const pause = () => new Promise((resolve) => setTimeout(resolve, 5))
  await pause()
  assert.equal(isCalled, false)
  // On a machine with much other work the callback may not be due yet.
  for (sdk.RunCallbacks(); !isCalled; sdk.RunCallbacks()) await pause()
  await later
  client.dispose()
})
