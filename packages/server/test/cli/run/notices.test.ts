/** Notices of `guildhall run` to its user, while a program runs and when it has failed. */
import assert from 'node:assert/strict'
import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { createInterface } from 'node:readline'
import { text } from 'node:stream/consumers'
import { test } from 'node:test'
import { fileURLToPath } from 'node:url'
import { found, skipWithout } from './library-bots.ts'

const COMMAND = fileURLToPath(new URL('../../../bin/guildhall.js', import.meta.url))
const HINT = /guildhall: The program connected, but broke off before a request/g
const PUBLIC = 'https://discord.com/api/v10/gateway'

function run(args: readonly string[]): ChildProcess {
  const { NODE_TEST_CONTEXT: _, ...env } = process.env
  return spawn(process.execPath, [COMMAND, 'run', ...args], { env, stdio: ['ignore', 'pipe', 'pipe'] })
}

/** Returns how often `run` gave the hint about certificates until a program's end. */
async function hintsFor(...program: string[]): Promise<number> {
  const { stderr } = run(['--', ...program])
  return [...(await text(stderr ?? assert.fail())).matchAll(HINT)].length
}

const script = (options: string) =>
  `require('https').get('${PUBLIC}', ${options}, (r) => r.resume()).on('error', () => process.exit(1))`

const curl = skipWithout(found(['curl', '--version']), 'curl')
test('run warns once about a program that does not trust it, also when the program ends', { skip: curl }, async () => {
  const own = ['curl', '--silent', '--cacert', '/dev/null', '--retry', '2', '--retry-all-errors', PUBLIC]
  assert.equal(await hintsFor(...own), 1)
  assert.equal(await hintsFor(process.execPath, '-e', script('{ ca: [] }')), 1)
})

test('a program that reaches the platform gets no hint, whatever its exit code', async () => {
  assert.equal(await hintsFor(process.execPath, '-e', `${script('{}')}.on('close', () => process.exit(3))`), 0)
  assert.equal(await hintsFor(process.execPath, '-e', 'process.exit(3)'), 0)
})

test('run warns about a refused certificate while the program runs', async () => {
  const child = run([
    '--',
    process.execPath,
    '-e',
    `${script('{ ca: [] }').replace('process.exit(1)', '0')}; setInterval(() => {}, 1000)`,
  ])
  for await (const line of createInterface({ input: child.stderr ?? assert.fail() })) if (line.match(HINT)) break
  child.kill('SIGTERM')
  await once(child, 'exit')
})

test('the second program of a world gets a warning when the platform of the first ends', async () => {
  const idle = [process.execPath, '-e', 'console.log(process.env.GUILDHALL_URL); setInterval(() => {}, 1000)']
  const first = run(['--', ...idle])
  const [url] = (await once(createInterface({ input: first.stdout ?? assert.fail() }), 'line')) as [string]
  const second = run(['--server', url, '--', ...idle])
  await once(second.stdout ?? assert.fail(), 'data')
  first.kill('SIGTERM')
  for await (const line of createInterface({ input: second.stderr ?? assert.fail() }))
    if (line === `guildhall: The platform ${url} has ended. The program reaches it again when it is started there.`)
      break
  second.kill('SIGTERM')
  await Promise.all([once(second, 'exit'), first.exitCode ?? once(first, 'exit')])
})
