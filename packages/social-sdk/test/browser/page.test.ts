/** The package in a page of another origin than the platform, in Chromium. */
import assert from 'node:assert/strict'
import { once } from 'node:events'
import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { after, before, test } from 'node:test'
import type { Browser, Page } from 'playwright-core'
import { launchBrowser } from '../../../web/test/support/browser.ts'
import { NO_BROWSER } from '../../../web/test/support/chromium.ts'
import { bundleForPages } from '../support/bundle.ts'
import type * as sdk from '../support/sdk.ts'
import { type SdkLab, sdkLab } from '../support/sdk-lab.ts'

/** Names of the page's global object. */
interface InPage {
  readonly sdk: typeof sdk
  readonly pages: string[]
  client: sdk.Client
}
declare const window: InPage

let server: Server
let lab: SdkLab
let browser: Browser
let page: Page
before(async () => {
  if (NO_BROWSER) return
  const parts = await bundleForPages(`export * from '@guildhall/social-sdk'`)
  const files = new Map(parts.map(({ name, code }) => [`/${name}`, code]))
  server = createServer(({ url = '/' }, response) => {
    const code = files.get(url)
    response.setHeader('content-type', code === undefined ? 'text/html' : 'text/javascript')
    response.end(code ?? '<!doctype html><title>A game</title>')
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  lab = await sdkLab({ gameOrigins: [origin] }, [`${origin}/signed-in`])
  browser = await launchBrowser()
  page = await (await browser.newContext()).newPage()
  await page.goto(origin)
  await page.evaluate(
    async ([webBase, applicationId, redirectUri]) => {
      const loaded = (await import('/entry.js' as string)) as typeof sdk
      const pages: string[] = []
      Object.assign(window, { sdk: loaded, pages })
      loaded.pumpCallbacks()
      const options = new loaded.ClientCreateOptions()
      options.SetWebBase(webBase)
      options.redirectUri = redirectUri
      options.openUrl = (url) => void pages.push(url)
      window.client = new loaded.Client(options)
      window.client.SetApplicationId(BigInt(applicationId))
    },
    [lab.platform.url, String(lab.app('arcade')), `${origin}/signed-in`] as const,
  )
})
after(async () => {
  if (NO_BROWSER) return
  await browser.close()
  await lab[Symbol.asyncDispose]()
  server.close()
})

test('a page signs its player in by redirectUri and handleUrl, and connects', { skip: NO_BROWSER }, async () => {
  const opened = await page.evaluate(async () => {
    const { sdk, client, pages } = window
    const verifier = client.CreateAuthorizationCodeVerifier()
    const args = new sdk.AuthorizationArgs()
    args.SetScopes(sdk.Client.GetDefaultCommunicationScopes())
    args.SetCodeChallenge(verifier.Challenge())
    const authorized = client.Authorize(args)
    Object.assign(window, { authorized, verifier })
    while (pages.length === 0) await new Promise((resolve) => setTimeout(resolve, 5))
    return pages[0] ?? ''
  })
  const location = await lab.decide('cleo', opened)
  const signedIn = await page.evaluate(async (redirect) => {
    const { sdk, client, authorized, verifier } = window as InPage & {
      authorized: ReturnType<sdk.Client['Authorize']>
      verifier: sdk.AuthorizationCodeVerifier
    }
    const isTaken = client.handleUrl(redirect)
    const [code, redirectUri] = sdk.ok(await authorized)
    const exchange = [client.GetApplicationId(), code, verifier.Verifier(), redirectUri] as const
    const [token] = sdk.ok(await client.GetToken(...exchange))
    sdk.ok(await client.UpdateToken(sdk.AuthorizationTokenType.Bearer, token))
    const ready = sdk.events(client).iterate('statusChanged')
    client.Connect()
    for await (const [status] of ready) if (status === sdk.Client.Status.Ready) break
    const [id] = sdk.ok(await client.FetchCurrentUser(sdk.AuthorizationTokenType.Bearer, token))
    return { isTaken, id: String(id), status: client.GetStatus() }
  }, location)
  assert.deepEqual(signedIn, { isTaken: true, id: String(lab.user('cleo')), status: 3 })
})

test('a page writes no log file, has no calls, and needs redirectUri', { skip: NO_BROWSER }, async () => {
  const seen = await page.evaluate(async () => {
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
