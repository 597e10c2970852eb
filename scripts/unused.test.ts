/** The check for unused code finds a planted violation of each kind, by the configuration of this repository. */
import assert from 'node:assert/strict'
import { spawnSync } from 'node:child_process'
import { mkdir, mkdtemp, rm, symlink, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { test } from 'node:test'
import { fileURLToPath } from 'node:url'

const root = fileURLToPath(new URL('..', import.meta.url))

test('an unused file, export and dependency are found', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'guildhall-unused-'))
  try {
    const server = join(folder, 'packages/server')
    await mkdir(join(server, 'src'), { recursive: true })
    await symlink(join(root, 'knip.json'), join(folder, 'knip.json'))
    await symlink(join(root, 'node_modules'), join(folder, 'node_modules'))
    await writeFile(join(folder, 'package.json'), JSON.stringify({ name: 'planted', workspaces: ['packages/*'] }))
    const manifest = { name: 'guildhall', exports: './src/main.ts', dependencies: { yaml: '^2.0.0' } }
    await writeFile(join(server, 'package.json'), JSON.stringify(manifest))
    await writeFile(join(server, 'src/main.ts'), "export { used } from './part.ts'\n")
    await writeFile(join(server, 'src/part.ts'), 'export const used = 1\nexport const plantedExport = 2\n')
    await writeFile(join(server, 'src/planted-file.ts'), 'export const value = 1\n')
    const knip = join(root, 'node_modules/knip/bin/knip.js')
    const { status, stdout } = spawnSync(process.execPath, [knip, '--no-progress'], { cwd: folder, encoding: 'utf8' })
    assert.equal(status, 1, stdout)
    for (const planted of ['plantedExport', 'planted-file.ts', 'yaml']) assert.match(stdout, new RegExp(planted))
  } finally {
    await rm(folder, { recursive: true, force: true })
  }
})
