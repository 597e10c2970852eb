/** People use an activity that was made with the unmodified embedded app SDK. */
import assert from 'node:assert/strict'
import { createHash } from 'node:crypto'
import { after, before, describe, test } from 'node:test'
import { api } from '@guildhall/testing'
import type { Browser, Frame, Page } from 'playwright-core'
import { startPlatform } from '../../../server/test/support/platform.ts'
import { launchBrowser, openPerson, type Person, seriousFaults } from '../support/browser.ts'
import { NO_BROWSER } from '../support/chromium.ts'
import { PNG } from '../support/picture.ts'
import { type Outcome, type SampleActivity, startSampleActivity } from '../support/sample-activity.ts'

const PASSWORD = 'correct horse'
const FRAME_MS = 60_000
const SCOPES = [
  'identify',
  'guilds',
  'guilds.members.read',
  'relationships.read',
  'rpc.activities.write',
  'rpc.voice.read',
]

describe('embedded activities', { skip: NO_BROWSER }, () => {
  let browser: Browser
  let platform: Awaited<ReturnType<typeof startPlatform>>
  let sample: SampleActivity
  let alice: Person
  let bob: Person

  before(async () => {
    sample = await startSampleActivity({
      '/api/token': async (_request, response, code) => {
        const { id = '', client_secret = '' } = platform.world?.applications.sample ?? {}
        const form = { client_id: id, client_secret, grant_type: 'authorization_code', code }
        const exchanged = await fetch(`${platform.api}/oauth2/token`, {
          method: 'POST',
          body: new URLSearchParams(form),
        })
        response.end(await exchanged.text())
      },
      '/api/echo': (request, response, body) => void response.end(JSON.stringify({ url: request.url, body })),
    })
    const { host } = sample
    const world = {
      users: { alice: { password: PASSWORD }, bob: { password: PASSWORD } },
      applications: {
        sample: {
          name: 'Sample',
          owner: 'alice',
          bot: {},
          redirect_uris: ['https://sample.example/callback'],
          social_sdk_terms_accepted: true,
          url_mappings: [
            { prefix: '/service', target: `${host}/api` },
            { prefix: '/', target: host },
          ],
          skus: { hint: { name: 'Hint', type: 3 } },
        },
        other: { name: 'Other', owner: 'alice', url_mappings: [{ prefix: '/', target: host }] },
      },
      guilds: {
        lab: {
          owner: 'alice',
          members: ['bob'],
          bots: { sample: {} },
          channels: { general: { type: 0 }, random: { type: 0 }, lounge: { type: 2 } },
        },
      },
    }
    ;[browser, platform] = await Promise.all([launchBrowser(), startPlatform({ world, rateLimits: 'off' })])
    const [first, second] = ['alice', 'bob'].map((name) => api(platform.api, platform.world?.users[name]?.token))
    await first?.put(`/users/@me/relationships/${platform.world?.users.bob?.id}`, {})
    await second?.put(`/users/@me/relationships/${platform.world?.users.alice?.id}`, {})
    await api(platform.api, `Bot ${platform.world?.applications.sample?.bot?.token}`).post(
      `/applications/${applicationId()}/commands`,
      { name: 'score', description: 'Shares a score', options: [{ type: 4, name: 'points', description: 'Points' }] },
    )
    ;[alice, bob] = await Promise.all([openAs('alice'), openAs('bob')])
  })

  after(async () => {
    await browser?.close()
    await platform?.close()
    await sample?.close()
  })

  const applicationId = () => platform.world?.applications.sample?.id ?? ''
  const guild = () => platform.world?.guilds.lab ?? assert.fail()
  const channelId = (name: string) => guild().channels[name]?.id ?? ''

  async function openAs(username: string): Promise<Person> {
    const person = await openPerson(browser, platform, { size: 'desk', as: username })
    await person.page.goto(`/channels/${guild().id}/${channelId('general')}`)
    await box(person.page).waitFor()
    return person
  }

  const box = (page: Page) => page.getByRole('textbox', { name: 'Message #general' })
  const stageOf = (page: Page) => page.getByRole('region', { name: 'Activity Sample' })
  const press = (page: Page, name: string) =>
    page.getByRole('dialog').getByRole('button', { name, exact: true }).click()

  /** Returns the frame of the activity once its SDK is ready. */
  async function readyFrame(page: Page): Promise<Frame> {
    const deadline = Date.now() + FRAME_MS
    for (;;) {
      const frame = page.frames().find((one) => one.url().includes(`://${applicationId()}.`) && !one.isDetached())
      if (frame) {
        await frame.waitForFunction(() => document.title === 'ready', null, { timeout: FRAME_MS })
        return frame
      }
      assert.ok(Date.now() < deadline, 'the frame of the activity did not open')
      await page.waitForEvent('frameattached', { timeout: 1_000 }).catch(() => null)
    }
  }

  async function launchAs({ page }: Person): Promise<Frame> {
    await box(page).fill('/launch')
    await page.getByRole('option', { name: /^\/launch.*Sample/ }).click()
    await page.keyboard.press('Enter')
    return readyFrame(page)
  }

  /** Calls a command of the SDK in the page. */
  const call = (frame: Frame, name: string, args?: unknown): Promise<Outcome> =>
    frame.evaluate(([name, args]) => window.call(name, args), [name, args] as const)

  /** Calls a command that asks the person, and presses a button of its dialog. */
  async function callAndPress({ page }: Person, frame: Frame, name: string, args: unknown, button: string) {
    const outcome = call(frame, name, args)
    // A command that fails at once shows no dialog.
    const asked = page.getByRole('dialog').waitFor()
    if (await Promise.race([outcome.then(() => false), asked.then(() => true)])) await press(page, button)
    return outcome
  }

  const AUTHORIZE = () => ({ client_id: applicationId(), response_type: 'code', state: '', scope: SCOPES })

  async function signInTo(person: Person, frame: Frame): Promise<Outcome> {
    const { data } = (await callAndPress(person, frame, 'authorize', AUTHORIZE(), 'Authorize')) as Outcome<{
      code: string
    }>
    const token = await frame.evaluate(async (code) => {
      const response = await fetch('/.proxy/api/token', { method: 'POST', body: code })
      return (await response.json()) as { access_token: string }
    }, data.code)
    return call(frame, 'authenticate', { access_token: token.access_token })
  }

  test('a command starts the activity, which learns its place from its address', async () => {
    const frame = await launchAs(alice)
    const sdk = await frame.evaluate(() => {
      const { instanceId, guildId, channelId, locationId, platform } = window.sdk
      return { instanceId, guildId, channelId, locationId, platform, referrer: document.referrer }
    })
    const location = `gc-${guild().id}-${channelId('general')}`
    assert.match(sdk.instanceId, new RegExp(`^i-\\d+-${location}$`))
    assert.deepEqual(
      { ...sdk, instanceId: '' },
      {
        instanceId: '',
        guildId: guild().id,
        channelId: channelId('general'),
        locationId: location,
        platform: 'desktop',
        referrer: '',
      },
    )
    assert.deepEqual(await seriousFaults(alice.page), [])
    await alice.page.getByRole('article').filter({ hasText: 'Sample' }).first().waitFor()
  })

  test('commands outside of the scopes fail, a refused consent gives 5000, and an accepted one a session', async () => {
    const frame = await readyFrame(alice.page)
    assert.equal((await call(frame, 'getRelationships')).error?.code, 4006)
    const refused = await callAndPress(alice, frame, 'authorize', AUTHORIZE(), 'Cancel')
    assert.equal(refused.error?.code, 5000)
    assert.equal((await call(frame, 'authenticate', { access_token: 'wrong' })).error?.code, 4009)
    const foreign = { ...AUTHORIZE(), client_id: platform.world?.applications.other?.id }
    assert.equal((await call(frame, 'authorize', foreign)).error?.code, 4007)
    const { data } = (await signInTo(alice, frame)) as Outcome<{ user: { username: string }; scopes: string[] }>
    assert.equal(data.user.username, 'alice')
    assert.deepEqual(data.scopes.toSorted(), SCOPES.toSorted())
    const silent = await call(frame, 'authorize', { ...AUTHORIZE(), prompt: 'none' })
    assert.equal(typeof (silent.data as { code: string }).code, 'string')
    const again = await call(frame, 'authenticate', { access_token: null })
    assert.equal((again.data as { user: { username: string } }).user.username, 'alice')
  })

  test('an activity adds its bot to no guild without a question that names guild and permissions', async () => {
    const frame = await readyFrame(alice.page)
    const scope = ['identify', 'bot']
    const wanted = { ...AUTHORIZE(), scope, guild_id: guild().id, permissions: '8', prompt: 'none' }
    const outcome = call(frame, 'authorize', wanted)
    const place = alice.page.getByRole('dialog').getByRole('region', { name: 'Where it is added' })
    await place.getByText('Administrator', { exact: true }).waitFor()
    assert.match((await place.textContent()) ?? '', /Sample is added to .*lab/i)
    await press(alice.page, 'Cancel')
    assert.equal((await outcome).error?.code, 5000)
  })

  test('[AUT-8] [SDK-40] commands without a question answer with what the SDK accepts', async () => {
    const frame = await readyFrame(alice.page)
    const results: Record<string, unknown> = {}
    const bobId = platform.world?.users.bob?.id
    const quiet: [name: string, args?: unknown][] = [
      ['captureLog', { level: 'info', message: 'a line of the console' }],
      ['encourageHardwareAcceleration'],
      ['getChannel', { channel_id: channelId('general') }],
      ['getChannelPermissions'],
      ['getEntitlements'],
      ['getInstanceConnectedParticipants'],
      ['getActivityInstanceConnectedParticipants'],
      ['getPlatformBehaviors'],
      ['getRelationships'],
      ['getSkus'],
      ['getUser', { id: bobId }],
      ['requestProxyTicketRefresh'],
      ['setActivity', { activity: { type: 0, details: 'On level 3', state: 'Alone' } }],
      ['setConfig', { use_interactive_pip: true }],
      ['setOrientationLockState', { lock_state: 3 }],
      ['userSettingsGetLocale'],
    ]
    for (const [name, args] of quiet) {
      const { data, error } = await call(frame, name, args)
      assert.equal(error, undefined, `${name}: ${JSON.stringify(error)}`)
      results[name] = data
    }
    const { relationships } = results.getRelationships as { relationships: { type: number; user: { id: string } }[] }
    assert.deepEqual(
      relationships.map(({ type, user }) => [type, user.id]),
      [[1, bobId]],
    )
    const { participants } = results.getInstanceConnectedParticipants as { participants: { username: string }[] }
    assert.deepEqual(
      participants.map(({ username }) => username),
      ['alice'],
    )
    await stageOf(alice.page).getByRole('button', { name: 'Activity console' }).click()
    await stageOf(alice.page).getByRole('log').getByText('a line of the console').waitFor()
    for (const name of ['getQuest', 'getQuestEnrollmentStatus', 'questStartTimer'])
      assert.equal(typeof (await call(frame, name, { quest_id: '1' })).error?.code, 'number', name)
  })

  test('commands that ask the person answer with what they do', async () => {
    const frame = await readyFrame(alice.page)
    const { page, context } = alice
    const link = { url: `http://${sample.host}/api/echo` }
    const opening = call(frame, 'openExternalLink', link)
    await page.getByRole('dialog').getByText(sample.host, { exact: true }).waitFor()
    const popup = context.waitForEvent('page')
    await press(page, 'Open')
    assert.deepEqual((await opening).data, { opened: true })
    await (await popup).close()
    assert.deepEqual((await callAndPress(alice, frame, 'openExternalLink', link, 'Cancel')).data, { opened: false })
    const escaped = call(frame, 'openExternalLink', link)
    await page.getByRole('dialog').waitFor()
    await page.keyboard.press('Escape')
    assert.deepEqual((await escaped).data, { opened: false })

    assert.equal((await callAndPress(alice, frame, 'openInviteDialog', undefined, 'Send invite')).error, undefined)
    const shared = { message: 'Beat my score', custom_id: 'level-3' }
    assert.deepEqual((await callAndPress(alice, frame, 'shareLink', shared, 'Share')).data, {
      success: true,
      didCopyLink: false,
      didSendMessage: true,
    })
    await page.getByRole('article').getByText('Beat my score').waitFor()

    const uploading = call(frame, 'initiateImageUpload')
    const dialog = page.getByRole('dialog')
    await dialog.getByLabel('Image').setInputFiles({ name: 'dot.png', mimeType: 'image/png', buffer: PNG })
    await press(page, 'Upload')
    const { image_url: mediaUrl } = (await uploading).data as { image_url: string }
    assert.ok(mediaUrl.startsWith(`${platform.cdn}/`), mediaUrl)
    assert.equal((await callAndPress(alice, frame, 'openShareMomentDialog', { mediaUrl }, 'Share')).error, undefined)
    const interaction = { command: 'score', options: [{ name: 'points', value: '7' }], content: 'I have 7 points' }
    assert.deepEqual((await callAndPress(alice, frame, 'shareInteraction', interaction, 'Share')).data, {
      success: true,
    })
    const { data } = (await call(frame, 'getSkus')) as Outcome<{ skus: { id: string; name: string }[] }>
    const [sku] = data.skus
    assert.equal(sku?.name, 'Hint')
    const bought = { sku_id: sku?.id }
    assert.equal((await callAndPress(alice, frame, 'startPurchase', bought, 'Cancel')).error?.code, 5008)
    const granted = (await callAndPress(alice, frame, 'startPurchase', bought, 'Buy')).data as { sku_id: string }[]
    assert.equal(granted[0]?.sku_id, sku?.id)
    const invited = { user_id: platform.world?.users.bob?.id, content: 'Come and play' }
    assert.equal((await callAndPress(alice, frame, 'inviteUserEmbedded', invited, 'Send invite')).error, undefined)
  })

  test('another person joins the instance, and both learn of it and of the layout', async () => {
    const frame = await readyFrame(alice.page)
    await frame.evaluate(() =>
      Promise.all([
        window.listen('ACTIVITY_INSTANCE_PARTICIPANTS_UPDATE'),
        window.listen('ACTIVITY_LAYOUT_MODE_UPDATE'),
        window.listen('ORIENTATION_UPDATE'),
        window.listen('CURRENT_USER_UPDATE'),
      ]),
    )
    await bob.page.getByText('1 person is playing Sample').waitFor()
    await bob.page.getByRole('button', { name: 'Join Sample' }).click()
    const other = await readyFrame(bob.page)
    const instanceOf = (one: Frame) => one.evaluate(() => window.sdk.instanceId)
    assert.equal(await instanceOf(other), await instanceOf(frame))
    await frame.waitForFunction(
      () =>
        window.received.some(
          ({ event, data }) =>
            event === 'ACTIVITY_INSTANCE_PARTICIPANTS_UPDATE' &&
            (data as { participants: unknown[] }).participants.length === 2,
        ),
      null,
      { timeout: FRAME_MS },
    )
    const channels = alice.page.getByRole('navigation', { name: 'Channels' })
    await channels.getByRole('link', { name: 'random' }).click()
    const layoutIs = (mode: number) =>
      frame.waitForFunction(
        (mode) => {
          const modes = window.received.filter(({ event }) => event === 'ACTIVITY_LAYOUT_MODE_UPDATE')
          return (modes.at(-1)?.data as { layout_mode: number } | undefined)?.layout_mode === mode
        },
        mode,
        { timeout: FRAME_MS },
      )
    await layoutIs(1)
    await stageOf(alice.page).getByRole('link', { name: 'Back to the activity' }).click()
    await layoutIs(0)
    await stageOf(alice.page).getByRole('button', { name: 'People in the activity' }).click()
    await layoutIs(2)
    await stageOf(alice.page).getByRole('complementary').getByText('bob').waitFor()
    await bob.page.getByRole('button', { name: 'Leave activity' }).click()
    await stageOf(bob.page).waitFor({ state: 'detached' })
    await stageOf(alice.page).getByRole('complementary').getByText('bob').waitFor({ state: 'detached' })
  })

  test('requests of the page go through the proxy in both forms, also with patched mappings', async () => {
    const frame = await readyFrame(alice.page)
    const urls = await frame.evaluate(async (host) => {
      const read = async (url: string) => ((await (await fetch(url)).json()) as { url: string }).url
      const plain = [await read('/api/echo?a=1'), await read('/.proxy/service/echo')]
      window.patchUrlMappings([{ prefix: '/service', target: `${host}/api` }])
      return [...plain, await read(`http://${host}/api/echo?b=2`)]
    }, sample.host)
    assert.deepEqual(urls, ['/api/echo?a=1', '/api/echo', '/api/echo?b=2'])
    const texts = await frame.evaluate(async () => {
      const talk = (path: string) =>
        new Promise<string>((resolve, reject) => {
          const socket = new WebSocket(`ws://${location.host}${path}`)
          socket.onmessage = ({ data }) => resolve(String(data))
          socket.onerror = () => reject(new Error(`no socket at ${path}`))
          socket.onopen = () => socket.send('hello')
        })
      return [await talk('/socket'), await talk('/.proxy/socket')]
    })
    assert.deepEqual(texts, ['hello', 'hello'])
  })

  test('a hostile page reaches nothing outside of its frame', async () => {
    const frame = await readyFrame(alice.page)
    const { page } = alice
    const address = page.url()
    const other = platform.world?.applications.other?.id ?? ''
    const token = platform.world?.users.alice?.token ?? ''
    const seen = await frame.evaluate(
      async ({ other, platform }) => {
        const attempt = async (task: () => unknown) => {
          try {
            return String((await task()) ?? 'nothing')
          } catch (error) {
            return `refused: ${(error as Error).name}`
          }
        }
        const top = window.top as unknown as Window & { localStorage: Storage }
        const fake = { cmd: 'GET_RELATIONSHIPS', nonce: 'n', args: {} }
        top.postMessage([1, fake], '*')
        top.postMessage([0, { v: 1, client_id: other, frame_id: 'x', encoding: 'json' }], '*')
        return {
          storage: await attempt(() => top.localStorage.length),
          document: await attempt(() => top.document.title),
          relay: await attempt(() => window.parent.document.title),
          navigation: await attempt(() => {
            top.location.href = 'http://elsewhere.example/'
          }),
          parent: await attempt(() => {
            window.parent.location.href = 'http://elsewhere.example/'
          }),
          popup: await attempt(() => (window.open('http://elsewhere.example/') === null ? 'blocked' : 'open')),
          api: await attempt(async () => (await fetch(`${platform}/api/v10/users/@me`)).status),
          sibling: await attempt(async () => (await fetch(location.href.replace(/\d+(?=\.)/, other))).status),
          outside: await attempt(async () => (await fetch('http://127.0.0.1:1/')).status),
          cookies: document.cookie,
        }
      },
      { other, platform: platform.url },
    )
    for (const name of ['storage', 'document', 'relay', 'navigation', 'sibling', 'outside'] as const)
      assert.match(seen[name], /^refused: /, name)
    assert.equal(seen.popup, 'blocked')
    assert.match(seen.api, /^(401|refused: TypeError)$/)
    assert.equal(seen.cookies, '')
    assert.equal(page.url(), address)
    assert.equal((await call(frame, 'getPlatformBehaviors')).error, undefined, 'the frame works on')
    const html = await page.evaluate(() => document.querySelector('iframe')?.getAttribute('src') ?? '')
    assert.ok(!html.includes(token), 'the relay does not know the token')
  })

  test('the policy of the app admits the relay by its hashes and nothing inline', async () => {
    const response = await fetch(`${platform.url}/channels/@me`)
    const policy = response.headers.get('content-security-policy') ?? ''
    const relay = await alice.page.evaluate(() => document.querySelector('iframe')?.getAttribute('src') ?? '')
    const html = decodeURIComponent(relay.slice(relay.indexOf(',') + 1))
    const script = /<script>(.*)<\/script>/s.exec(html)?.[1] ?? ''
    assert.ok(policy.includes(`'sha256-${createHash('sha256').update(script).digest('base64')}'`))
    assert.ok(!/unsafe-(inline|eval)/.test(policy))
  })

  test('a link starts the activity with its custom id and referrer', async () => {
    await alice.page.getByRole('button', { name: 'Leave activity' }).click()
    const bobId = platform.world?.users.bob?.id ?? ''
    await alice.page.goto(`/activities/${applicationId()}?referrer_id=${bobId}&custom_id=level-3`)
    await alice.page.getByRole('button', { name: 'Start activity' }).click()
    const frame = await readyFrame(alice.page)
    const sdk = await frame.evaluate(() => [window.sdk.customId, window.sdk.referrerId])
    assert.deepEqual(sdk, ['level-3', bobId])
  })

  test('cards below messages start what their links name', async () => {
    const { id } = platform.world?.guilds.lab?.channels.general ?? {}
    const { token } = platform.world?.users.alice ?? {}
    const ofAlice = api(platform.api, token ?? '')
    const invite = await ofAlice.post(`/channels/${id}/invites`, {})
    const content = `${platform.url}/activities/${applicationId()}?custom_id=level-4 https://discord.gg/${invite.body.code}`
    assert.equal((await ofAlice.post(`/channels/${id}/messages`, { content })).status, 200)
    const log = bob.page.getByRole('log')
    await log.getByRole('region', { name: 'Invite to lab' }).last().getByText('#general · 3 members').waitFor()
    await log.getByRole('region', { name: 'Card of Sample' }).last().getByText('1 person is here').waitFor()
    assert.deepEqual(await seriousFaults(bob.page), [])
    await log.getByRole('button', { name: 'Play Sample' }).last().click()
    const frame = await readyFrame(bob.page)
    assert.equal(await frame.evaluate(() => window.sdk.customId), 'level-4')
    await log.getByText('You and 1 more are here').first().waitFor()
    await log.getByRole('button', { name: 'Open lab' }).last().click()
    await bob.page.getByRole('button', { name: 'Leave activity' }).click()
    await stageOf(bob.page).waitFor({ state: 'detached' })
  })

  test('an activity that closes itself ends, and its text is shown', async () => {
    const frame = await readyFrame(alice.page)
    await frame.evaluate(() => window.sdk.close(4000, 'The game server is down'))
    await stageOf(alice.page).waitFor({ state: 'detached' })
    await alice.page.getByRole('alert').getByText('The game server is down').waitFor()
  })
})
