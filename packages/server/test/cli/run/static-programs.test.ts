/** Static programs that read no proxy variable, under `guildhall run`. */
import assert from 'node:assert/strict'
import { spawn } from 'node:child_process'
import { mkdtemp, readFile, readlink, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import { after, test } from 'node:test'
import { fileURLToPath } from 'node:url'
import { openNamespace } from '../../../src/cli/run/namespace.ts'
import { BOTS, found } from './library-bots.ts'

const COMMAND = fileURLToPath(new URL('../../../bin/guildhall.js', import.meta.url))
const folder = await mkdtemp(join(tmpdir(), 'guildhall-static-'))
after(() => rm(folder, { recursive: true, force: true }))

const program = join(folder, 'static')
const compiled = found(['gcc', '-static', '-o', program, join(BOTS, 'static.c'), '-lssl', '-lcrypto'])
const skip = compiled === undefined && 'no compiler, or no static OpenSSL'
const namespace = await openNamespace({ folder, roots: join(folder, 'hosts'), frontPort: 1 })
if ('close' in namespace) namespace.close()
const impossible = 'reason' in namespace && namespace.reason

async function run(...command: string[]) {
  const { NODE_TEST_CONTEXT: _, ...env } = process.env
  const child = spawn(process.execPath, [COMMAND, 'run', '--', ...command], { env, stdio: ['ignore', 'pipe', 'pipe'] })
  const [stdout, stderr] = await Promise.all([text(child.stdout), text(child.stderr)])
  return { stdout, stderr }
}

test('a static program reaches the platform', { skip: skip || impossible }, async () => {
  const before = await readFile('/etc/hosts', 'utf8')
  const { stdout, stderr } = await run(program)
  assert.match(stdout, /{"url":"ws:/, stderr)
  assert.equal(await readFile('/etc/hosts', 'utf8'), before)
})

test('run says why a static program is not reached', { skip: skip || (!impossible && 'it is reached') }, async () => {
  const { stderr } = await run(program)
  assert.match(stderr, /Static programs load no library.*: .*static\.\n.*A namespace .* is not possible: /)
})

const linux = process.platform !== 'linux' && 'it needs Linux'
test('a program that loads libraries stays in the namespace of the machine', { skip: linux }, async () => {
  const space = "console.log(require('fs').readlinkSync('/proc/self/ns/mnt'))"
  const { stdout } = await run(process.execPath, '-e', space)
  assert.equal(stdout.trim(), await readlink('/proc/self/ns/mnt'))
})
