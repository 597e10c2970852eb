/** A developer watches a discord.js bot in the inspector, and changes the world by hand. */
import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import type { UserObject } from '@guildhall/protocol'
import { api, VoiceClient } from '@guildhall/testing'
import { assertSound, openPerson } from './support/browser.ts'
import { NO_BROWSER } from './support/chromium.ts'
import { type InspectorLab, startInspectorLab } from './support/inspector-lab.ts'

const DAY_MS = 86_400_000

describe('the inspector', { skip: NO_BROWSER }, () => {
  let lab: InspectorLab

  before(async () => {
    lab = await startInspectorLab()
  })
  after(async () => {
    await lab?.close()
  })

  test('the key opens it, and is in no address that is sent or kept', async () => {
    const { platform, developer, page, records, press, open } = lab
    const sent: string[] = []
    page.on('request', (request) => sent.push(request.url()))
    await page.goto('/developers/inspector')
    await page.getByLabel('Control key').fill('wrong')
    await press('Open the inspector')
    await page.getByRole('alert').filter({ hasText: 'refused this key' }).waitFor()
    await assertSound(developer)
    await page.getByLabel('Control key').fill(platform.control.key)
    await press('Open the inspector')
    await records.waitFor()
    await press('Forget the control key')
    await page.getByLabel('Control key').waitFor()
    // Another fragment is no other page: the browser does not load it again.
    await page.goto(`/developers/inspector#key=${platform.control.key}`)
    await records.waitFor()
    await open('?kind=event')
    assert.equal(new URL(page.url()).hash, '')
    assert.equal(new URL(page.url()).search, '?kind=event')
    await page.reload()
    await records.waitFor()
    assert.ok(sent.every((url) => !url.split('#')[0]?.includes(platform.control.key)))
    assert.ok(!(await page.content()).includes(platform.control.key))
  })

  test('a used command appears as request, event and frame, with who did not receive it and why', async () => {
    const { developer, page, row, details, open, use } = lab
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
    const left = details
      .getByRole('region', { name: 'Not received by' })
      .getByRole('listitem')
      .filter({ hasText: 'Ping' })
    await left.getByText('Intent', { exact: true }).waitFor()
    await details.getByRole('region', { name: 'Received by', exact: true }).getByText('bob').waitFor()
    // Shown as text, with the character that turns the direction written out.
    await details.getByText('\\u202eevil').first().waitFor()
    assert.equal(await page.locator('img').count(), 0)
    await assertSound(developer)
    assert.equal(new URL(page.url()).searchParams.get('kind'), 'event')
    await page.reload()
    await details.getByText('\\u202eevil').first().waitFor()
    assert.equal(await row('Request').count(), 0)
  })

  test('keys move in the list, open a record, close it and focus the filter', async () => {
    const { page, records, row, details, open } = lab
    await open()
    await row('POST /interactions').first().waitFor()
    await page.keyboard.press('/')
    await page.keyboard.type('interactions')
    await row('Frame').last().waitFor({ state: 'detached' })
    await records.focus()
    await page.keyboard.press('End')
    await page.keyboard.press('Enter')
    await details.waitFor()
    const [former] = await details.getByRole('heading').allTextContents()
    assert.ok(former)
    await page.keyboard.press('Home')
    await details.getByRole('heading', { level: 2 }).filter({ hasNotText: former }).waitFor()
    await page.keyboard.press('Escape')
    await details.waitFor({ state: 'detached' })
    assert.ok(await records.evaluate((list) => list === document.activeElement))
  })

  test('a call is listed with its members, and its messages are records without keys', async () => {
    const { platform, bob, open, press, panel, row, details } = lab
    const guild = platform.world?.guilds.lab
    const place = { guildId: guild?.id ?? '', channelId: guild?.channels.lounge?.id ?? '' }
    await open('?kind=voice')
    const voice = await VoiceClient.join(bob.gateway, place)
    await press('Calls')
    await panel('Calls')
      .getByText(/^RTP · UDP · 0 % lost · \d+ ms$/)
      .waitFor()
    await row('op 4 SESSION_DESCRIPTION').click()
    await details.getByText('[hidden]').waitFor()
    await voice.leave()
    await panel('Calls').getByText('Nobody is in a call.').waitFor()
  })

  test('the clock is frozen and moved', async () => {
    const { platform, developer, page, panel, press, open } = lab
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

  test('a person is added, and a token is shown once', async () => {
    const { platform, developer, page, panel, press, open } = lab
    await open('?panel=people')
    await panel('New person').getByLabel('Username').fill('carol')
    await press('Add person')
    const token = await page.getByRole('textbox', { name: 'Token of carol' }).inputValue()
    assert.equal((await api(platform.api, token).get<UserObject>('/users/@me')).body.username, 'carol')
    await assertSound(developer)
    await page.reload()
    await panel('New person').getByLabel('Username').waitFor()
    assert.equal(await page.getByRole('textbox', { name: 'Token of carol' }).count(), 0)
  })

  test('records are paused, exported and cleared, and recording is switched off and on', async () => {
    const { developer, page, asBot, row, press, open } = lab
    await open()
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
    const { browser, platform } = lab
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

  test('at 200 % zoom the filters and what is below them do not overlap, and the list stays short', async () => {
    const { browser, platform } = lab
    await using low = await openPerson(browser, platform, { size: 'phone' })
    const { page } = low
    await page.setViewportSize({ width: 512, height: 384 })
    const address = (search: string) => `/developers/inspector${search}#key=${platform.control.key}`
    await page.goto(address('?text=nothing-has-this&application_id=123456789012345678'))
    const heading = page.getByRole('heading', { name: 'No record matches' })
    await heading.waitFor()
    const [filters, empty] = [await page.getByRole('search').boundingBox(), await heading.boundingBox()]
    assert.ok(filters && empty && filters.y + filters.height <= empty.y, JSON.stringify({ filters, empty }))
    await assertSound(low)
    for (let n = 0; n < 100; n += 1) await api(platform.api).get('/gateway')
    await page.getByRole('button', { name: 'Clear filters' }).click()
    await page.getByRole('option').filter({ hasText: 'GET /gateway' }).last().waitFor()
    assert.ok((await page.getByRole('option').count()) < 60)
  })
})
