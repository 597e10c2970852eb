/** Records of the tape in the inspector: copies, exports, too many of them, and a restart of the platform. */
import assert from 'node:assert/strict'
import { execFile } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { connect } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, before, describe, test } from 'node:test'
import { promisify } from 'node:util'
import type { MessageObject } from '@guildhall/protocol'
import { api } from '@guildhall/testing'
import { json } from '../../server/test/support/endpoint-app.ts'
import { startPlatform } from '../../server/test/support/platform.ts'
import { assertHarEntry, type HarEntry, runCopiedTest } from '../../server/test/support/tape.ts'
import { assertSound, openPerson } from './support/browser.ts'
import { NO_BROWSER } from './support/chromium.ts'
import { type InspectorLab, partsOf, startInspectorLab } from './support/inspector-lab.ts'

/** Records that the tape and the page keep. */
const KEPT_MAX = 10_000
/** Records of a full tape that arrive while the page is open. Each one that the page receives costs half a ms. */
const SEEN_MAX = 500
/** Longer than any title that a client library causes. */
const LONG_PATH = `/users/1?${'long'.repeat(2_000)}`

describe('the tape in the inspector', { skip: NO_BROWSER }, () => {
  let lab: InspectorLab

  before(async () => {
    lab = await startInspectorLab()
    await lab.developer.context.grantPermissions(['clipboard-read', 'clipboard-write'])
  })
  after(async () => {
    await lab?.close()
  })

  /** Presses a button that copies, and returns the clipboard. */
  async function copied(button: string): Promise<string> {
    await lab.press(button, lab.details)
    await lab.details.getByRole('status').filter({ hasText: 'Copied' }).waitFor()
    return await lab.page.evaluate<string>('navigator.clipboard.readText()')
  }

  /** Exports by the menu, and returns the file. */
  async function exported(item: string, extension: string): Promise<string> {
    await lab.press('Export')
    const [download] = await Promise.all([
      lab.page.waitForEvent('download'),
      lab.page.getByRole('menuitem', { name: item, exact: true }).click(),
    ])
    assert.equal(download.suggestedFilename(), `guildhall-tape.${extension}`)
    return await readFile(await download.path(), 'utf8')
  }

  test('a request that is copied as curl and as a test runs as it was', async () => {
    await lab.open('?kind=request')
    const token = lab.application('ping').bot?.token ?? ''
    const content = `it's $HOME, "quoted" and \`old\` !`
    await lab.asBot('ping').post(lab.messages, { content })
    await lab
      .row(/POST .*messages/)
      .last()
      .click()
    const env = { ...process.env, DISCORD_TOKEN: token }
    const line = await copied('Copy as curl')
    const { stdout } = await promisify(execFile)('sh', ['-c', `${line} --silent`], { env })
    assert.equal(JSON.parse(stdout).content, content)
    const text = await copied('Copy as test')
    await runCopiedTest(text, { platform: lab.platform, env })
    assert.ok(!`${line}${text}`.includes(token))
    const { body } = await lab.bob.api.get<MessageObject[]>(lab.messages)
    assert.deepEqual(
      body.map((message) => message.content),
      [content, content, content],
    )
  })

  test('exports are valid files of what the filters select, without credentials', async () => {
    await lab.open('?kind=request,delivery&text=MESSAGES')
    await lab
      .row(/POST .*messages/)
      .last()
      .waitFor()
    const har = await exported('Save requests as HAR', 'har')
    const { log } = JSON.parse(har) as { log: { version: string; creator: object; entries: HarEntry[] } }
    assert.equal(log.version, '1.2')
    assert.ok(log.entries.length >= 3)
    for (const entry of log.entries) assertHarEntry(entry)
    const ndjson = await exported('Save records as NDJSON', 'ndjson')
    const records = ndjson
      .trimEnd()
      .split('\n')
      .map((line) => JSON.parse(line) as { kind: string; details: object })
    assert.equal(records.length, log.entries.length)
    for (const { kind, details } of records) assert.deepEqual([kind, typeof details], ['request', 'object'])
    const secrets = [lab.application('ping').bot?.token, lab.platform.world?.users.bob?.token, lab.platform.control.key]
    for (const secret of secrets) assert.ok(secret && !har.includes(secret) && !ndjson.includes(secret))
  })

  test('a delivery is replayed with a valid signature; while the tape is off, the page says why not', async () => {
    const { echo, row, details, press, page } = lab
    await lab.control.delete('/tape')
    await lab.open('?kind=delivery')
    echo.reply = json({ type: 4, data: { content: 'first' } })
    await lab.use('echo')
    await row('Delivery').last().click()
    assert.equal(await details.getByRole('button', { name: 'Copy as test' }).count(), 0, 'the API was not called')
    const { refused } = echo
    const asked = echo.asked.length
    const shown = page.url()
    await press('Replay', details)
    await row('Delivery').nth(1).waitFor()
    await page.waitForURL((url) => url.href !== shown)
    assert.equal(echo.asked.length, asked + 1)
    assert.equal(echo.refused, refused)
    await lab.control.patch('/tape', { recording: false })
    await row('Delivery').first().click()
    await press('Replay', details)
    await details.getByRole('alert').filter({ hasText: 'Turn recording on' }).waitFor()
    assert.equal(echo.asked.length, asked + 1)
    await lab.control.patch('/tape', { recording: true })
    await assertSound(lab.developer)
  })

  test('a page that stands still shows the number of records that it lost, and goes on', async () => {
    const { page } = lab
    await lab.control.delete('/tape')
    await lab.open('?kind=request')
    // A dialog of the browser stops the page until it is closed.
    const [dialog] = await Promise.all([page.waitForEvent('dialog'), page.evaluate('setTimeout(() => alert("still"))')])
    // More than the buffers of both sockets, the browser and the stream hold together.
    await sendMany(3_000, `${lab.platform.api}${LONG_PATH}`)
    await dialog.accept()
    await page.getByText(/^\d+ left out: too fast for this page$/).waitFor()
    await lab.asBot('ping').get('/users/@me')
    await lab.row('GET /users/@me').waitFor()
    await assertSound(lab.developer)
  })

  test('with a full tape the page keeps the newest 10,000 records, and says which record was dropped', async () => {
    const { page, details, records, row, platform } = lab
    await lab.control.delete('/tape')
    await lab.open()
    await lab.asBot('ping').get('/users/@me')
    await row('GET /users/@me').click()
    await details.getByRole('heading', { name: 'GET /users/@me' }).waitFor()
    const shown = page.url()
    await page.goto('about:blank')
    await sendMany(KEPT_MAX - SEEN_MAX, `${platform.api}/users/1`)
    await page.goto(shown)
    await page.getByText('Live', { exact: true }).waitFor()
    await details.getByRole('heading', { name: 'GET /users/@me' }).waitFor()
    await sendMany(SEEN_MAX, `${platform.api}/users/1`)
    const { body } = await lab.control.get<{ first_id: number; last_id: number }>('/tape?limit=1')
    assert.ok(body.last_id - body.first_id < KEPT_MAX)
    await page.reload()
    await details.getByRole('alert').filter({ hasText: 'no longer on the tape' }).waitFor()
    await page.keyboard.press('Escape')
    await records.focus()
    await page.keyboard.press('End')
    const option = row('GET /users/1').last()
    await option.waitFor()
    assert.ok(Number(await option.getAttribute('aria-setsize')) <= KEPT_MAX)
    await assertSound(lab.developer)
  })

  test('the world is kept as a snapshot, restored, deleted and reset', async () => {
    const { page, press, panel } = lab
    await lab.open('?panel=worlds')
    const { body } = await lab.bob.api.post<MessageObject>(lab.messages, { content: 'kept' })
    const status = (words: string) => panel('Snapshots').getByRole('status').filter({ hasText: words }).waitFor()
    await panel('Snapshots').getByLabel('Name of the snapshot').fill('first')
    await press('Save snapshot')
    await status('Saved first.')
    const message = `${lab.messages}/${body.id}`
    assert.equal((await lab.asBot('ping').delete(message)).status, 204)
    await press('Restore first')
    await status('Restored first.')
    assert.equal((await lab.asBot('ping').get(message)).status, 200)
    await press('Delete first')
    await status('Deleted first.')
    await panel('Snapshots').getByText('None yet.').waitFor()
    await press('Reset the world')
    await page.getByRole('dialog').getByRole('button', { name: 'Reset', exact: true }).click()
    await panel('Reset').getByRole('status').filter({ hasText: 'Reset in' }).waitFor()
    assert.equal((await lab.asBot('ping').get(message)).status, 404)
    await assertSound(lab.developer)
  })

  test('another world is started, opened in a tab with its key, and stopped', async () => {
    const { page, press, panel, developer } = lab
    await lab.open('?panel=worlds')
    await panel('Other worlds').getByLabel('Name of the world').fill('staging')
    await press('Start world')
    const link = panel('Other worlds').getByRole('listitem').filter({ hasText: 'staging' }).getByRole('link')
    const [tab] = await Promise.all([developer.context.waitForEvent('page'), link.click()])
    await tab.getByText('Live', { exact: true }).waitFor()
    const other = new URL(tab.url())
    assert.notEqual(other.origin, lab.platform.url)
    assert.equal(other.hash, '')
    await api(`${other.origin}/api/v10`).get('/gateway')
    const theirs = partsOf(tab)
    if (await tab.getByRole('button', { name: 'Start recording' }).isVisible()) await theirs.press('Start recording')
    await assertSound({ ...developer, page: tab })
    await tab.close()
    await panel('Other worlds').getByLabel('Name of the world').fill('staging')
    await press('Start world')
    await panel('Other worlds').getByRole('alert').waitFor()
    await assertSound(developer)
    await press('Stop staging')
    await panel('Other worlds').getByRole('listitem').filter({ hasText: 'staging' }).waitFor({ state: 'detached' })
    await assert.rejects(fetch(other.origin))
    assert.ok(page.url().includes('panel=worlds'))
  })

  test('after a restart of the platform the page connects again: the tape is empty, filters and key stay', async () => {
    const data = await mkdtemp(join(tmpdir(), 'guildhall-inspector-'))
    let platform = await startPlatform({ data, databaseUrl: null, rateLimits: 'off', tape: true })
    try {
      await using developer = await openPerson(lab.browser, platform, { size: 'desk' })
      const { page } = developer
      const { row, details, records } = partsOf(page)
      await page.goto(`/developers/inspector?kind=request&text=gateway#key=${platform.control.key}`)
      await page.getByText('Live', { exact: true }).waitFor()
      await api(platform.api).get('/gateway?former')
      await row('GET /gateway?former').click()
      await details.getByRole('heading', { name: 'GET /gateway?former' }).waitFor()
      const { port } = new URL(platform.url)
      await platform.close()
      await page.getByText('Reconnecting…').waitFor()
      platform = await startPlatform({ data, databaseUrl: null, rateLimits: 'off', tape: true, port: Number(port) })
      // As many records as before, so that ids alone do not tell the tapes apart.
      for (let n = 0; n < 20; n += 1) await api(platform.api).get('/gateway?later')
      await row('GET /gateway?later').last().waitFor()
      assert.equal(await row('former').count(), 0)
      await details.waitFor({ state: 'detached' })
      await page.getByText('Live', { exact: true }).waitFor()
      assert.equal(new URL(page.url()).search, '?kind=request&text=gateway')
      assert.equal(await page.getByRole('searchbox', { name: 'Filter by text' }).inputValue(), 'gateway')
      await api(platform.api).get('/users/1')
      await api(platform.api).get('/gateway?last')
      await row('GET /gateway?last').waitFor()
      assert.equal(await records.getByRole('option').filter({ hasText: '/users/1' }).count(), 0)
      await assertSound(developer)
    } finally {
      await platform.close()
      await rm(data, { recursive: true, force: true })
    }
  })
})

/** Sends requests one after the other without waiting for responses, which takes half the time of `fetch`. */
async function sendMany(count: number, address: string): Promise<void> {
  const { hostname, port, pathname, search } = new URL(address)
  const head = `GET ${pathname}${search} HTTP/1.1\r\nHost: ${hostname}:${port}\r\n`
  const socket = connect(Number(port), hostname)
  const received: string[] = []
  socket.setEncoding('latin1').on('data', (text: string) => received.push(text))
  const closed = once(socket, 'close')
  for (let sent = 1; sent < count; sent += 1) if (!socket.write(`${head}\r\n`)) await once(socket, 'drain')
  socket.write(`${head}Connection: close\r\n\r\n`)
  await closed
  assert.equal(received.join('').match(/HTTP\/1\.1 \d{3} /g)?.length, count)
}
