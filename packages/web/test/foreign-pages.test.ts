/** Web pages of other origins in a real browser, on a computer whose person runs the local client with WebSocket. */
import assert from 'node:assert/strict'
import { once } from 'node:events'
import { mkdtemp, rm } from 'node:fs/promises'
import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, before, describe, test } from 'node:test'
import { type LocalClient, startLocalClient } from '@guildhall/local-client'
import { api, startPlatform, type TestPlatform } from '@guildhall/testing'
import type { Browser, Page } from 'playwright-core'
import WebSocketClient from 'ws'
import { launchBrowser } from './support/browser.ts'
import { NO_BROWSER } from './support/chromium.ts'

const REDIRECT = 'http://127.0.0.1:9/callback'

interface World {
  users: Record<'alice' | 'mallory', { id: string; token: string }>
  applications: Record<'evil', { id: string; client_secret: string }>
}

/** Result of one attempt of a page: the text of a response or message, or the name of the failure. */
type Outcome = string

describe('pages of other origins', { skip: NO_BROWSER }, () => {
  let browser: Browser
  let platform: TestPlatform
  let world: World
  let site: Server
  let folder: string
  let local: LocalClient
  let rpc: string
  const questions: string[] = []

  before(async () => {
    site = createServer((_request, response) => {
      response.setHeader('content-type', 'text/html')
      response.end('<!doctype html><title>A page</title><link rel=icon href="data:,">')
    }).listen(0)
    await once(site, 'listening')
    const evil = {
      name: 'Evil',
      owner: 'mallory',
      redirect_uris: [REDIRECT],
      // An address without an origin: pages without an origin must not count as it.
      rpc_origins: [`http://localhost:${sitePort()}`, 'game://evil'],
    }
    ;[browser, platform, folder] = await Promise.all([
      launchBrowser(),
      startPlatform({ world: { users: { alice: {}, mallory: {} }, applications: { evil } }, rateLimits: 'off' }),
      mkdtemp(join(tmpdir(), 'guildhall-pages-')),
    ])
    world = platform.world as unknown as World
    local = await startLocalClient({
      server: platform.url,
      credentials: { token: world.users.alice.token },
      ipcFolder: folder,
      websocket: true,
      consent: async ({ scopes }) => {
        questions.push(scopes.join(' '))
        return true
      },
      onSignedOut: () => {},
    })
    rpc = `127.0.0.1:${new URL(local.websocket ?? '').port}`
    await grantBefore()
  })

  after(async () => {
    await browser?.close()
    await local?.close()
    await platform?.close()
    site?.close()
    if (folder) await rm(folder, { recursive: true })
  })

  const sitePort = () => (site.address() as AddressInfo).port
  const query = () => `v=1&client_id=${world.applications.evil.id}`
  const authorize = () => ({
    cmd: 'AUTHORIZE',
    nonce: 'n',
    args: { client_id: world.applications.evil.id, scopes: ['identify'], prompt: 'none' },
  })

  /** Lets the person allow the application once, so that `prompt: none` needs no question. */
  async function grantBefore(): Promise<void> {
    const { id, client_secret } = world.applications.evil
    const asked = `client_id=${id}&scope=identify&response_type=code&redirect_uri=${encodeURIComponent(REDIRECT)}`
    const alice = api(`${platform.api}/v10`, world.users.alice.token)
    const { body } = await alice.post<{ location: string }>(`/oauth2/authorize?${asked}`, { authorize: true })
    const code = new URL(body.location).searchParams.get('code') ?? assert.fail()
    const form = { client_id: id, client_secret, grant_type: 'authorization_code', code, redirect_uri: REDIRECT }
    const response = await fetch(`${platform.api}/oauth2/token`, { method: 'POST', body: new URLSearchParams(form) })
    assert.equal(response.status, 200)
  }

  async function openPage(origin: string): Promise<Page> {
    const page = await browser.newPage()
    await page.goto(origin)
    return page
  }

  /** Loads a command as a script, and returns what calls back. */
  const byScript = (page: Page, command: object): Promise<Outcome> =>
    page.evaluate(
      (address) =>
        new Promise<string>((resolve) => {
          Object.assign(window, { received: (data: unknown) => resolve(JSON.stringify(data)) })
          const script = document.createElement('script')
          // A blocked response is an empty script in some browsers; the callback would come first.
          script.onload = script.onerror = () => resolve('refused')
          script.src = address
          document.head.append(script)
        }),
      `http://${rpc}/rpc?${query()}&callback=received&payload=${encodeURIComponent(JSON.stringify(command))}`,
    )

  /** Sends a command with POST. */
  const byFetch = (page: Page, command: object, mode: 'cors' | 'no-cors'): Promise<Outcome> =>
    page.evaluate(
      ([address, body, mode]) =>
        fetch(address, { method: 'POST', mode: mode as RequestMode, body }).then(
          async (response) => `${response.status} ${await response.text()}`,
          () => 'refused',
        ),
      [`http://${rpc}/rpc?${query()}`, JSON.stringify(command), mode] as const,
    )

  /** Sends a command with POST from a frame without an origin. */
  const bySandbox = (page: Page, command: object): Promise<Outcome> =>
    page.evaluate(
      ([address, body]) =>
        new Promise<string>((resolve) => {
          window.onmessage = ({ data }) => resolve(String(data))
          const frame = document.createElement('iframe')
          frame.setAttribute('sandbox', 'allow-scripts')
          frame.srcdoc = `<script>fetch(${JSON.stringify(address)}, { method: 'POST', body: ${JSON.stringify(body)} })
            .then((response) => response.text(), () => 'refused').then((text) => parent.postMessage(text, '*'))</script>`
          document.body.append(frame)
        }),
      [`http://${rpc}/rpc?${query()}`, JSON.stringify(command)] as const,
    )

  /** Submits a form whose body is a command, into a frame, and resolves once the frame has loaded. */
  const byForm = (page: Page, command: object): Promise<Outcome> =>
    page.evaluate(
      ([address, body]) =>
        new Promise<string>((resolve) => {
          const frame = document.createElement('iframe')
          frame.name = `frame-${document.forms.length}`
          const form = document.createElement('form')
          Object.assign(form, { method: 'post', enctype: 'text/plain', action: address, target: frame.name })
          const field = document.createElement('input')
          // The form puts `=` between name and value: it falls into a text of the JSON.
          Object.assign(field, { name: `${body.slice(0, -1)},"x":"`, value: '"}' })
          form.append(field)
          document.body.append(frame, form)
          frame.onload = () => resolve('loaded')
          form.submit()
        }),
      [`http://${rpc}/rpc?${query()}`, JSON.stringify(command)] as const,
    )

  /** Sends a command by WebSocket, and returns its response or the code of the close. */
  const bySocket = (page: Page, command: object): Promise<Outcome> =>
    page.evaluate(
      ([address, text]) =>
        new Promise<string>((resolve) => {
          const socket = new WebSocket(address)
          socket.onclose = ({ code }) => resolve(`closed ${code}`)
          socket.onmessage = ({ data }) => {
            if (String(data).includes('"READY"')) socket.send(text)
            else resolve(String(data))
          }
        }),
      [`ws://${rpc}/?${query()}`, JSON.stringify(command)] as const,
    )

  for (const host of ['127.0.0.1', '[::1]']) {
    test(`a page of ${host} on another port gets no code and asks the person nothing, by any form of request`, async () => {
      const page = await openPage(`http://${host}:${sitePort()}`)
      questions.length = 0
      for (const command of [authorize(), { ...authorize(), args: { ...authorize().args, prompt: 'consent' } }]) {
        const outcomes = {
          script: await byScript(page, command),
          fetch: await byFetch(page, command, 'cors'),
          opaque: await byFetch(page, command, 'no-cors'),
          sandbox: await bySandbox(page, command),
          form: await byForm(page, command),
          socket: await bySocket(page, command),
        }
        assert.deepEqual(outcomes, {
          script: 'refused',
          fetch: 'refused',
          opaque: '0 ',
          sandbox: 'refused',
          form: 'loaded',
          socket: 'closed 4001',
        })
      }
      assert.deepEqual(questions, [])
      await page.close()
    })
  }

  test('a page of a registered origin gets a code with its Origin header, and none by a script', async () => {
    const page = await openPage(`http://localhost:${sitePort()}`)
    questions.length = 0
    assert.equal(await byScript(page, authorize()), 'refused')
    assert.match(await byFetch(page, authorize(), 'cors'), /^200 .*"code":"[\w-]{20,}"/)
    assert.match(await bySocket(page, authorize()), /"code":"[\w-]{20,}"/)
    assert.deepEqual(questions, [], 'the person allowed the application before')
    await page.close()
  })

  test('the form for scripts runs no command but the documented one, also without headers of a browser', async () => {
    const run = async (command: object, headers = {}) => {
      const payload = encodeURIComponent(JSON.stringify(command))
      const response = await fetch(`http://${rpc}/rpc?${query()}&callback=f&payload=${payload}`, { headers })
      return `${response.status} ${await response.text()}`
    }
    questions.length = 0
    const refused = /^200 .*"code":4006/
    for (const command of [
      authorize(),
      { cmd: 'AUTHENTICATE', nonce: 'n', args: { access_token: 'x' } },
      { cmd: 'CAPTURE_LOG', nonce: 'n', args: { level: 'info', message: 'x' } },
      { cmd: 'SUBSCRIBE', evt: 'ACTIVITY_LAYOUT_MODE_UPDATE', nonce: 'n', args: {} },
      { cmd: 'GET_USER', nonce: 'n', args: { id: world.users.alice.id } },
      { cmd: 'SET_ACTIVITY', nonce: 'n', args: { activity: null } },
    ])
      assert.match(await run(command), refused, JSON.stringify(command))
    const handoff = { cmd: 'BROWSER_HANDOFF', nonce: 'n', args: { handoffToken: 'a', fingerprint: 'b' } }
    assert.match(await run(handoff), /^200 .*"code":1001/)
    assert.match(await run(handoff, { 'sec-fetch-site': 'none' }), /^200 /)
    for (const site of ['cross-site', 'same-site'])
      assert.match(await run(handoff, { 'sec-fetch-site': site }), /^403 .*4001/, site)
    assert.deepEqual(questions, [])
  })

  test('[RPC-4] no form accepts a page of another site that conceals its origin', async () => {
    const headers = { 'sec-fetch-site': 'cross-site' }
    const post = await fetch(`http://${rpc}/rpc?${query()}`, {
      method: 'POST',
      headers,
      body: JSON.stringify(authorize()),
    })
    assert.equal(post.status, 403)
    const socket = new WebSocketClient(`ws://${rpc}/?${query()}`, { headers })
    const [code] = await once(socket, 'close')
    assert.equal(code, 4001)
  })
})
