import assert from 'node:assert/strict'
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, readFile, rm, stat, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, test } from 'node:test'
import { DataFolderError, DataFolderInUseError, openDataFolder } from './data-folder.ts'

const parent = await mkdtemp(join(tmpdir(), 'guildhall-data-test-'))
after(() => rm(parent, { recursive: true, force: true }))

test('a data folder is made, kept out of git, and held until it is closed', async () => {
  const path = join(parent, 'a', 'b')
  const first = await openDataFolder(path)
  assert.equal(first.path, path)
  assert.equal(await readFile(join(path, '.gitignore'), 'utf8'), '*\n')
  if (process.platform !== 'win32') assert.equal((await stat(path)).mode & 0o777, 0o700)
  await assert.rejects(openDataFolder(path), DataFolderInUseError)
  first.close()
  const second = await openDataFolder(path)
  second.close()
})

test('another process is refused and told who has it; the lock dies with its holder', async () => {
  const path = join(parent, 'shared')
  const program = `const { openDataFolder } = await import(${JSON.stringify(import.meta.resolve('./data-folder.ts'))})
    await openDataFolder(${JSON.stringify(path)}); console.log('held'); setInterval(() => {}, 1000)`
  const holder = spawn(process.execPath, ['--input-type=module', '-e', program], {
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  await once(holder.stdout, 'data')
  await assert.rejects(openDataFolder(path), (error: Error) => {
    assert.ok(error instanceof DataFolderInUseError)
    assert.match(error.message, new RegExp(`process ${holder.pid}\\).*--data`))
    return true
  })
  holder.kill('SIGKILL')
  await once(holder, 'exit')
  const folder = await openDataFolder(path)
  folder.close()
})

test('a path that cannot be a folder is refused with the reason, and a damaged lock is replaced', async () => {
  const file = join(parent, 'file')
  await writeFile(file, '')
  await assert.rejects(openDataFolder(file), /there is a file of that name/)
  await assert.rejects(openDataFolder(join(file, 'below')), DataFolderError)
  const damaged = join(parent, 'damaged')
  const folder = await openDataFolder(damaged)
  folder.close()
  await writeFile(join(damaged, 'lock.db'), 'this is no database, but long enough to be looked at as one, '.repeat(20))
  const repaired = await openDataFolder(damaged)
  await assert.rejects(openDataFolder(damaged), DataFolderInUseError)
  repaired.close()
})
