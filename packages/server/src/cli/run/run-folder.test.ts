import assert from 'node:assert/strict'
import { mkdir, mkdtemp, readdir, readFile, rm, stat, symlink, utimes, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { basename, join } from 'node:path'
import { test } from 'node:test'
import { makeRunFolder } from './run-folder.ts'

const DAY_MS = 86_400_000
/** Linux gives no process a greater id than 2^22. */
const NO_PROCESS = 2 ** 30

test('folders of runs that were killed long ago are removed by later runs; others stay', async () => {
  const root = await mkdtemp(join(tmpdir(), 'guildhall-test-'))
  try {
    const left = `guildhall-run-${NO_PROCESS}-left`
    const kept = [
      `guildhall-run-${process.pid}-runs`,
      `guildhall-run-${NO_PROCESS}-recent`,
      'guildhall-run-other',
      'mine',
    ]
    for (const name of [left, ...kept]) await mkdir(join(root, name))
    const old = new Date(Date.now() - 2 * DAY_MS)
    for (const name of [left, ...kept.filter((name) => !name.endsWith('recent'))])
      await utimes(join(root, name), old, old)
    const link = `guildhall-run-${NO_PROCESS}-link`
    await symlink(join(root, 'mine'), join(root, link))
    const made = await makeRunFolder(root, Date.now())
    assert.equal((await stat(made)).mode & 0o777, 0o700)
    assert.deepEqual((await readdir(root)).sort(), [...kept, link, basename(made)].sort())
  } finally {
    await rm(root, { recursive: true, force: true })
  }
})

const skip = process.platform !== 'linux' && 'it needs Linux'
test('a folder whose process has ended is removed at once, if the process was of this container', {
  skip,
}, async () => {
  const root = await mkdtemp(join(tmpdir(), 'guildhall-test-'))
  try {
    const own = await makeRunFolder(root, Date.now())
    const owner = await readFile(join(own, 'owner'), 'utf8')
    const [left, foreign] = ['left', 'foreign'].map((name) => `guildhall-run-${NO_PROCESS}-${name}`)
    for (const [name = '', text] of [
      [left, owner],
      [foreign, `${owner}elsewhere`],
    ]) {
      await mkdir(join(root, name))
      await writeFile(join(root, name, 'owner'), text ?? '')
    }
    const made = await makeRunFolder(root, Date.now())
    assert.deepEqual((await readdir(root)).sort(), [foreign, basename(own), basename(made)].sort())
  } finally {
    await rm(root, { recursive: true, force: true })
  }
})
