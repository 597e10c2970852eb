import assert from 'node:assert/strict'
import { spawnSync } from 'node:child_process'
import { chmod, chown, copyFile, mkdir, mkdtemp, readdir, rename, rm, symlink, writeFile } from 'node:fs/promises'
import { platform, tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, beforeEach, describe, test } from 'node:test'
import { PRELOAD_FOLDER } from '../../platform/package-folder.ts'
import { findPreloadLibrary, type PreloadLibrary } from './preload-library.ts'

const source = join(PRELOAD_FOLDER, 'preload.c')
const hasCompiler = ['cc', 'gcc', 'clang'].some((name) => spawnSync(name, ['--version']).status === 0)
const skip = (platform() !== 'linux' || !hasCompiler) && 'it needs Linux and a C compiler'

describe('the library for LD_PRELOAD', { skip }, async () => {
  const root = await mkdtemp(join(tmpdir(), 'guildhall-preload-'))
  const given = process.env.PATH
  const bare = join(root, 'bare')
  await mkdir(bare)
  await symlink('/bin/true', join(bare, 'true'))
  let cache = ''
  let folder = ''
  const find = (prebuilt: string | null = null) => findPreloadLibrary({ source, folder, prebuilt, cache })
  /** Finds the library on a PATH without a compiler. */
  const findBare = async (prebuilt?: string) => {
    process.env.PATH = bare
    return find(prebuilt).finally(() => {
      process.env.PATH = given
    })
  }
  const fromOf = (library: PreloadLibrary) => (library.path === null ? library.reason : library.from)

  beforeEach(async () => {
    folder = await mkdtemp(join(root, 'run-'))
    cache = join(folder, 'home/.cache/guildhall')
  })
  after(() => rm(root, { recursive: true }))

  test('is compiled once, and then taken from the cache of the user', async () => {
    assert.equal(fromOf(await find()), 'compiler')
    assert.equal((await readdir(cache)).length, 1)
    assert.equal(fromOf(await findBare()), 'cache')
  })

  test('is taken from the optional package, if that fits', async () => {
    const library = await find()
    const prebuilt = join(folder, 'prebuilt.so')
    await copyFile(library.path ?? '', prebuilt)
    await rm(cache, { recursive: true })
    assert.equal(fromOf(await findBare(prebuilt)), 'package')
    await writeFile(prebuilt, 'for another machine')
    assert.match(
      fromOf(await findBare(prebuilt)),
      /^@guildhall\/preload-linux-\w+ is not installed, and no C compiler is/,
    )
    assert.equal(fromOf(await find(prebuilt)), 'compiler')
  })

  const spoilers: [string, (file: string) => Promise<void>][] = [
    ['a file that others may write', (file) => chmod(file, 0o666)],
    ['a folder that others may write', () => chmod(cache, 0o777)],
    [
      'a link',
      async (file) => {
        await rename(file, join(folder, 'elsewhere.so'))
        await symlink(join(folder, 'elsewhere.so'), file)
      },
    ],
    ['a damaged file', (file) => writeFile(file, 'no library')],
  ]
  if (process.getuid?.() === 0) spoilers.push(['a file of another user', (file) => chown(file, 1, 1)])
  for (const [what, spoil] of spoilers) {
    test(`is not taken from ${what} in the cache`, async () => {
      await find()
      const [name = ''] = await readdir(cache)
      await spoil(join(cache, name))
      assert.match(fromOf(await findBare()), /no C compiler/)
      assert.equal(fromOf(await find()), 'compiler')
    })
  }

  test('is compiled where there can be no cache', async () => {
    cache = '/dev/null/guildhall'
    assert.equal(fromOf(await find()), 'compiler')
  })
})
