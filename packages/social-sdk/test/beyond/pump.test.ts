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
  await new Promise((resolve) => setTimeout(resolve, 5))
  assert.equal(isCalled, false)
  sdk.RunCallbacks()
  await later
  client.dispose()
})
