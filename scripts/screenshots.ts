/**
 * `npm run screenshots [word…]` writes pictures of the pages to build/screenshots: three sizes, both themes. With
 * words, only pages whose name contains one of them; `=channel` is the page of that name.
 */
import { mkdir, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import type { Browser, Page } from 'playwright-core'
import { launchBrowser, openPerson, signIn } from '../packages/web/test/support/browser.ts'
import { pagesOf, type Shot } from './screenshots/pages.ts'
import { openScene, type Scene } from './screenshots/scene.ts'
import { smallPng } from './screenshots/small-png.ts'

const FOLDER = fileURLToPath(new URL('../build/screenshots/', import.meta.url))
const THEMES = ['light', 'dark'] as const
const SIZES = {
  phone: { width: 390, height: 844 },
  tablet: { width: 1024, height: 768 },
  desk: { width: 1920, height: 1080 },
} as const
/** Time for pictures and fonts to be drawn after the page has loaded, and for another theme. */
const SETTLE_MS = 400
const THEME_MS = 60
const READY_TIMEOUT_MS = 6_000

/** Takes the pictures of each page. A page that never gets ready is a fault, and its picture is taken as it is. */
async function takeAll(browser: Browser, scene: Scene, shots: readonly Shot[]) {
  const written: string[] = []
  const faults: string[] = []
  await using someone = await openPerson(browser, scene.platform)
  someone.page.setDefaultTimeout(READY_TIMEOUT_MS)
  const take = async (page: Page, { name, path, ready }: Shot) => {
    for (const [size, viewport] of Object.entries(SIZES)) {
      await page.setViewportSize(viewport)
      await page.goto(path)
      await ready(page).catch((error: Error) => faults.push(`${name} (${size}): ${error.message}`))
      await page.waitForTimeout(SETTLE_MS)
      if (await page.evaluate('document.documentElement.scrollWidth > innerWidth'))
        faults.push(`${name} (${size}): the page is wider than the screen`)
      for (const theme of THEMES) {
        await page.emulateMedia({ colorScheme: theme })
        await page.waitForTimeout(THEME_MS)
        const file = join(FOLDER, `${name}-${size}-${theme}.png`)
        await writeFile(file, await smallPng(await page.screenshot()))
        written.push(file)
      }
    }
  }
  for (const shot of shots.filter(({ signedOut }) => signedOut)) await take(someone.page, shot)
  await scene.startRaid()
  await someone.page.goto('/')
  await signIn(someone.page, scene.person)
  for (const shot of shots.filter(({ signedOut }) => !signedOut)) await take(someone.page, shot)
  faults.push(...new Set(someone.problems))
  return { written, faults }
}

const words = process.argv.slice(2)
const isWanted = ({ name }: Shot) =>
  words.length === 0 || words.some((word) => (word.startsWith('=') ? name === word.slice(1) : name.includes(word)))
const [browser, scene] = await Promise.all([launchBrowser(), openScene()])
try {
  await rm(FOLDER, { recursive: true, force: true })
  await mkdir(FOLDER, { recursive: true })
  const { written, faults } = await takeAll(browser, scene, pagesOf(scene).filter(isWanted))
  console.log(`${written.length} pictures in ${FOLDER}`)
  for (const fault of faults) console.log(fault)
  process.exitCode = faults.length > 0 ? 1 : 0
} finally {
  await browser.close()
  await scene.platform.close()
}
