/** The browser that the test files of a process share. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { launchBrowser } from './browser.ts'
import { NO_BROWSER } from './chromium.ts'

test('callers at the same time share a browser, which ends with the last of them', { skip: NO_BROWSER }, async () => {
  const [first, second] = await Promise.all([launchBrowser(), launchBrowser()])
  const context = await first.newContext()
  assert.ok(second.contexts().includes(context))
  await first.close()
  assert.ok(!second.contexts().includes(context))
  await (await second.newContext()).close()
  await second.close()
  const third = await launchBrowser()
  await (await third.newContext()).close()
  await third.close()
})
