// Bundles the web app and the server when npm installs the checkout; any Node that npm runs on can read it. Where the
// bundlers are not installed, the server runs from its sources, and explains how to build the app.
import { spawn } from 'node:child_process'
import { existsSync, readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'

const root = join(fileURLToPath(import.meta.url), '../..')
const require = createRequire(import.meta.url)

/** Returns the path of a bundler's command, or undefined if it is not installed. */
function installedCommand(name) {
  try {
    const manifest = require.resolve(`${name}/package.json`)
    const { bin } = JSON.parse(readFileSync(manifest, 'utf8'))
    const command = join(dirname(manifest), bin[name])
    return existsSync(command) ? command : undefined
  } catch {
    return undefined
  }
}

for (const [folder, bundler, ...args] of [
  ['web', 'vite', 'build', '--logLevel', 'error'],
  ['server', 'rolldown', '-c', '--logLevel', 'warn'],
]) {
  const command = installedCommand(bundler)
  if (command === undefined) console.log(`packages/${folder} is not built: ${bundler} is not installed.`)
  else {
    const child = spawn(process.execPath, [command, ...args], { cwd: join(root, 'packages', folder), stdio: 'inherit' })
    child.on('exit', (code) => {
      if (code !== 0) process.exitCode = 1
    })
  }
}
