/** A person orders channels and roles by mouse, touch and keyboard. */
import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import type { Browser, Locator, Page } from 'playwright-core'
import { startPlatform } from '../../server/test/support/platform.ts'
import { assertSound, launchBrowser, openPerson, type Person } from './support/browser.ts'
import { NO_BROWSER } from './support/chromium.ts'

const world = {
  users: { alice: { password: 'correct horse' }, bob: { password: 'battery staple' } },
  guilds: {
    lab: {
      owner: 'alice',
      members: ['bob'],
      roles: { crew: { name: 'crew' }, guests: { name: 'guests' }, stars: { name: 'stars' } },
      channels: { first: { type: 0 }, second: { type: 0 }, third: { type: 0 } },
    },
  },
}

describe('dragging', { skip: NO_BROWSER }, () => {
  let browser: Browser
  let platform: Awaited<ReturnType<typeof startPlatform>>
  let alice: Person
  let page: Page
  let guildId: string

  before(async () => {
    ;[browser, platform] = await Promise.all([launchBrowser(), startPlatform({ world, rateLimits: 'off' })])
    guildId = platform.world?.guilds.lab?.id ?? ''
    alice = await openPerson(browser, platform, { as: 'alice', touch: true })
    page = alice.page
  })

  after(async () => {
    await browser?.close()
    await platform?.close()
  })

  const channel = (name: string, on = page) =>
    on.getByRole('navigation', { name: 'Channels' }).getByRole('link', { name, exact: true })
  const role = (name: string) => page.getByRole('list', { name: 'Roles' }).getByRole('link', { name, exact: true })

  /** Opens a page, and waits until the script that drags is there. */
  async function open(path: string, on = page): Promise<void> {
    await on.goto(path)
    await on.locator('body > [role="status"]').waitFor({ state: 'attached' })
  }

  /** Waits until names follow each other as the texts of links in a list of the page. */
  async function order(label: string, ...names: string[]): Promise<void> {
    await page.waitForFunction(
      ([label, names]) =>
        [...document.querySelectorAll(`[aria-label="${label}"] li a`)]
          .map(({ textContent }) => textContent)
          .filter((text) => text && names?.includes(text))
          .join() === names,
      [label, names.join()],
    )
  }

  async function middle(of: Locator): Promise<{ x: number; y: number }> {
    const box = await of.boundingBox()
    assert.ok(box)
    return { x: box.x + box.width / 2, y: box.y + box.height / 2 }
  }

  /** Touches an element until it is dragged, moves it to another one, and lets go. */
  async function dragByTouch(from: Locator, to: Locator): Promise<void> {
    const client = await page.context().newCDPSession(page)
    const [start, end] = [await middle(from), await middle(to)]
    const touch = (type: 'touchStart' | 'touchMove' | 'touchEnd', points: { x: number; y: number }[]) =>
      client.send('Input.dispatchTouchEvent', { type, touchPoints: points })
    await touch('touchStart', [start])
    await page.locator('[data-dnd-dragging]').waitFor()
    for (const part of [0.25, 0.5, 0.75, 1])
      await touch('touchMove', [{ x: start.x, y: start.y + (end.y - start.y) * part }])
    await to.locator('xpath=ancestor::*[@data-over]').waitFor()
    await touch('touchEnd', [])
    await client.detach()
  }

  test('a channel moves by mouse, touch and keyboard', async () => {
    await open(`/channels/${guildId}`)
    await order('Channels', 'first', 'second', 'third')
    await channel('first').dragTo(channel('second'))
    await order('Channels', 'second', 'first', 'third')
    await dragByTouch(channel('third'), channel('second'))
    await order('Channels', 'third', 'second', 'first')
    await channel('third').focus()
    await page.keyboard.press('Space')
    await page.getByText('third is being moved.').waitFor({ state: 'attached' })
    await page.keyboard.press('ArrowDown')
    await page.keyboard.press('ArrowDown')
    await page.getByText('At the place of first.').waitFor({ state: 'attached' })
    await page.keyboard.press('Space')
    await order('Channels', 'second', 'first', 'third')
    assert.equal(await channel('third').evaluate((link) => link === document.activeElement), true)
    await assertSound(alice)
  })

  test('Escape ends a drag without a move, and Enter opens the channel', async () => {
    await channel('second').focus()
    await page.keyboard.press('Space')
    await page.getByText('second is being moved.').waitFor({ state: 'attached' })
    await page.keyboard.press('ArrowDown')
    await page.getByText('At the place of first.').waitFor({ state: 'attached' })
    await page.keyboard.press('Escape')
    await page.locator('[data-dnd-dragging]').waitFor({ state: 'detached' })
    await channel('second').press('Enter')
    await page.getByRole('textbox', { name: 'Message #second', exact: true }).waitFor()
    await order('Channels', 'second', 'first', 'third')
  })

  test('a role moves by touch and keyboard', async () => {
    await open(`/guilds/${guildId}/settings/roles`)
    await order('Roles', 'crew', 'guests', 'stars')
    await dragByTouch(role('stars'), role('crew'))
    await order('Roles', 'stars', 'crew', 'guests')
    await role('guests').focus()
    await page.keyboard.press('Space')
    await page.getByText('guests is being moved.').waitFor({ state: 'attached' })
    await page.keyboard.press('ArrowUp')
    await page.getByText('At the place of crew.').waitFor({ state: 'attached' })
    await page.keyboard.press('Space')
    await order('Roles', 'stars', 'guests', 'crew')
    await assertSound(alice)
  })

  test('a person without the permission drags nothing', async () => {
    await using bob = await openPerson(browser, platform, { as: 'bob' })
    await open(`/channels/${guildId}`, bob.page)
    await channel('third', bob.page).focus()
    await bob.page.keyboard.press('Space')
    const link = await middle(channel('third', bob.page))
    await bob.page.mouse.move(link.x, link.y)
    await bob.page.mouse.down()
    await bob.page.mouse.move(link.x, link.y - 40, { steps: 4 })
    assert.equal(await bob.page.locator('[data-dnd-dragging]').count(), 0)
    await bob.page.mouse.up()
    assert.deepEqual(bob.problems, [])
  })
})
