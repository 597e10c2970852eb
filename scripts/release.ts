/** `npm run release` publishes the packages at the versions of their manifests and tags the commit. */
import { execFileSync } from 'node:child_process'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { packPackages } from './pack.ts'

const folder = await mkdtemp(join(tmpdir(), 'guildhall-release-'))
try {
  for (const tarball of await packPackages(folder)) {
    execFileSync('npm', ['publish', '--access', 'public', tarball], { stdio: 'inherit' })
  }
  execFileSync('npx', ['changeset', 'tag'], { stdio: 'inherit' })
} finally {
  await rm(folder, { recursive: true, force: true })
}
