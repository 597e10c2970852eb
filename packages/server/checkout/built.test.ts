import assert from 'node:assert/strict'
import { mkdir, mkdtemp, rm, utimes, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { type TestContext, test } from 'node:test'
import { isFresh } from './built.ts'

const SOURCE = 'packages/server/src/resources/main.ts'
const BUNDLE = 'packages/server/dist/command.js'
const FILES = [
  'package-lock.json',
  'packages/protocol/src/index.ts',
  'packages/client/src/index.ts',
  'packages/local-client/src/index.ts',
  'packages/server/rolldown.config.js',
  SOURCE,
]

/** Writes a checkout whose sources and folders were changed at second 1000, and its bundle at second 2000. */
async function checkout(context: TestContext) {
  const root = await mkdtemp(join(tmpdir(), 'guildhall-built-'))
  context.after(() => rm(root, { recursive: true, force: true }))
  for (const file of [...FILES, BUNDLE]) {
    await mkdir(dirname(join(root, file)), { recursive: true })
    await writeFile(join(root, file), '')
  }
  const touch = (path: string, second: number) => utimes(join(root, path), second, second)
  const folders = [...new Set(FILES.flatMap((file) => [dirname(file), dirname(dirname(file))]))]
  for (const path of [...FILES, ...folders.filter((folder) => folder.includes('src'))]) await touch(path, 1000)
  await touch(BUNDLE, 2000)
  return { touch, root, isFresh: () => isFresh(join(root, 'packages')) }
}

test('a bundle is fresh while it is newer than sources and versions of libraries', async (context) => {
  const { isFresh, touch } = await checkout(context)
  assert.equal(isFresh(), true)
  for (const file of FILES) {
    await touch(file, 3000)
    assert.equal(isFresh(), false, file)
    await touch(file, 1000)
  }
  assert.equal(isFresh(), true)
})

test('a removed source makes a bundle stale, and so does a missing bundle', async (context) => {
  const { isFresh, root, touch } = await checkout(context)
  await rm(join(root, SOURCE))
  assert.equal(isFresh(), false)
  await touch(dirname(SOURCE), 1000)
  assert.equal(isFresh(), true)
  await rm(join(root, BUNDLE))
  assert.equal(isFresh(), false)
})
