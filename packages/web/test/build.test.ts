/** The build of the app on disk: what the server sends compressed is what it sends otherwise. */
import assert from 'node:assert/strict'
import { existsSync, globSync, readFileSync } from 'node:fs'
import { test } from 'node:test'
import { fileURLToPath } from 'node:url'
import { brotliDecompressSync, gunzipSync } from 'node:zlib'
import { freshWebBuild } from '../../../scripts/builds.ts'

const DIST = fileURLToPath(new URL('../dist/', import.meta.url))

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
