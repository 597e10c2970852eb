/** The build of the app on disk: what the server sends compressed is what it sends otherwise. */
import assert from 'node:assert/strict'
import { existsSync, globSync, readFileSync, statSync } from 'node:fs'
import { test } from 'node:test'
import { fileURLToPath } from 'node:url'
import { brotliDecompressSync, gunzipSync } from 'node:zlib'
import { freshWebBuild } from '../../../scripts/builds.ts'

const DIST = fileURLToPath(new URL('../dist/', import.meta.url))

/** Bytes of the first load as they are sent. A change that needs more takes something else out of the first load. */
const BUDGETS = {
  /** React, router and queries take 93 KB of it, paths of operations 4 KB. */
  script: 136_000,
  /** The same with the texts of the largest language. Those of all pages are one file, and a new page adds to it. */
  'script with texts': 165_000,
  style: 6_500,
  /** The Latin part of Inter; browsers fetch other scripts only for texts in them. */
  font: 50_000,
}
/** Bytes of the script of the conversation, which is fetched while the shell connects. */
const CONVERSATION_BUDGET = 48_000

test('the first load keeps within its budgets of script, style and font, compressed', async () => {
  await freshWebBuild()
  const page = readFileSync(`${DIST}index.html`, 'utf8')
  const files = [...page.matchAll(/(?:src|href)="\/(assets\/[^"]+)"/g)].map(([, file = '']) => `${DIST}${file}`)
  const sentBytes = (path: string) => statSync(existsSync(`${path}.br`) ? `${path}.br` : path).size
  const total = (paths: readonly string[]) => paths.reduce((sum, path) => sum + sentBytes(path), 0)
  const script = total(files.filter((path) => path.endsWith('.js')))
  const sizes = {
    script,
    'script with texts': script + sentBytes(`${DIST}assets/${globSync('de-*.js', { cwd: `${DIST}assets` })[0]}`),
    style: total(files.filter((path) => path.endsWith('.css'))),
    font: total(globSync(`${DIST}assets/inter-latin-wght-*.woff2`)),
  }
  for (const [kind, budget] of Object.entries(BUDGETS)) {
    const size = sizes[kind as keyof typeof BUDGETS]
    assert.ok(size > 0 && size <= budget, `${kind}: ${size} bytes of ${budget}`)
  }
})

test('the script of the conversation keeps within its budget, compressed', async () => {
  await freshWebBuild()
  const size = Math.max(...globSync(`${DIST}assets/conversation-*.js.br`).map((path) => statSync(path).size))
  assert.ok(size > 0 && size <= CONVERSATION_BUDGET, `${size} bytes of ${CONVERSATION_BUDGET}`)
})

test('each script and style has compressed copies with the same bytes', async () => {
  await freshWebBuild()
  const large = globSync('assets/*.{js,css}', { cwd: DIST }).filter((name) => existsSync(`${DIST}${name}.br`))
  assert.ok(large.some((name) => name.endsWith('.js')) && large.some((name) => name.endsWith('.css')))
  for (const name of large) {
    const bytes = readFileSync(`${DIST}${name}`)
    assert.ok(brotliDecompressSync(readFileSync(`${DIST}${name}.br`)).equals(bytes), `${name}.br`)
    assert.ok(gunzipSync(readFileSync(`${DIST}${name}.gz`)).equals(bytes), `${name}.gz`)
  }
})

test('the page has the placeholder of the nonce and no inline script or style', async () => {
  await freshWebBuild()
  const page = readFileSync(`${DIST}index.html`, 'utf8')
  assert.match(page, /nonce="__CSP_NONCE__"/)
  assert.doesNotMatch(page, /<script(?![^>]*\ssrc=)|<style(?![^>]*nonce)|\sstyle=|\son\w+=/)
})
