/** A developer disturbs a discord.js bot and the servers of applications from the inspector, by hand. */
import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import type { EntitlementObject } from '@guildhall/protocol'
import { Events, type GuildChannel, REST } from 'discord.js'
import { json } from '../../server/test/support/endpoint-app.ts'
import { EventEndpoint } from '../../server/test/support/event-endpoint.ts'
import { assertSound } from './support/browser.ts'
import { NO_BROWSER } from './support/chromium.ts'
import { type InspectorLab, startInspectorLab } from './support/inspector-lab.ts'

const WAIT_MAX_MS = 30_000
const DELAY_MS = 300

describe('faults in the inspector', { skip: NO_BROWSER }, () => {
  let lab: InspectorLab

  before(async () => {
    lab = await startInspectorLab()
  })
  after(async () => {
    await lab?.close()
  })

  const part = (name: string) => lab.part('Faults', name)
  const sessions = () => part('Gateway sessions')
  const done = (words: string) => sessions().getByRole('status').filter({ hasText: words }).waitFor()
  const openFaults = () => lab.open('?panel=faults')
  const openSession = async () => {
    await openFaults()
    await sessions().getByRole('button', { name: /^Ping/ }).click()
  }

  /** Adds a request fault by the form. Fields that are not given stay as they are. */
  async function addRequestFault(fields: Record<string, string>): Promise<void> {
    await openFaults()
    for (const [label, value] of Object.entries(fields)) {
      const field = part('Requests').getByLabel(label, { exact: true })
      if (['Method', 'Status', 'Scope'].includes(label)) await field.selectOption({ label: value })
      else await field.fill(value)
    }
    await lab.press('Add request fault', part('Requests'))
  }

  const noneListed = async (name: string) => {
    await part(name).getByRole('listitem').first().waitFor({ state: 'detached' })
  }

  /** Changes the topic of the channel, of which the bot receives an event. */
  async function setTopic(topic: string): Promise<void> {
    assert.equal((await lab.asBot('ping').patch(`/channels/${lab.channelId}`, { topic })).status, 200)
  }

  /** Returns the topics that discord.js reports until one of them is the last. */
  async function topicsUntil(last: string, change: () => Promise<void>): Promise<string[]> {
    const topics: string[] = []
    const ended = new Promise<void>((resolve, reject) => {
      const signal = AbortSignal.timeout(WAIT_MAX_MS)
      const listener = (_former: unknown, channel: GuildChannel & { topic?: string | null }) => {
        topics.push(channel.topic ?? '')
        if (channel.topic !== last) return
        lab.bot.off(Events.ChannelUpdate, listener as never)
        resolve()
      }
      lab.bot.on(Events.ChannelUpdate, listener as never)
      signal.addEventListener('abort', () => reject(new Error(`${last} did not arrive, but ${topics}`)))
    })
    await Promise.all([ended, change()])
    return topics
  }

  test('op 7, a dropped connection and a resumable op 9: discord.js resumes, and goes on', async () => {
    await openSession()
    await assertSound(lab.developer)
    for (const button of ['Reconnect (op 7)', 'Drop', 'Invalid, resumable (op 9)']) {
      const resumed = lab.event(Events.ShardResume)
      await lab.press(button, sessions())
      await resumed
      await done(`${button}: done.`)
    }
    await lab
      .row(/Frame.*RESUME/)
      .first()
      .waitFor()
    assert.deepEqual(await topicsUntil('resumed', () => setTopic('resumed')), ['resumed'])
  })

  test('op 9 that is not resumable: discord.js identifies anew, and the list has its new session', async () => {
    await openSession()
    const { body: before } = await lab.control.get<{ session_id: string; kind: string }[]>('/gateway/sessions')
    const ready = lab.event(Events.ShardReady)
    await lab.press('Invalid (op 9)', sessions())
    await done('Invalid (op 9): done.')
    await ready
    const { body: now } = await lab.control.get<{ session_id: string; kind: string }[]>('/gateway/sessions')
    const botSession = (list: typeof now) =>
      list.filter(({ kind }) => kind === 'bot').map(({ session_id }) => session_id)
    assert.equal(botSession(now).length, 1)
    assert.notDeepEqual(botSession(now), botSession(before))
    await sessions()
      .getByRole('button', { name: /^Ping.*bot, connected/ })
      .waitFor()
    assert.deepEqual(await topicsUntil('anew', () => setTopic('anew')), ['anew'])
  })

  test('the next frames are dropped, duplicated and delayed, as discord.js sees them', async () => {
    const disturb = async (kind: string, frames: number) => {
      await sessions().getByLabel('Next frames').selectOption({ label: kind })
      await sessions().getByLabel('Number', { exact: true }).fill(`${frames}`)
      if (kind === 'Delay') await sessions().getByLabel('Delay (ms)').fill(`${DELAY_MS}`)
      await lab.press('Disturb frames', sessions())
      await done(`${kind} ${frames}: done.`)
    }
    const setAll = (topics: string[]) => async () => {
      for (const topic of topics) await setTopic(topic)
    }
    await openSession()
    await disturb('Drop', 2)
    assert.deepEqual(await topicsUntil('c', setAll(['a', 'b', 'c'])), ['c'])
    await disturb('Duplicate', 1)
    assert.deepEqual(await topicsUntil('e', setAll(['d', 'e'])), ['d', 'd', 'e'])
    await disturb('Delay', 2)
    const begunAt = performance.now()
    assert.deepEqual(await topicsUntil('h', setAll(['f', 'g', 'h'])), ['f', 'g', 'h'])
    assert.ok(performance.now() - begunAt >= DELAY_MS)
    await assertSound(lab.developer)
  })

  test('429 of each scope reaches discord.js, which tries again', async () => {
    for (const scope of ['user', 'global', 'shared']) {
      const limits: unknown[] = []
      const rest = new REST({
        api: lab.platform.api,
        version: '10',
        rejectOnRateLimit: ({ scope, global }) => {
          limits.push([scope, global])
          return false
        },
      }).setToken(lab.application('ping').bot?.token ?? '')
      await addRequestFault({ Method: 'GET', Path: '/gateway/bot', Scope: scope, 'Retry after (s)': '0.05' })
      await part('Requests').getByText('GET /gateway/bot: 429').waitFor()
      await lab.page.getByRole('button', { name: /^Faults 1/ }).waitFor()
      assert.ok(((await rest.get('/gateway/bot')) as { url?: string }).url)
      assert.deepEqual(limits[0], [scope, scope === 'global'])
      await noneListed('Requests')
    }
    await lab
      .row(/GET \/gateway\/bot.*429/)
      .first()
      .waitFor()
  })

  test('the next requests fail by method and path, as often as asked', async () => {
    await addRequestFault({
      Method: 'POST',
      Path: '/channels/*/messages',
      Status: '503 Unavailable',
      Times: '2',
    })
    await part('Requests').getByText('2 left').waitFor()
    const send = () => lab.bob.api.post(lab.messages, { content: 'again' })
    assert.equal((await send()).status, 503)
    assert.equal((await lab.bob.api.get(lab.messages)).status, 200, 'another method')
    await part('Requests').getByText('1 left').waitFor()
    assert.deepEqual([(await send()).status, (await send()).status], [503, 200])
    await noneListed('Requests')
    await lab
      .row(/POST \/channels\/\d+\/messages.*503/)
      .first()
      .waitFor()
  })

  test('a fault that lasts is deleted by hand', async () => {
    await addRequestFault({ Path: '/gateway/bot', Times: '', Status: '500 Server error' })
    await part('Requests').getByRole('listitem').getByText('always').waitFor()
    for (let n = 0; n < 3; n += 1) assert.equal((await lab.asBot('ping').get('/gateway/bot')).status, 500)
    await assertSound(lab.developer)
    await lab.press('Delete Any method /gateway/bot: 500', part('Requests'))
    await noneListed('Requests')
    assert.equal((await lab.asBot('ping').get('/gateway/bot')).status, 200)
  })

  test('the next request is delayed, and succeeds', async () => {
    await addRequestFault({
      Method: 'GET',
      Path: '/users/@me',
      Status: 'None, only a delay',
      'Delay (ms)': `${DELAY_MS}`,
    })
    await part('Requests').getByText(`GET /users/@me: after ${DELAY_MS} ms`).waitFor()
    const begunAt = performance.now()
    assert.equal((await lab.asBot('ping').get('/users/@me')).status, 200)
    assert.ok(performance.now() - begunAt >= DELAY_MS)
    await noneListed('Requests')
  })

  test('a path that no request can have is refused at its field, and adds nothing', async () => {
    await addRequestFault({ Path: 'gateway' })
    const field = part('Requests').getByLabel('Path', { exact: true })
    await part('Requests').getByRole('alert').first().waitFor()
    assert.equal(await field.getAttribute('aria-invalid'), 'true')
    assert.deepEqual((await lab.control.get('/requests/faults')).body, [])
    await assertSound(lab.developer)
  })

  test('an interactions endpoint that is silent, then absent: the deliveries say so, and the next one arrives', async () => {
    const { echo, page, press, row, details } = lab
    await openFaults()
    for (const [fault, words] of [
      ['No response', /no answer within \d+ ms/],
      ['No connection', /connection was refused/],
    ] as const) {
      const { length } = echo.asked
      await part('Endpoints of applications').getByLabel('Fault', { exact: true }).selectOption({ label: fault })
      await part('Endpoints of applications').getByLabel('Address', { exact: true }).fill(new URL(echo.url).origin)
      await press('Add endpoint fault', part('Endpoints of applications'))
      await part('Endpoints of applications')
        .getByText(`${fault} from ${new URL(echo.url).origin}`)
        .waitFor()
      await assertSound(lab.developer)
      await lab.control.delete('/tape')
      await lab.open('?panel=faults&kind=delivery')
      await lab.use('echo')
      await row('Delivery').last().click()
      await details.getByRole('alert').filter({ hasText: words }).waitFor()
      assert.equal(echo.asked.length, length, 'the server of the application was not asked')
      await noneListed('Endpoints of applications')
      await page.keyboard.press('Escape')
    }
    echo.reply = json({ type: 4, data: { content: 'back' } })
    const asked = echo.next()
    await lab.use('echo')
    await asked
  })

  test('a webhook event meets a silent server, and is sent again when the clock is moved', async () => {
    const { press, row } = lab
    await using server = await EventEndpoint.start(lab.application('echo').public_key)
    const { status } = await lab.asBot('echo').patch('/applications/@me', {
      event_webhooks_url: server.url,
      event_webhooks_status: 2,
      event_webhooks_types: ['ENTITLEMENT_CREATE'],
    })
    assert.equal(status, 200)
    await lab.open('?panel=faults&kind=delivery')
    await part('Endpoints of applications').getByLabel('Address', { exact: true }).fill(server.url)
    await press('Add endpoint fault', part('Endpoints of applications'))
    await part('Endpoints of applications').getByText(`No response from ${server.url}`).waitFor()
    await lab.control.delete('/tape')
    await lab.open('?panel=clock&kind=delivery')
    const { id } = lab.application('echo')
    const { body: skus } = await lab.asBot('echo').get<{ id: string }[]>(`/applications/${id}/skus`)
    const granted = await lab.asBot('echo').post<EntitlementObject>(`/applications/${id}/entitlements`, {
      sku_id: skus[0]?.id,
      owner_id: lab.platform.world?.users.bob?.id,
      owner_type: 2,
    })
    assert.equal(granted.status, 200)
    await row('Delivery').waitFor()
    assert.equal(server.requests.length, 0)
    await press('1 minute', lab.panel('Clock'))
    assert.equal((await server.events(1))[0]?.data.id, granted.body.id)
    await row('Delivery').nth(1).waitFor()
    await assertSound(lab.developer)
  })
})
