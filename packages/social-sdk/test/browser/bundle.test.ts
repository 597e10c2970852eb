import assert from 'node:assert/strict'
import { test } from 'node:test'
import { bundled, loadedAtStart, sizeOf } from '../support/bundle.ts'

const KIB = 1024

test('a bundle for pages has at most 500 KiB and imports nothing of Node', async () => {
  const parts = await bundled(`export * from '@guildhall/social-sdk'`)
  assert.ok(sizeOf(parts) <= 500 * KIB, `${sizeOf(parts)} bytes`)
  for (const { name, code } of parts) assert.doesNotMatch(code, /(?:from|import|require)\s*\(?["']node:/, name)
})

const ACTIVITY_ALONE = `
import { Activity, Client, RunCallbacks } from '@guildhall/social-sdk'

const client = new Client()
client.SetApplicationId(1n)
const activity = new Activity()
activity.SetState('In the menu')
client.UpdateRichPresence(activity, (result) => console.log(result.Successful()))
setInterval(RunCallbacks, 16)
`

for (const platform of ['browser', 'node'] as const)
  test(`a program that uses UpdateRichPresence alone loads at most 60 KiB at its start (${platform})`, async () => {
    const loaded = sizeOf(loadedAtStart(await bundled(ACTIVITY_ALONE, { platform })))
    assert.ok(loaded <= 60 * KIB, `${loaded} bytes`)
  })
