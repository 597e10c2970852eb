/** A game in a page of another origin than the platform, in Chromium. */
import { once } from 'node:events'
import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import type { Browser, Page } from 'playwright-core'
import { launchBrowser } from '../../../web/test/support/browser.ts'
import type { Part } from './bundle.ts'
import type * as sdk from './sdk.ts'
import { type SdkLab, sdkLab } from './sdk-lab.ts'

/** Names of the page's global object. */
export interface InPage {
  readonly sdk: typeof sdk
  readonly pages: string[]
  client: sdk.Client
}
declare const window: InPage

/** A page with a Client of the game `arcade`, and the platform that allows its origin. */
export class GamePage implements AsyncDisposable {
  readonly page: Page
  readonly lab: SdkLab
  readonly #browser: Browser
  readonly #server: Server

  private constructor(lab: SdkLab, server: Server, browser: Browser, page: Page) {
    this.page = page
    this.lab = lab
    this.#browser = browser
    this.#server = server
  }

  /** Opens a page that loads a bundle of the package. RunCallbacks is called all the time. */
  static async open(parts: readonly Part[]): Promise<GamePage> {
    const server = await serve(new Map(parts.map(({ name, code }) => [`/${name}`, code])))
    const origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
    const redirectUri = `${origin}/signed-in`
    const lab = await sdkLab({ gameOrigins: [origin] }, [redirectUri])
    const browser = await launchBrowser()
    const page = await (await browser.newContext()).newPage()
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
      [lab.platform.url, String(lab.app('arcade')), redirectUri] as const,
    )
    return new GamePage(lab, server, browser, page)
  }

  /** Lets a person sign in by `redirectUri` and `handleUrl`, and connects. */
  async signIn(name: string): Promise<{ isTaken: boolean; id: string; status: sdk.Client.Status }> {
    const opened = await this.page.evaluate(async () => {
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
    const location = await this.lab.decide(name, opened)
    return this.page.evaluate(async (redirect) => {
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
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.#browser.close()
    await this.lab[Symbol.asyncDispose]()
    this.#server.close()
  }
}

async function serve(files: ReadonlyMap<string, string>): Promise<Server> {
  const server = createServer(({ url = '/' }, response) => {
    const code = files.get(url)
    response.setHeader('content-type', code === undefined ? 'text/html' : 'text/javascript')
    response.end(code ?? '<!doctype html><title>A game</title>')
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  return server
}
