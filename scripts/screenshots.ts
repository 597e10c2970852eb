/**
 * `npm run screenshots [word…]` writes pictures of the main pages to build/screenshots: three sizes, both themes. With
 * words, only pages whose name contains one of them.
 */
import { mkdir, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { type Api, api, startPlatform, type TestPlatform } from '@guildhall/testing'
import type { Browser, Page } from 'playwright-core'
import { launchBrowser, openPerson, SIZES, signIn } from '../packages/web/test/support/browser.ts'

const FOLDER = fileURLToPath(new URL('../build/screenshots/', import.meta.url))
const THEMES = ['light', 'dark'] as const
/** Time for pictures and fonts to be drawn after the page has loaded. */
const SETTLE_MS = 400
const READY_TIMEOUT_MS = 3_000

/** One page to take pictures of. */
interface Shot {
  readonly name: string
  readonly path: string
  /** Whether it is shown before sign-in. */
  readonly signedOut?: true
  /** Waits until the page has its content. */
  ready(page: Page): Promise<unknown>
}

interface Scene {
  readonly platform: TestPlatform
  readonly shots: readonly Shot[]
}

/** Starts the demo world with a conversation in it, and returns its pages. */
async function openScene(): Promise<Scene> {
  const platform = await startPlatform({ rateLimits: 'off' })
  const { users, applications, guilds } = platform.world ?? { users: {}, applications: {}, guilds: {} }
  const { alice, bob, carol } = users
  const { ping } = applications
  const { workshop } = guilds
  if (!alice || !bob || !carol || !ping?.bot || !workshop) throw new Error('the demo world has changed')
  const as = ({ token }: { token: string }) => api(platform.api, token)
  const general = workshop.channels.general?.id ?? ''
  await talk(general, {
    alice: as(alice),
    bob: as(bob),
    carol: as(carol),
    ping: api(platform.api, `Bot ${ping.bot.token}`),
  })
  const dm = await as(bob).post<{ id: string }>('/users/@me/channels', { recipient_id: alice.id })
  await as(bob).post(`/channels/${dm.body.id}/messages`, { content: 'Can you look at the welcome message?' })
  const log = (name: string) => (page: Page) => page.getByRole('log', { name, exact: true }).waitFor()
  const heading = (page: Page) => page.getByRole('heading').first().waitFor()
  const consent = new URLSearchParams({
    client_id: ping.id,
    scope: 'bot applications.commands',
    permissions: '2048',
  })
  return {
    platform,
    shots: [
      { name: 'sign-in', path: '/', signedOut: true, ready: (page) => page.getByLabel('Password').waitFor() },
      { name: 'channel', path: `/channels/${workshop.id}/${general}`, ready: log('Messages in general') },
      { name: 'dm', path: `/channels/@me/${dm.body.id}`, ready: log('Messages in @bob') },
      { name: 'settings', path: '/settings', ready: heading },
      { name: 'developers', path: '/developers', ready: heading },
      { name: 'application', path: `/developers/applications/${ping.id}`, ready: heading },
      { name: 'consent', path: `/oauth2/authorize?${consent}`, ready: heading },
      { name: 'activate', path: '/activate', ready: heading },
    ],
  }
}

/** Lets people and the bot talk in a channel, with each common kind of content. */
async function talk(channelId: string, people: Record<'alice' | 'bob' | 'carol' | 'ping', Api>): Promise<void> {
  const say = async (who: keyof typeof people, body: object) => {
    const { body: message } = await people[who].post<{ id: string }>(`/channels/${channelId}/messages`, body)
    return message.id
  }
  await say('alice', { content: 'Good morning. The **new build** is up: who has time to try it?' })
  const offer = await say('bob', { content: 'I do. Which part first?' })
  await say('alice', {
    content: 'The sign-in. Steps:\n1. Open the page\n2. Sign in as `carol`\n3. Reload\n> It should stay signed in.',
    message_reference: { message_id: offer },
  })
  const code = await say('carol', { content: '```ts\nclient.on(Events.MessageCreate, reply)\n```\n||It works here||' })
  await people.bob.put(`/channels/${channelId}/messages/${code}/reactions/${encodeURIComponent('🎉')}/@me`)
  await people.alice.put(`/channels/${channelId}/messages/${code}/reactions/${encodeURIComponent('🎉')}/@me`)
  await say('ping', {
    content: 'Results of the night',
    embeds: [
      {
        title: 'Checks',
        description: 'All checks passed.',
        color: 0x1f8a70,
        fields: [
          { name: 'Tests', value: '1,204', inline: true },
          { name: 'Duration', value: '4 min 51 s', inline: true },
        ],
      },
    ],
    components: [
      {
        type: 1,
        components: [
          { type: 2, style: 1, label: 'Run again', custom_id: 'again' },
          { type: 2, style: 2, label: 'Details', custom_id: 'details' },
        ],
      },
      {
        type: 1,
        components: [
          {
            type: 3,
            custom_id: 'where',
            placeholder: 'Choose a machine',
            options: ['Laptop', 'Server'].map((label) => ({ label, value: label })),
          },
        ],
      },
    ],
  })
  await say('carol', {
    content: 'مرحبا بالجميع، and a long word: Donaudampfschifffahrtselektrizitätenhauptbetriebswerk',
  })
}

/** Takes the pictures of each page. A page that never gets ready is a fault, and its picture is taken as it is. */
async function takeAll(browser: Browser, { platform, shots }: Scene) {
  const alice = platform.world?.users.alice ?? { username: '', password: '' }
  const written: string[] = []
  const faults: string[] = []
  for (const theme of THEMES) {
    for (const size of Object.keys(SIZES) as (keyof typeof SIZES)[]) {
      await using person = await openPerson(browser, platform, { size, theme })
      person.page.setDefaultTimeout(READY_TIMEOUT_MS)
      const take = async ({ name, path, ready }: Shot) => {
        await person.page.goto(path)
        await ready(person.page).catch((error: Error) => faults.push(`${name} (${size}, ${theme}): ${error.message}`))
        await person.page.waitForTimeout(SETTLE_MS)
        const file = join(FOLDER, `${name}-${size}-${theme}.png`)
        await person.page.screenshot({ path: file })
        written.push(file)
      }
      for (const shot of shots.filter(({ signedOut }) => signedOut)) await take(shot)
      await person.page.goto('/')
      await signIn(person.page, alice)
      for (const shot of shots.filter(({ signedOut }) => !signedOut)) await take(shot)
      faults.push(...[...new Set(person.problems)].map((problem) => `${size}, ${theme}: ${problem}`))
    }
  }
  return { written, faults }
}

const words = process.argv.slice(2)
const [browser, scene] = await Promise.all([launchBrowser(), openScene()])
try {
  await rm(FOLDER, { recursive: true, force: true })
  await mkdir(FOLDER, { recursive: true })
  const shots = scene.shots.filter(({ name }) => words.length === 0 || words.some((word) => name.includes(word)))
  const { written, faults } = await takeAll(browser, { ...scene, shots })
  for (const line of [...written, ...faults]) console.log(line)
  process.exitCode = faults.length > 0 ? 1 : 0
} finally {
  await browser.close()
  await scene.platform.close()
}
