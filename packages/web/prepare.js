// Builds the app when npm installs the checkout. Without the development dependencies there is nothing to build with;
// the server then explains how to build the app.
import { spawnSync } from 'node:child_process'
import { existsSync, readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { dirname, join } from 'node:path'

const require = createRequire(import.meta.url)

/** Returns the path of the bundler's command, or undefined if it is not installed. */
function installedBundler() {
  try {
    const manifest = require.resolve('vite/package.json')
    const { bin } = JSON.parse(readFileSync(manifest, 'utf8'))
    const command = join(dirname(manifest), bin.vite)
    return existsSync(command) ? command : undefined
  } catch {
    return undefined
  }
}

const bundler = installedBundler()
if (bundler === undefined) console.log('The web app is not built: the development dependencies are not installed.')
else process.exitCode = spawnSync(process.execPath, [bundler, 'build'], { stdio: 'inherit' }).status ?? 1
