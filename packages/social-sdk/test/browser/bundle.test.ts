import assert from 'node:assert/strict'
import { test } from 'node:test'
import { bundleForPages } from '../support/bundle.ts'

const KIB = 1024
const size = (parts: readonly { code: string }[]) => parts.reduce((sum, { code }) => sum + Buffer.byteLength(code), 0)

test('a bundle for pages has at most 500 KiB and imports nothing of Node', async () => {
  const parts = await bundleForPages(`export * from '@guildhall/social-sdk'`)
  assert.ok(size(parts) <= 500 * KIB, `${size(parts)} bytes`)
  for (const { name, code } of parts) assert.doesNotMatch(code, /(?:from|import|require)\s*\(?["']node:/, name)
})
