/** The app's page in a browser, before anybody signs in. */
import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import type { Browser } from 'playwright-core'
import { startPlatform } from '../../server/test/support/platform.ts'
import { assertSound, launchBrowser, openPerson } from './support/browser.ts'
import { NO_BROWSER } from './support/chromium.ts'

describe('the page of the app', { skip: NO_BROWSER }, () => {
  let browser: Browser
  let platform: Awaited<ReturnType<typeof startPlatform>>

  before(async () => {
    ;[browser, platform] = await Promise.all([launchBrowser(), startPlatform()])
  })

  after(async () => {
    await browser.close()
    await platform.close()
  })

  for (const theme of ['light', 'dark'] as const) {
    test(`loads in the ${theme} theme without errors and without serious faults`, async () => {
      await using person = await openPerson(browser, platform, { theme })
      const response = await person.page.goto('/')
      const policy = response?.headers()['content-security-policy'] ?? ''
      assert.match(policy, /script-src 'self' 'sha256-[\w+/]+=*';/)
      assert.ok(!policy.includes('unsafe'))
      await person.page.waitForFunction(() => document.getElementById('root')?.childElementCount)
      await assertSound(person)
    })
  }

  test('the policy blocks inline scripts, inline handlers and scripts of data addresses', async () => {
    await using person = await openPerson(browser, platform)
    await person.page.goto('/')
    const ran = await person.page.evaluate(async () => {
      const host = globalThis as unknown as { ran: string[] }
      host.ran = []
      const script = document.createElement('script')
      script.textContent = 'ran.push("script")'
      document.body.append(script)
      const box = document.createElement('div')
      box.innerHTML = '<img src="/favicon.svg" onload="ran.push(\'handler\')">'
      document.body.append(box)
      await new Promise((resolve) => box.querySelector('img')?.addEventListener('load', resolve))
      const late = document.createElement('script')
      late.src = 'data:text/javascript,ran.push("data")'
      const done = new Promise((resolve) => late.addEventListener('error', resolve))
      document.body.append(late)
      await done
      return host.ran
    })
    assert.deepEqual(ran, [])
    assert.ok(person.problems.length >= 3, person.problems.join('\n'))
  })
})
