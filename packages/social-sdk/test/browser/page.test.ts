/** The package in a page of another origin than the platform, in Chromium. */
import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { NO_BROWSER } from '../../../web/test/support/chromium.ts'
import { bundled } from '../support/bundle.ts'
import { GamePage, type InPage } from '../support/game-page.ts'

declare const window: InPage

let game: GamePage
before(async () => {
  if (!NO_BROWSER) game = await GamePage.open(await bundled(`export * from '@guildhall/social-sdk'`))
})
after(async () => {
  if (!NO_BROWSER) await game[Symbol.asyncDispose]()
})

test('a page signs its player in by redirectUri and handleUrl, and connects', { skip: NO_BROWSER }, async () => {
  const signedIn = await game.signIn('cleo')
  assert.deepEqual(signedIn, { isTaken: true, id: String(game.lab.user('cleo')), status: 3 })
})

test('a page writes no log file, has no calls, and needs redirectUri', { skip: NO_BROWSER }, async () => {
  const seen = await game.page.evaluate(async () => {
    const { sdk } = window
    const client = new sdk.Client()
    client.SetApplicationId(1n)
    const args = new sdk.AuthorizationArgs()
    args.SetScopes('identify')
    const [result] = await client.Authorize(args)
    const seen = [client.SetLogDir('', sdk.LoggingSeverity.Info), client.StartCall(1n).valid, result.Type()]
    client.dispose()
    return seen
  })
  assert.deepEqual(seen, [false, false, 6])
})

test('an activity of a page is shown once its player is connected', { skip: NO_BROWSER }, async () => {
  const seen = await game.page.evaluate(async () => {
    const { sdk, client } = window
    const status = (wanted: number) => async (statuses: AsyncIterable<[number, ...unknown[]]>) => {
      for await (const [reached] of statuses) if (reached === wanted) return
    }
    const statuses = () => sdk.events(client).iterate('statusChanged')
    const ended = status(sdk.Client.Status.Disconnected)(statuses())
    client.Disconnect()
    await ended
    const ready = status(sdk.Client.Status.Ready)(statuses())
    client.Connect()
    const activity = new sdk.Activity()
    activity.SetState('In the menu')
    const [early] = await client.UpdateRichPresence(activity)
    await ready
    while (!client.GetCurrentUserV2()?.GameActivity()) await new Promise((resolve) => setTimeout(resolve, 5))
    return [early.Type(), client.GetCurrentUserV2()?.GameActivity()?.State()]
  })
  assert.deepEqual(seen, [9, 'In the menu'])
})
