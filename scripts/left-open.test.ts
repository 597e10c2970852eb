import assert from 'node:assert/strict'
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, rmSync } from 'node:fs'
import { connect, createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { test } from 'node:test'
import { leftOpen } from './left-open.ts'

/** Returns the lines that the resources of a test add. */
function added(before: readonly string[]): string[] {
  return leftOpen().filter((line) => !before.includes(line))
}

test('leftOpen names the code of timers that run, and leaves out those for which no process stays', () => {
  const before = leftOpen()
  const running = setInterval(() => 'of this test', 60_000)
  const released = setTimeout(() => 'of this test', 60_000).unref()
  const lines = added(before)
  clearInterval(running)
  clearTimeout(released)
  assert.equal(lines.length, 1, lines.join('\n'))
  assert.match(lines[0] ?? '', /^timer of 60000 ms in file:.*left-open\.test\.ts:\d+: \(\) => 'of this test'$/)
  assert.deepEqual(added(before), [])
})

test('leftOpen names the command of a child process and the addresses of servers and sockets', async (context) => {
  const folder = mkdtempSync(join(tmpdir(), 'guildhall-left-open-'))
  context.after(() => rmSync(folder, { recursive: true }))
  const before = leftOpen()
  const path = join(folder, 'socket')
  const servers = [createServer().listen(path), createServer().listen(0, '127.0.0.1')] as const
  await Promise.all(servers.map((server) => once(server, 'listening')))
  const { port } = servers[1].address() as { port: number }
  const child = spawn(process.execPath, ['--eval', 'setInterval(() => {}, 1_000)'], { stdio: 'ignore' })
  const socket = connect(port, '127.0.0.1')
  await once(socket, 'connect')
  const lines = added(before)
  socket.destroy()
  child.kill('SIGKILL')
  for (const server of servers) server.close()
  await once(child, 'close')
  assert.ok(lines.includes(`server at ${JSON.stringify(path)}`), lines.join('\n'))
  for (const part of [`child process ${child.pid}: `, `to 127.0.0.1:${port}`, `"port":${port}`])
    assert.ok(
      lines.some((line) => line.includes(part)),
      `${part}\n${lines.join('\n')}`,
    )
})
