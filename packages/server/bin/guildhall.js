#!/usr/bin/env node
// Plain JavaScript, so that a Node too old for the program says so instead of a syntax error.
import module from 'node:module'

const major = Number(process.versions.node.split('.')[0])
if (major < 24) {
  console.error(`Guildhall needs Node 24 or later; this is ${process.version}. In a checkout, \`npm ci\` brings one.`)
  process.exit(1)
}
// Compiled code and stripped types are kept between starts: it halves the time to ready.
module.enableCompileCache?.()
const { runCommandLine } = await import('../src/command.ts')
await runCommandLine(process.argv.slice(2))
