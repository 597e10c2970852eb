/** Pages of activities in a real browser: who may frame them, what they may load, and whose cookies they have. */
import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import type { Browser, Frame, Page } from 'playwright-core'
import { startActivities, startTarget } from '../../server/test/support/activity-lab.ts'
import { launchBrowser } from './support/browser.ts'
import { NO_BROWSER } from './support/chromium.ts'

const HTML = '<!doctype html><title>Activity</title><p>Activity</p><script>globalThis.started = true</script>'

describe('pages of activities', { skip: NO_BROWSER }, () => {
  let browser: Browser
  let target: Awaited<ReturnType<typeof startTarget>>
  let lab: Awaited<ReturnType<typeof startActivities>>
  let page: Page

  before(async () => {
    target = await startTarget({
      '/page': (_request, response) => {
        const cookies = ['kept=1; Path=/; Domain=127.0.0.1', 'HttpOnly=2; HttpOnly; SameSite=Strict', 'x=3; Max-Age=0']
        response.setHeader('Set-Cookie', cookies)
        response.setHeader('Content-Security-Policy', "default-src 'none'; frame-ancestors 'none'")
        response.setHeader('X-Frame-Options', 'DENY')
        response.setHeader('Content-Type', 'text/html')
        response.end(HTML)
      },
    })
    const mappings = [{ prefix: '/', target: target.host }]
    ;[browser, lab] = await Promise.all([
      launchBrowser(),
      startActivities({ game: mappings, other: mappings }, { tls: 'local' }),
    ])
    page = await (await browser.newContext({ ignoreHTTPSErrors: true })).newPage()
    await page.goto(lab.platform.url)
  })
  after(async () => {
    await browser.close()
    await lab.platform.close()
    await target.close()
  })

  const addressOf = (name: string, scheme = 'http') => `${scheme}://${lab.hostOf(name)}/page`

  /** Frames an address, directly or within a document that has a `data:` address. Returns its frame. */
  async function framed(address: string, relayed: boolean): Promise<Frame> {
    const source = relayed
      ? `data:text/html,${encodeURIComponent(`<iframe referrerpolicy="no-referrer" src="${address}"></iframe>`)}`
      : address
    await page.evaluate((src) => {
      const frame = document.createElement('iframe')
      frame.src = src
      document.body.replaceChildren(frame)
    }, source)
    for (;;) {
      const found = page.frames().find((frame) => frame.url() === address)
      if (found) {
        // Its script runs after the navigation.
        await found.waitForLoadState()
        return found
      }
      await page.waitForEvent('framenavigated')
    }
  }

  const started = (frame: Frame) => frame.evaluate(() => 'started' in globalThis)

  for (const scheme of ['http', 'https'])
    test(`the app frames an activity by ${scheme}, directly and through a document with a data: address`, async () => {
      await page.goto(lab.platform.url.replace('http:', `${scheme}:`))
      for (const relayed of [false, true]) {
        const frame = await framed(addressOf('game', scheme), relayed)
        assert.equal(await started(frame), true, `relayed: ${relayed}`)
      }
    })

  test('a page elsewhere frames no activity', async () => {
    const outside = await startTarget()
    try {
      await page.goto(`http://${outside.host}`)
      await page.evaluate((src) => {
        const frame = document.createElement('iframe')
        frame.src = src
        document.body.replaceChildren(frame)
      }, addressOf('game'))
      const violation = await page.waitForEvent('console', (line) => line.text().includes('frame-ancestors'))
      assert.match(violation.text(), /frame/)
    } finally {
      await page.goto(lab.platform.url)
      await outside.close()
    }
  })

  test('[VER-20] a page reaches its own host in both schemes, and nothing else but the platform', async () => {
    const frame = await framed(addressOf('game', 'http'), true)
    const own = lab.hostOf('game')
    const reached = await frame.evaluate(
      async (addresses) => {
        const results: Record<string, boolean> = {}
        for (const address of addresses)
          results[address] = await fetch(address, { headers: { 'X-Own': '1' } }).then(
            () => true,
            () => false,
          )
        return results
      },
      [
        '/api/x',
        '/.proxy/api/x',
        `http://${own}/x`,
        `https://${own}/x`,
        `${lab.platform.api}/gateway`,
        `${lab.platform.url}/login`,
        `http://${lab.hostOf('other')}/x`,
        `http://${target.host}/x`,
      ],
    )
    assert.deepEqual(
      Object.values(reached),
      [true, true, true, true, true, false, false, false],
      JSON.stringify(reached),
    )
    const allowed = await frame.evaluate(async () => {
      const url = URL.createObjectURL(new Blob(['postMessage(1 + 1)'], { type: 'text/javascript' }))
      const worker = new Worker(url)
      const sum = await new Promise((resolve) => worker.addEventListener('message', ({ data }) => resolve(data)))
      const image = new Image()
      image.src = 'data:image/gif;base64,R0lGODlhAQABAAAAACw='
      return { evaluated: new Function('return 1')(), sum }
    })
    assert.deepEqual(allowed, { evaluated: 1, sum: 2 })
  })

  test('cookies of an activity are kept in a frame, and are not those of another activity', async () => {
    const frame = await framed(addressOf('game'), true)
    await frame.evaluate(() => fetch('/next'))
    assert.equal(target.last().headers.cookie, 'kept=1; HttpOnly=2')
    const other = await framed(addressOf('other').replace('/page', '/plain'), true)
    await other.evaluate(() => fetch('/next'))
    assert.equal(target.last().headers.cookie, undefined)
  })

  test('an activity sees no address of the app as its referrer', async () => {
    const frame = await framed(addressOf('game'), false)
    assert.equal(await frame.evaluate(() => document.referrer), '')
  })
})
