#!/usr/bin/env node
// Plain JavaScript that Node 18 can read: a Node too old for the program starts the Node that npm installed beside it.
import { spawn } from 'node:child_process'
import module, { createRequire } from 'node:module'
import { arch, constants, platform } from 'node:os'
import { dirname, join } from 'node:path'

const NODE_MAJOR_MIN = 24

/** Returns the path of the Node that npm installed for this program, or undefined. */
function installedNode() {
  const require = createRequire(import.meta.url)
  const system = platform() === 'win32' ? 'win' : platform()
  for (const name of [`node-${system}-${arch()}`, `node-bin-${system}-${arch()}`]) {
    try {
      const manifest = require.resolve(`${name}/package.json`)
      return join(dirname(manifest), require(manifest).bin.node)
    } catch {
      // This package is absent: the next one may be there.
    }
  }
  return undefined
}

/** Runs this program by another Node, passes signals on to it, and ends as it ends. */
function runBy(node) {
  // The channel tells the child when this process is killed in a way that it cannot pass on.
  const child = spawn(node, process.argv.slice(1), { stdio: ['inherit', 'inherit', 'inherit', 'ipc'] })
  for (const signal of ['SIGTERM', 'SIGINT', 'SIGHUP']) process.on(signal, () => child.kill(signal))
  child.on('error', (error) => {
    console.error(`Guildhall could not start ${node}: ${error.message}`)
    process.exitCode = 1
  })
  child.on('exit', (code, signal) => {
    process.exitCode = code ?? 128 + (constants.signals[signal] ?? 0)
  })
}

if (Number(process.versions.node.split('.')[0]) >= NODE_MAJOR_MIN) {
  // Compiled code is kept between starts: it halves the time to ready.
  module.enableCompileCache?.()
  process.once('disconnect', () => process.kill(process.pid, 'SIGTERM'))
  process.channel?.unref()
  const { runCommandLine } = await import('#command')
  await runCommandLine(process.argv.slice(2))
} else {
  const node = installedNode()
  if (node !== undefined) runBy(node)
  else {
    console.error(
      `Guildhall needs Node ${NODE_MAJOR_MIN} or later; this is ${process.version}. \`npm ci\` in a checkout installs one.`,
    )
    process.exitCode = 1
  }
}
