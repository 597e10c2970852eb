// Installs the development dependencies where they are missing or older than the lock file. `npm ci` leaves them out
// (.npmrc), because they are half of its time and only checks, tests and benches need them.
import { spawnSync } from 'node:child_process'
import { existsSync, readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'

const root = fileURLToPath(new URL('..', import.meta.url))
const INSTALL = ['install', '--include=dev', '--no-save', '--ignore-scripts', '--no-audit', '--no-fund']

/** Returns the packages that a lock file lists, by path; none if it is absent. */
function packagesOf(file) {
  try {
    return JSON.parse(readFileSync(new URL(`../${file}`, import.meta.url), 'utf8')).packages
  } catch {
    return {}
  }
}

/** Returns the paths of packages that are not installed in the version of the lock file, and of missing links. */
function missingPackages() {
  const installed = packagesOf('node_modules/.package-lock.json')
  return Object.entries(packagesOf('package-lock.json'))
    .filter(([path, { optional, devOptional }]) => path.startsWith('node_modules/') && !optional && !devOptional)
    .filter(([path, { version, link }]) =>
      link ? !existsSync(`${root}/${path}`) : installed[path]?.version !== version,
    )
    .map(([path]) => path)
}

const missing = missingPackages()
if (missing.length > 0) {
  console.log(`Installing ${missing.length} packages that only development needs.`)
  const npm = process.env.npm_execpath
  const [command, args] = npm ? [process.execPath, [npm, ...INSTALL]] : ['npm', INSTALL]
  const { status } = spawnSync(command, args, {
    cwd: root,
    stdio: 'inherit',
    shell: !npm && process.platform === 'win32',
  })
  if (status !== 0) {
    console.error('The packages were not installed. `npm ci --include=dev` installs everything.')
    process.exitCode = 1
  }
}
