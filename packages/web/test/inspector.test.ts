/** A developer watches a discord.js bot in the inspector, moves the clock and injects faults by hand. */
import assert from 'node:assert/strict'
import { once } from 'node:events'
import { readFile } from 'node:fs/promises'
import { after, before, describe, test } from 'node:test'
import { api } from '@guildhall/testing'
import { Client, Events, GatewayIntentBits, type Interaction } from 'discord.js'
import type { Browser, Locator, Page } from 'playwright-core'
import { EndpointApp, json } from '../../server/test/support/endpoint-app.ts'
import { connect, Invoking, type Wire } from '../../server/test/support/interactions.ts'
import { startPlatform } from '../../server/test/support/platform.ts'
import { assertSound, launchBrowser, openPerson, type Person } from './support/browser.ts'
import { NO_BROWSER } from './support/chromium.ts'

const world = {
  users: { ann: {}, bob: {} },
  applications: { ping: { name: 'Ping', owner: 'ann', bot: {} }, echo: { name: 'Echo', owner: 'ann', bot: {} } },
  guilds: {
    lab: {
      owner: 'ann',
      members: ['bob'],
      bots: { ping: { permissions: '8' }, echo: { permissions: '0' } },
      channels: { general: {} },
    },
  },
}
const WAIT_MAX_MS = 30_000
const DAY_MS = 86_400_000
/** Text that would run as HTML, and that would turn the direction of the line. */
const HOSTILE = '<img src=x onerror="console.error(1)"> \u202Eevil'

describe('the inspector', { skip: NO_BROWSER }, () => {
  let browser: Browser
  let platform: Awaited<ReturnType<typeof startPlatform>>
  let bot: Client<true>
  let bob: Awaited<ReturnType<typeof connect>>
  let echo: EndpointApp
  let developer: Person
  let page: Page

  const filled = () => platform.world ?? assert.fail()
  const application = (name: string) => filled().applications[name] ?? assert.fail()
  const channelId = () => filled().guilds.lab?.channels.general?.id ?? ''
  const asBot = (name: string) => api(platform.api, `Bot ${application(name).bot?.token}`)
  const event = (name: string) => once(bot as never, name, { signal: AbortSignal.timeout(WAIT_MAX_MS) })
  const press = (name: string | RegExp, within: Page | Locator = page) =>
    within.getByRole('button', { name, exact: true }).click()
  const records = () => page.getByRole('listbox', { name: 'Records' })
  const row = (text: string | RegExp) => records().getByRole('option').filter({ hasText: text })
  const details = () => page.getByRole('region', { name: 'Record', exact: true })
  const panel = (name: string) => page.getByRole('region', { name, exact: true })
  const open = async (search = '') => {
    await page.goto(`/developers/inspector${search}#key=${platform.control.key}`)
    await page.getByText('Live', { exact: true }).waitFor()
  }

  /** Uses a command that an application has just registered. */
  async function use(name: string): Promise<void> {
    const { body } = await asBot(name).post<Wire>(`/applications/${application(name).id}/commands`, {
      name,
      description: 'Says something',
    })
    const { status } = await new Invoking(bob, { application_id: application(name).id, channel_id: channelId() }).use(
      body,
    )
    assert.equal(status, 204)
  }

  before(async () => {
    ;[browser, platform] = await Promise.all([launchBrowser(), startPlatform({ world, rateLimits: 'off' })])
    bot = new Client({ intents: [GatewayIntentBits.Guilds], rest: { api: platform.api, version: '10' } })
    bot.on(Events.InteractionCreate, (interaction: Interaction) => {
      if (interaction.isChatInputCommand()) void interaction.reply(HOSTILE)
    })
    const ready = event(Events.ClientReady)
    await bot.login(application('ping').bot?.token)
    await ready
    bob = await connect(platform, filled().users.bob?.token)
    echo = await EndpointApp.start(application('echo').public_key)
    const { status } = await asBot('echo').patch('/applications/@me', { interactions_endpoint_url: echo.url })
    assert.equal(status, 200)
    const control = api(platform.control.url, `Bearer ${platform.control.key}`)
    assert.equal((await control.patch('/tape', { recording: true })).status, 200)
    developer = await openPerson(browser, platform, { size: 'desk' })
    page = developer.page
  })

  after(async () => {
    await bob?.gateway.close()
    await bot?.destroy()
    await browser?.close()
    await platform?.close()
    await echo?.close()
  })

  test('the key opens it, and is in no address that is sent or kept', async () => {
    const sent: string[] = []
    page.on('request', (request) => sent.push(request.url()))
    await page.goto('/developers/inspector')
    await page.getByLabel('Control key').fill('wrong')
    await press('Open the inspector')
    await page.getByRole('alert').filter({ hasText: 'refused this key' }).waitFor()
    await assertSound(developer)
    await page.getByLabel('Control key').fill(platform.control.key)
    await press('Open the inspector')
    await records().waitFor()
    await press('Forget the control key')
    await page.getByLabel('Control key').waitFor()
    await open('?kind=event')
    assert.equal(new URL(page.url()).hash, '')
    assert.equal(new URL(page.url()).search, '?kind=event')
    await page.reload()
    await records().waitFor()
    assert.ok(sent.every((url) => !url.split('#')[0]?.includes(platform.control.key)))
    assert.ok(!(await page.content()).includes(platform.control.key))
  })

  test('a used command appears as request, event and frame, with who did not receive it and why', async () => {
    await open()
    await use('ping')
    await row('POST /interactions').first().waitFor()
    await row(/Frame.*INTERACTION_CREATE/)
      .first()
      .waitFor()
    await page.getByRole('button', { name: 'Events', exact: true }).click()
    await row(/Event.*MESSAGE_CREATE/)
      .last()
      .click()
    // The bot has no GUILD_MESSAGES intent.
    const left = details()
      .getByRole('region', { name: 'Not received by' })
      .getByRole('listitem')
      .filter({ hasText: 'Ping' })
    await left.getByText('Intent', { exact: true }).waitFor()
    await details().getByRole('region', { name: 'Received by', exact: true }).getByText('bob').waitFor()
    // Shown as text, with the character that turns the direction written out.
    await details().getByText('\\u202eevil').first().waitFor()
    assert.equal(await page.locator('img').count(), 0)
    await assertSound(developer)
    assert.equal(new URL(page.url()).searchParams.get('kind'), 'event')
    await page.reload()
    await details().getByText('\\u202eevil').first().waitFor()
    assert.equal(await row('Request').count(), 0)
  })

  test('keys move in the list, open a record, close it and focus the filter', async () => {
    await open()
    await row('POST /interactions').first().waitFor()
    await page.keyboard.press('/')
    await page.keyboard.type('interactions')
    await row('Frame').last().waitFor({ state: 'detached' })
    await records().focus()
    await page.keyboard.press('End')
    await page.keyboard.press('Enter')
    await details().waitFor()
    const [former] = await details().getByRole('heading').allTextContents()
    await page.keyboard.press('Home')
    await details().getByRole('heading', { level: 2 }).filter({ hasNotText: former }).waitFor()
    await page.keyboard.press('Escape')
    await details().waitFor({ state: 'detached' })
    assert.ok(await records().evaluate((list) => list === document.activeElement))
  })

  test('op 7 by hand: discord.js resumes, and the fault is seen on the tape', async () => {
    await open('?panel=faults')
    const sessions = panel('Faults').getByRole('region', { name: 'Gateway sessions' })
    await sessions.getByRole('button', { name: /^Ping/ }).click()
    await assertSound(developer)
    const resumed = event(Events.ShardResume)
    await press('Reconnect (op 7)', sessions)
    await resumed
    await sessions.getByRole('status').filter({ hasText: 'done' }).waitFor()
    await row(/Frame.*RESUME/)
      .first()
      .waitFor()
  })

  test('the next request is refused with 429, and the fault is listed and deleted', async () => {
    const faults = panel('Faults').getByRole('region', { name: 'Requests' })
    await faults.getByLabel('Path').fill('/gateway/bot')
    await faults.getByLabel('Retry after (s)').fill('0')
    await press('Add request fault', faults)
    await faults.getByText('Any method /gateway/bot: 429').waitFor()
    assert.equal((await asBot('ping').get('/gateway/bot')).status, 429)
    await row(/GET \/gateway\/bot.*429/).waitFor()
    await press('Add request fault', faults)
    await press(/^Delete Any method \/gateway\/bot: 429/, faults)
    await faults.getByRole('listitem').waitFor({ state: 'detached' })
    assert.equal((await asBot('ping').get('/gateway/bot')).status, 200)
  })

  test('the clock is frozen and moved', async () => {
    await open('?panel=clock')
    const before = platform.clock.now()
    await press('1 day', panel('Clock'))
    await page.getByRole('status').filter({ hasText: 'Moved forward by 1 day.' }).waitFor()
    assert.ok(platform.clock.now() >= before + DAY_MS)
    await panel('Clock').getByLabel('By', { exact: true }).fill('soon')
    await press('Move forward', panel('Clock'))
    await panel('Clock').getByRole('alert').filter({ hasText: 'Write a duration' }).waitFor()
    await press('Freeze the clock', panel('Clock'))
    await press('Resume the clock', panel('Clock'))
    await panel('Clock').getByRole('button', { name: 'Freeze the clock' }).waitFor()
    assert.equal(platform.clock.frozen, false)
    await assertSound(developer)
  })

  test('a delivery to an endpoint is replayed', async () => {
    await open('?kind=delivery')
    echo.reply = json({ type: 4, data: { content: 'first' } })
    await use('echo')
    await row('Delivery').last().click()
    const { refused } = echo
    const asked = echo.asked.length
    await press('Replay', details())
    await row('Delivery').nth(1).waitFor()
    assert.equal(echo.asked.length, asked + 1)
    assert.equal(echo.refused, refused, 'the replay has a valid signature')
  })

  test('a person is added, and a token is shown once', async () => {
    await open('?panel=people')
    await panel('New person').getByLabel('Username').fill('carol')
    await press('Add person')
    const token = await page.getByRole('textbox', { name: 'Token of carol' }).inputValue()
    assert.equal((await api(platform.api, token).get<Wire>('/users/@me')).body.username, 'carol')
    await assertSound(developer)
    await page.reload()
    await panel('New person').getByLabel('Username').waitFor()
    assert.equal(await page.getByRole('textbox', { name: 'Token of carol' }).count(), 0)
  })

  test('records are paused, exported and cleared, and recording is switched off and on', async () => {
    await open()
    for (const [name, extension] of [
      ['Save requests as HAR', 'har'],
      ['Save records as NDJSON', 'ndjson'],
    ] as const) {
      await press('Export')
      const [download] = await Promise.all([
        page.waitForEvent('download'),
        page.getByRole('menuitem', { name, exact: true }).click(),
      ])
      assert.equal(download.suggestedFilename(), `guildhall-tape.${extension}`)
      const text = await readFile(await download.path(), 'utf8')
      assert.ok(!text.includes(application('ping').bot?.token ?? ''))
      if (extension === 'har') assert.ok((JSON.parse(text) as { log: { entries: unknown[] } }).log.entries.length > 0)
      else for (const line of text.trim().split('\n')) assert.ok((JSON.parse(line) as Wire).id)
    }
    await press('Clear the tape')
    await page.getByRole('heading', { name: 'Nothing on the tape yet' }).waitFor()
    await assertSound(developer)
    await press('Pause')
    await asBot('ping').get('/users/@me')
    await page.getByText('1 new').waitFor()
    await press('Resume', page.getByRole('banner'))
    await row('GET /users/@me').waitFor()
    await page.getByRole('switch', { name: 'Recording' }).uncheck()
    await press('Clear the tape')
    await press('Start recording')
    await page.getByRole('heading', { name: 'Nothing on the tape yet' }).waitFor()
    await asBot('ping').get('/users/@me')
    await row('GET /users/@me').waitFor()
  })

  test('on a phone the details are a page, which Back leaves', async () => {
    await using phone = await openPerson(browser, platform, { size: 'phone', theme: 'dark' })
    await phone.page.goto(`/developers/inspector#key=${platform.control.key}`)
    const list = phone.page.getByRole('listbox', { name: 'Records' })
    await list.getByRole('option').last().click()
    await phone.page.getByRole('button', { name: 'Back to the list' }).waitFor()
    assert.ok(await list.isHidden())
    await assertSound(phone)
    await phone.page.goBack()
    await list.waitFor()
    await assertSound(phone)
  })

  test('the world is kept as a snapshot, restored and reset', async () => {
    await open('?panel=worlds')
    const before = await bob.api.post<Wire>(`/channels/${channelId()}/messages`, { content: 'kept' })
    await panel('Snapshots').getByLabel('Name of the snapshot').fill('first')
    await press('Save snapshot')
    await panel('Snapshots').getByRole('status').filter({ hasText: 'Saved first.' }).waitFor()
    await press('Restore first')
    await panel('Snapshots').getByRole('status').filter({ hasText: 'Restored first.' }).waitFor()
    const message = `/channels/${channelId()}/messages/${before.body.id}`
    assert.equal((await asBot('ping').get(message)).status, 200)
    await press('Reset the world')
    await page.getByRole('dialog').getByRole('button', { name: 'Reset', exact: true }).click()
    await panel('Reset').getByRole('status').filter({ hasText: 'Reset in' }).waitFor()
    assert.equal((await asBot('ping').get(message)).status, 404)
    await assertSound(developer)
  })
})
