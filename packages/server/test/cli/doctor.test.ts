/** `guildhall doctor`: what it finds, and its exit code. */
import assert from 'node:assert/strict'
import { execFile } from 'node:child_process'
import { createSocket } from 'node:dgram'
import { once } from 'node:events'
import { chmod, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { type AddressInfo, createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, before, test } from 'node:test'
import { fileURLToPath } from 'node:url'
import type { Finding } from '../../src/cli/doctor/finding.ts'
import { checkDataFolder, checkNode, checkRuntimes } from '../../src/cli/doctor/machine-checks.ts'
import {
  checkClock,
  checkDatabase,
  checkPort,
  checkServer,
  checkUdp,
  checkWorldFile,
} from '../../src/cli/doctor/server-checks.ts'
import { checkSocket } from '../../src/cli/doctor/socket-check.ts'
import { checkVoice } from '../../src/cli/doctor/voice-check.ts'
import { freePort } from '../support/free-port.ts'
import { nodesOfTests } from '../support/nodes-of-tests.ts'
import { startPlatform } from '../support/platform.ts'

const COMMAND = fileURLToPath(new URL('../../bin/guildhall.js', import.meta.url))
let folder = ''
before(async () => {
  folder = await mkdtemp(join(tmpdir(), 'guildhall-doctor-test-'))
})
after(() => rm(folder, { recursive: true, force: true }))

test('a running platform: its port is recognised, and HTTP, gateway, clock and control API are checked', async () => {
  await using platform = await startPlatform({ world: { users: { ann: {} }, applications: {}, guilds: {} } })
  const server = new URL(platform.url)
  const taken = await checkPort('127.0.0.1', Number(server.port))
  assert.deepEqual([taken.level, taken.text], ['warn', `${server.port} is taken by a Guildhall that runs`])
  const found = await checkServer(server, platform.control.key)
  const nodes = nodesOfTests() > 1 ? Array.from({ length: nodesOfTests() }, () => ['node', 'ok']) : []
  assert.deepEqual(
    found.map(({ check, level }) => [check, level]),
    [['HTTP API', 'ok'], ['gateway', 'ok'], ['clock', 'ok'], ['control', 'ok'], ...nodes],
  )
  const refused = await checkServer(server, 'wrong')
  assert.match(refused.at(-1)?.text ?? '', /refuses the control key/)
})

test('media of calls is tried by STUN, DTLS and TCP, and a port that is closed is named', async () => {
  const silent = createSocket('udp4').bind(0, '127.0.0.1')
  await once(silent, 'listening')
  const { port } = silent.address()
  await using open = await startPlatform()
  await using closed = await startPlatform({
    voiceAnnounce: { host: '127.0.0.1', port },
    voiceTcp: { host: '127.0.0.1', port: await freePort() },
  })
  const [found, missing] = await Promise.all(
    [open, closed].map((platform) => checkVoice(new URL(platform.url), platform.control.key)),
  )
  const levels = (findings: Finding[] | undefined) => findings?.map(({ check, level }) => [check, level])
  assert.deepEqual(levels(found), [
    ['voice UDP', 'ok'],
    ['voice DTLS', 'ok'],
    ['voice TCP', 'ok'],
  ])
  assert.deepEqual(levels(missing), [
    ['voice UDP', 'fail'],
    ['voice TCP', 'warn'],
  ])
  assert.match(missing?.[0]?.advice ?? '', new RegExp(`Open UDP port ${port} .*--voice-announce`))
  assert.match(missing?.[1]?.advice ?? '', /--voice-tcp HOST:PORT/)
  silent.close()
  assert.deepEqual(levels(await checkVoice(new URL(open.url), null)), [['voice', 'none']])
  assert.deepEqual(levels(await checkVoice(new URL(open.url), 'wrong')), [['voice', 'none']])
})

test('a port of another program is named, and a free one is ok', async () => {
  const other = createServer((socket) => {
    socket.on('error', () => {}).end('220 mail\r\n', () => socket.destroy())
  })
  other.listen(0, '127.0.0.1')
  await once(other, 'listening')
  const { port } = other.address() as AddressInfo
  const taken = await checkPort('127.0.0.1', port)
  assert.deepEqual([taken.level, taken.text], ['fail', `${port} is taken by another program`])
  assert.equal((await checkServer(new URL(`http://127.0.0.1:${port}`), null))[0]?.level, 'fail')
  other.close()
  await once(other, 'close')
  assert.equal((await checkPort('127.0.0.1', port)).level, 'ok')
})

test('rules: versions, clocks, folders, world files', async () => {
  assert.deepEqual([checkNode('v24.1.0').level, checkNode('v22.9.0').level], ['ok', 'fail'])
  assert.deepEqual([checkClock(10_000, 10_900).level, checkClock(10_000, 70_000).level], ['ok', 'warn'])
  assert.equal((await checkDataFolder(join(folder, 'new'))).level, 'ok')
  await chmod(folder, 0o755)
  assert.equal((await checkDataFolder(folder)).level, 'warn')
  const file = join(folder, 'world.json')
  await writeFile(file, '{"users":{"ann":{}},"guilds":{"lab":{"owner":"bob"}}}')
  assert.equal((await checkDataFolder(file)).level, 'fail')
  const faulty = await checkWorldFile(file)
  assert.deepEqual([faulty.level, /guilds\.lab\.owner: there is no user "bob"/.test(faulty.text)], ['fail', true])
})

test('UDP, sockets, runtimes and databases', async () => {
  assert.equal((await checkUdp('127.0.0.1')).level, 'ok')
  assert.equal((await checkSocket({ XDG_RUNTIME_DIR: folder })).level, 'ok')
  assert.match((await checkSocket({ XDG_RUNTIME_DIR: join(folder, 'x'.repeat(120)) })).text, /too long/)
  assert.deepEqual(
    (await checkRuntimes()).map(({ check }) => check),
    ['Python', 'Go', 'Java'],
  )
  const down = await checkDatabase('postgres://user:geheim@127.0.0.1:1/none')
  assert.deepEqual(
    down.map(({ level }) => level),
    ['fail'],
  )
  assert.doesNotMatch(JSON.stringify(down), /geheim/)
})

test('the command prints JSON, and exits with 1 where something cannot work', async () => {
  const { code, stdout } = await new Promise<{ code: unknown; stdout: string }>((resolve) => {
    const args = [COMMAND, 'doctor', '--json', '--port', '0', '--data', join(folder, 'world.json')]
    execFile(process.execPath, args, (error, out) => resolve({ code: error?.code ?? 0, stdout: out }))
  })
  const { ok, findings } = JSON.parse(stdout) as { ok: boolean; findings: { check: string; level: string }[] }
  assert.deepEqual([code, ok], [1, false])
  assert.deepEqual(
    findings.filter(({ level }) => level === 'fail').map(({ check }) => check),
    ['data folder'],
  )
})
