/** Pages in a call whose node ends. */
import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import type { Browser, Page } from 'playwright-core'
import { ON_POSTGRES_AND_NATS } from '../../server/test/support/nats-server.ts'
import { type NodeProcesses, startNodeProcesses } from '../../server/test/support/node-processes.ts'
import { launchBrowser, openPerson, type Person } from './support/browser.ts'
import { NO_BROWSER } from './support/chromium.ts'
import { fakeMicrophone, hears } from './support/sound.ts'
import { fakeCamera, SCREEN, SCREEN_HZ, shows, showsPreview } from './support/video.ts'

const DRAIN_SECONDS = 4
const BOB_HZ = 880
const world = {
  users: { alice: {}, bob: {} },
  guilds: { lab: { owner: 'alice', members: ['bob'], channels: { general: { type: 0 }, lounge: { type: 2 } } } },
}

describe('pages in a call of several nodes', { skip: NO_BROWSER || (ON_POSTGRES_AND_NATS.skip ?? false) }, () => {
  let cluster: NodeProcesses
  let browser: Browser
  let [alice, bob] = [] as unknown as [Person, Person]
  const channelsOf = (page: Page) => page.getByRole('navigation', { name: 'Channels' })
  const panelOf = (page: Page) => page.getByRole('region', { name: 'Voice', exact: true })

  before(async () => {
    ;[browser, cluster] = await Promise.all([
      launchBrowser(),
      startNodeProcesses(['a', 'b'], { world, drainSeconds: DRAIN_SECONDS }),
    ])
    ;[alice, bob] = [await openAs('alice', 440), await openAs('bob', BOB_HZ)]
    for (const { page } of [alice, bob]) {
      await channelsOf(page).getByRole('link', { name: 'lounge' }).click()
      await panelOf(page).getByText('In voice', { exact: true }).waitFor()
    }
  })
  after(async () => {
    await browser?.close()
    await cluster?.close()
  })

  async function openAs(as: string, hertz: number): Promise<Person> {
    // Only the node that made the world knows its secrets.
    const made = cluster.nodes.map(({ process }) => process.world).find((known) => known?.users[as]?.token)
    assert.ok(made)
    const person = await openPerson(browser, { url: cluster.balancer.url, world: made }, { size: 'desk', as })
    await fakeMicrophone(person.page, hertz)
    await fakeCamera(person.page, SCREEN)
    const { lab } = made.guilds
    await person.page.goto(`/channels/${lab?.id}/${lab?.channels.general?.id}`)
    return person
  }

  test('a screen is shared on when the node of its call ends', async () => {
    await panelOf(alice.page).getByRole('button', { name: 'Share screen' }).click()
    await shows(alice.page, 'Your screen', SCREEN)
    await showsPreview(bob.page, SCREEN)
    await bob.page.getByRole('button', { name: "Watch alice's screen" }).click()
    await Promise.all([shows(bob.page, 'Screen of alice', SCREEN), hears(bob.page, SCREEN_HZ)])
    const [call] = await cluster.sql`SELECT node FROM voice_calls`
    const ending = cluster.nodes.find(({ name }) => name === call?.node)
    await ending?.process.stop()
    await Promise.all([hears(bob.page, SCREEN_HZ), hears(alice.page, BOB_HZ)])
    await Promise.all([shows(bob.page, 'Screen of alice', SCREEN), shows(alice.page, 'Your screen', SCREEN)])
    assert.equal((await cluster.sql`SELECT 1 FROM streams`).length, 1)
  })

  test('a call goes on at a node that started after the pages were loaded', async () => {
    const [call] = await cluster.sql`SELECT node FROM voice_calls`
    const ending = cluster.nodes.find(({ name }) => name === call?.node)
    const { url } = await cluster.add('c')
    const sockets: string[] = []
    alice.page.on('websocket', (socket) => sockets.push(new URL(socket.url()).host))
    await ending?.process.stop()
    await Promise.all([hears(bob.page, 440), hears(alice.page, BOB_HZ)])
    assert.deepEqual(
      (await cluster.sql`SELECT node FROM voice_calls`).map(({ node }) => node),
      ['c'],
    )
    assert.ok(sockets.includes(new URL(url).host), sockets.join(', '))
    assert.deepEqual([...alice.problems, ...bob.problems], [])
  })
})
