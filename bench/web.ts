/** The web app with very many messages in its store: longest tasks of the main thread while a person works. */
import { startPlatform, type TestPlatform } from '@guildhall/testing'
import type { Browser, Page } from 'playwright-core'
import { launchBrowser, openPerson, signIn } from '../packages/web/test/support/browser.ts'
import { type Bench, type Measured, verdict } from './bench.ts'
import { pause } from './measure.ts'
import { LONG_TASK_MS, type Tasks, tasksOf } from './web-tasks.ts'

const PASSWORD = 'correct horse'
/** Messages of the stream, per second. */
const STREAM_RATE = 50
const STREAM_SECONDS = 6
/** Posts of the preparation that are under way at once. */
const POSTS_AT_ONCE = 16
const TYPED = 'the quick brown fox jumps over the lazy dog, and then it types on and on '
const SWITCHES = 10
/** Steps of the wheel, each a little less than a screen. */
const WHEEL_STEPS = 60
const WHEEL_PX = 600
const SETTLE_MS = 1_000
const LOAD_TIMEOUT_MS = 10 * 60_000
/** Typing is slow where other work has the cores. */
const ACTION_TIMEOUT_MS = 2 * 60_000

const world = {
  users: { ann: { password: PASSWORD }, ben: { password: PASSWORD } },
  applications: { writer: { name: 'Writer', owner: 'ann', bot: { username: 'writer' } } },
  guilds: {
    bench: {
      name: 'Bench',
      owner: 'ann',
      members: ['ben'],
      bots: { writer: { permissions: '8' } },
      channels: { general: { type: 0 }, random: { type: 0 } },
    },
  },
}

/** Texts of conversations: mostly plain, some with each kind of content. */
const TEXTS = [
  'ok',
  'Good morning, has anyone seen the report?',
  'I will look at it **after lunch**, and `npm test` is green again 🎉',
  'That page says https://example.com/docs/start, but the order is different:\n1. install\n2. start\n3. sign in',
  '> the build fails\nIt works here. ||It did not yesterday||',
  '```ts\nexport function sum(numbers: number[]): number {\n  return numbers.reduce((a, b) => a + b, 0)\n}\n```',
  'A longer message that somebody wrote in one go, with no form at all in it, as most of them are. '.repeat(4),
]

interface Phase {
  readonly what: string
  run(): Promise<unknown>
}

export async function measureWeb({ options }: Bench): Promise<Measured> {
  const [browser, platform] = await Promise.all([launchBrowser(), startPlatform({ world, rateLimits: 'off' })])
  try {
    const post = await poster(platform)
    await fill(post.general, options.webMessages)
    await fill(post.random, 200)
    await using person = await openPerson(browser, platform, { size: 'desk' })
    const { page } = person
    page.setDefaultTimeout(ACTION_TIMEOUT_MS)
    const { bench } = platform.world?.guilds ?? {}
    await page.goto(`/channels/${bench?.id}/${bench?.channels.general?.id}`)
    const rows: [string, Tasks][] = []
    for (const { what, run } of phases(page, post.general))
      rows.push([what, await tasksOf(browser as Browser, page, run)])
    if (person.problems.length > 0) throw new Error(person.problems.join('\n'))
    return report(options.webMessages, rows)
  } finally {
    await browser.close()
    await platform.close()
  }
}

function phases(page: Page, post: (text: string) => Promise<void>): Phase[] {
  const box = page.getByRole('textbox', { name: /^Message #/ })
  const open = (name: string) => page.getByRole('navigation', { name: 'Channels' }).getByRole('link', { name }).click()
  const wheel = async (px: number) => {
    await page.getByRole('log').hover()
    for (let step = 0; step < WHEEL_STEPS; step += 1) {
      await page.mouse.wheel(0, px)
      await nextFrame(page)
    }
  }
  const stream = async (meanwhile: () => Promise<unknown>) => {
    const [first] = await Promise.all([streamed(post), meanwhile()])
    return first
  }
  const present = () => page.getByRole('button', { name: 'Jump to present' })
  return [
    {
      what: 'sign in, open the channel',
      async run() {
        await signIn(page, { username: 'ann', password: PASSWORD })
        await page.getByRole('log').getByRole('article').first().waitFor()
        // Rows and parts that follow in their own tasks.
        await pause(SETTLE_MS)
      },
    },
    { what: 'load all messages', run: () => loadAll(page) },
    { what: 'scroll down', run: () => wheel(WHEEL_PX) },
    { what: 'scroll up', run: () => wheel(-WHEEL_PX) },
    { what: 'type, scrolled away', run: () => box.pressSequentially(TYPED) },
    { what: 'stream, scrolled away', run: () => stream(async () => {}) },
    { what: 'scroll under a stream', run: () => stream(() => wheel(WHEEL_PX)) },
    { what: 'jump to present', run: () => present().click() },
    {
      what: 'switch channels',
      async run() {
        for (let n = 0; n < SWITCHES; n += 1) {
          await open('random')
          await page.getByRole('log', { name: 'Messages in random' }).getByRole('article').first().waitFor()
          await open('general')
          await page.getByRole('log', { name: 'Messages in general' }).getByRole('article').first().waitFor()
        }
      },
    },
    { what: 'type at the end', run: () => box.pressSequentially(TYPED) },
    { what: 'stream at the end', run: () => stream(async () => {}) },
    { what: 'type under a stream', run: () => stream(() => box.pressSequentially(TYPED)) },
    { what: 'stream for another channel', run: () => open('random').then(() => stream(async () => {})) },
  ]
}

/** Resolves once the page has drawn again. */
const nextFrame = (page: Page) => page.evaluate('new Promise(requestAnimationFrame)')

/** Scrolls up until the store holds every message of the channel. */
async function loadAll(page: Page): Promise<void> {
  const beginning = page.getByRole('heading', { name: 'This is the beginning of general' })
  const giveUpAt = Date.now() + LOAD_TIMEOUT_MS
  while (!(await beginning.isVisible())) {
    if (Date.now() > giveUpAt) throw new Error('the messages were not loaded')
    await page.getByRole('log').evaluate((log) => {
      log.scrollTop = 0
    })
    await nextFrame(page)
  }
}

/** Posts the messages of a stream, evenly spread. */
async function streamed(post: (text: string) => Promise<void>): Promise<void> {
  const start = Date.now()
  const posts: Promise<void>[] = []
  for (let n = 0; n < STREAM_RATE * STREAM_SECONDS; n += 1) {
    const due = start + (n * 1_000) / STREAM_RATE
    if (due > Date.now()) await pause(due - Date.now())
    posts.push(post(TEXTS[n % TEXTS.length] ?? ''))
  }
  await Promise.all(posts)
}

/** Returns functions that post in each channel, as several authors in turn. */
async function poster({ api, world: filled }: TestPlatform) {
  const { ben } = filled?.users ?? {}
  const { writer } = filled?.applications ?? {}
  const { channels } = filled?.guilds.bench ?? {}
  if (!ben || !writer?.bot || !channels?.general || !channels.random) throw new Error('the world has changed')
  const authors = [ben.token, `Bot ${writer.bot.token}`]
  let posted = 0
  const to = (channelId: string) => async (content: string) => {
    const authorization = authors[Math.floor(posted++ / 3) % authors.length] ?? ''
    const response = await fetch(`${api}/v10/channels/${channelId}/messages`, {
      method: 'POST',
      headers: { authorization, 'content-type': 'application/json' },
      body: JSON.stringify({ content }),
    })
    if (!response.ok) throw new Error(`${response.status} ${await response.text()}`)
  }
  return { general: to(channels.general.id), random: to(channels.random.id) }
}

async function fill(post: (text: string) => Promise<void>, count: number): Promise<void> {
  for (let n = 0; n < count; n += POSTS_AT_ONCE) {
    const texts = Array.from(
      { length: Math.min(POSTS_AT_ONCE, count - n) },
      (_, i) => TEXTS[(n + i) % TEXTS.length] ?? '',
    )
    await Promise.all(texts.map(post))
  }
}

function report(messages: number, rows: readonly [string, Tasks][]): Measured {
  const table = {
    title: `Web app with ${messages} messages loaded: tasks of the main thread`,
    columns: ['', 'longest ms', 'longest CPU ms', `over ${LONG_TASK_MS} ms`, 'by CPU', ''],
    rows: rows.map(([what, { longestMs, longestCpuMs, long, longCpu }]) => [
      what,
      longestMs,
      longestCpuMs,
      long,
      longCpu,
      verdict(longestCpuMs, LONG_TASK_MS),
    ]),
  }
  return { figures: { messages, ...Object.fromEntries(rows) }, tables: [table] }
}
