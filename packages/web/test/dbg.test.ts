import { test } from 'node:test'
import { startPlatform } from '/work/wt/web/packages/server/test/support/platform.ts'
import { launchBrowser, openPerson, signIn } from '/work/wt/web/packages/web/test/support/browser.ts'
test('x', async () => {
  const browser = await launchBrowser()
  const platform = await startPlatform({ world: { users: { alice: { password: 'correct horse' } }, guilds: { lab: { owner: 'alice', channels: { general: { type: 0 } } } } } })
  const p = await openPerson(browser, platform, { size: 'desk' })
  await p.page.goto('/')
  await signIn(p.page, { username: 'alice', password: 'correct horse' })
  await p.page.getByRole('navigation', { name: 'Guilds' }).getByRole('link').nth(1).click()
  const box = p.page.getByRole('textbox', { name: 'Message #general' })
  await box.fill('hello'); await box.press('Enter')
  const a = p.page.getByRole('log').getByRole('article').first()
  await a.hover()
  await a.getByRole('button', { name: 'Add reaction' }).click()
  await p.page.waitForTimeout(1500)
  await p.page.screenshot({ path: '/tmp/d1.png' })
  console.log(p.problems)
  await browser.close(); await platform.close()
})
