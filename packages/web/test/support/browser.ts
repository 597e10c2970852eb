/** People in a real browser, each in a browser context. The test files of a process share one browser. */
import assert from 'node:assert/strict'
import { readFile } from 'node:fs/promises'
import { createRequire } from 'node:module'
import { type Browser, type BrowserContext, chromium, type Page } from 'playwright-core'
import { freshWebBuild } from '../../../../scripts/builds.ts'
import { processEnds } from '../../../server/test/support/process-ends.ts'
import { installedChromium } from './chromium.ts'

/** Time that an action or expectation waits for its element. */
const ACTION_TIMEOUT_MS = 30_000
/** Lines that Chromium itself writes about failed requests and connections. */
const BROWSER_LINES = /^Failed to load resource: |^WebSocket connection to '[^']+' failed: /
/** A microphone that beeps, and no question whether the page may use it. */
const FAKE_MICROPHONE = ['--use-fake-device-for-media-stream', '--use-fake-ui-for-media-stream']
/** WCAG 2.2 AA and the levels below it. */
const AXE_TAGS = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa']
const SERIOUS = ['serious', 'critical']

/** Screen sizes that every page works at: phone, tablet, desk. */
export const SIZES = {
  phone: { width: 390, height: 844 },
  tablet: { width: 1024, height: 768 },
  desk: { width: 1600, height: 1000 },
} as const

export interface PersonOptions {
  size?: keyof typeof SIZES
  theme?: 'light' | 'dark'
  locale?: string
  /** Whether the screen is touched. */
  touch?: boolean
  /** Key of a user of the world file who is signed in already, without the form and the hash of a password. */
  as?: string
}

/** The part of a platform that people need. */
interface Place {
  readonly url: string
  readonly world?:
    | {
        readonly users: Readonly<
          Record<string, { readonly id: string; readonly token: string; readonly username?: unknown } | undefined>
        >
      }
    | null
    | undefined
}

/** One person at the app: a browser context with its own storage, and its first page. */
export interface Person extends AsyncDisposable {
  readonly context: BrowserContext
  readonly page: Page
  /** `console.error` lines, uncaught errors and violations of the policy, of all pages of the context. */
  readonly problems: readonly string[]
}

/** A browser of this process and the number of callers that have not closed it yet. */
interface Shared {
  readonly launched: Promise<Browser>
  borrowers: number
}
let shared: Shared | undefined

/**
 * Returns the browser of this process, after bringing the build of the app up to date. Its `close` closes the contexts
 * that were opened through the returned value. The browser itself ends with its last borrower, or, where
 * `run-test-files.ts` runs many files in one process, with the process: each launch takes a quarter of a second.
 */
export async function launchBrowser(): Promise<Browser> {
  // Nothing is awaited before the caller is counted: callers at the same time get the same browser.
  shared ??= share()
  const mine = shared
  mine.borrowers += 1
  const browser = await mine.launched
  return borrowed(browser, async () => {
    mine.borrowers -= 1
    if (mine.borrowers > 0 || processEnds) return
    if (shared === mine) shared = undefined
    await browser.close()
  })
}

/** Launches a browser for callers until it ends: a crash in one file is no fault of the next. */
function share(): Shared {
  const forget = () => {
    if (shared === mine) shared = undefined
  }
  const launched = launch().then((browser) => {
    browser.on('disconnected', forget)
    processEnds?.push(() => browser.close())
    return browser
  })
  launched.catch(forget)
  const mine: Shared = { launched, borrowers: 0 }
  return mine
}

/** Returns a browser that closes only the contexts that were opened through it. */
function borrowed(browser: Browser, release: () => Promise<void>): Browser {
  const contexts = new Set<BrowserContext>()
  const own = {
    async newContext(options?: Parameters<Browser['newContext']>[0]) {
      const context = await browser.newContext(options)
      contexts.add(context)
      context.on('close', () => contexts.delete(context))
      return context
    },
    async close() {
      await Promise.all([...contexts].map((context) => context.close()))
      await release()
    },
  }
  return new Proxy(browser, {
    get(_, name) {
      const value: unknown = Reflect.get(name in own ? own : browser, name)
      return typeof value === 'function' ? value.bind(browser) : value
    },
  })
}

async function launch(): Promise<Browser> {
  const [{ path, env }] = await Promise.all([installedChromium(), freshWebBuild()])
  const start = () =>
    chromium.launch({
      executablePath: path,
      env,
      headless: true,
      // Chromium's sandbox does not run as root, nor in most containers.
      args: ['--no-sandbox', '--disable-gpu', '--force-color-profile=srgb', ...FAKE_MICROPHONE],
    })
  try {
    return await start()
  } catch (error) {
    // Chromium 147 crashes by a general protection fault in some of its starts (1 of some 200).
    if (!String(error).includes('signal=SIGSEGV')) throw error
    console.warn('Chromium crashed at its start, and is launched again')
    return await start()
  }
}

/** Opens a context for a person. Relative addresses belong to the platform. */
export async function openPerson(
  browser: Browser,
  platform: Place,
  { size = 'tablet', theme = 'light', locale = 'en-US', touch = false, as }: PersonOptions = {},
): Promise<Person> {
  const context = await browser.newContext({
    baseURL: platform.url,
    viewport: SIZES[size],
    colorScheme: theme,
    locale,
    hasTouch: touch,
    timezoneId: 'UTC',
    reducedMotion: 'reduce',
    ...(as !== undefined && { storageState: signedIn(platform, as) }),
  })
  context.setDefaultTimeout(ACTION_TIMEOUT_MS)
  const problems: string[] = []
  context.on('console', (message) => {
    if (message.type() === 'error' && !BROWSER_LINES.test(message.text())) problems.push(message.text())
  })
  context.on('weberror', (event) => problems.push(String(event.error().stack)))
  const page = await context.newPage()
  return { context, page, problems, [Symbol.asyncDispose]: () => context.close() }
}

/** Returns what the app keeps in the browser of a person who has signed in. */
function signedIn({ url, world }: Place, key: string) {
  const user = world?.users[key]
  assert.ok(user, `the world has no user ${key}`)
  const account = { userId: user.id, username: String(user.username ?? key), token: user.token }
  const localStorage = [
    { name: 'guildhall.accounts', value: JSON.stringify([account]) },
    { name: 'guildhall.last-account', value: user.id },
  ]
  return { cookies: [], origins: [{ origin: new URL(url).origin, localStorage }] }
}

/** Signs in by the form that the page shows. The page then goes on at its own address. */
export async function signIn(page: Page, { username, password }: { username: string; password: string }) {
  await page.getByLabel('Username', { exact: true }).fill(username)
  await page.getByLabel('Password', { exact: true }).fill(password)
  const button = page.getByRole('button', { name: 'Sign in', exact: true })
  await button.click()
  await button.waitFor({ state: 'detached' })
}

interface AxeResult {
  violations: { id: string; impact: string; help: string; nodes: { target: unknown[]; failureSummary: string }[] }[]
}

let axeSource: Promise<string> | undefined

/**
 * Returns what axe finds serious or critical on a page or in a part of it, one line for each element.
 *
 * @param options.colours checks colours only, as a second theme needs
 */
export async function seriousFaults(page: Page, part = 'html', { colours = false } = {}): Promise<string[]> {
  axeSource ??= readFile(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8')
  // Evaluated by the debugger, which the content security policy does not restrict.
  if (!(await page.evaluate(() => 'axe' in globalThis))) await page.evaluate(await axeSource)
  const runOnly = colours ? { type: 'rule', values: ['color-contrast'] } : { type: 'tag', values: AXE_TAGS }
  const { violations } = await page.evaluate<AxeResult, [string, object]>(
    ([part, runOnly]) =>
      (globalThis as unknown as { axe: { run(part: string, options: object): Promise<AxeResult> } }).axe.run(part, {
        runOnly,
        resultTypes: ['violations'],
      }),
    [part, runOnly],
  )
  return violations
    .filter(({ impact }) => SERIOUS.includes(impact))
    .flatMap(({ id, help, nodes }) =>
      nodes.map(({ target, failureSummary }) => `${id}: ${help}: ${target.join(' ')}: ${failureSummary}`),
    )
}

/**
 * Asserts that axe finds nothing serious in either theme, and that the pages of a person reported no problem. The
 * themes differ in nothing but colours, so that the second one is checked for these only.
 */
export async function assertSound({ page, problems }: Person): Promise<void> {
  const isDark = await page.evaluate(`matchMedia('(prefers-color-scheme: dark)').matches`)
  const [theme, other] = isDark ? (['dark', 'light'] as const) : (['light', 'dark'] as const)
  assert.deepEqual(await seriousFaults(page), [], `axe on ${page.url()}`)
  await page.emulateMedia({ colorScheme: other })
  await page.evaluate('new Promise(requestAnimationFrame)')
  assert.deepEqual(await seriousFaults(page, 'html', { colours: true }), [], `axe on ${page.url()}, ${other} theme`)
  await page.emulateMedia({ colorScheme: theme })
  assert.deepEqual(problems, [], `console of ${page.url()}`)
}
