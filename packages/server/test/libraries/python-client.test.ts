/** A client of Python's HTTP library, which sends ids as integers. */
import assert from 'node:assert/strict'
import { execFile, spawnSync } from 'node:child_process'
import { test } from 'node:test'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { startLab } from '../support/gateway-lab.ts'

const SCRIPT = fileURLToPath(new URL('../support/python-client.py', import.meta.url))
/** A version manager's Python hides that of the system, where a distribution's packages are. */
const python = ['python3', '/usr/bin/python3'].find(
  (command) => spawnSync(command, ['-c', 'import aiohttp']).status === 0,
)
const skip = python === undefined && 'no python3 here has aiohttp'

test('a Python client replies, deletes, opens a DM and asks for members by integer ids', { skip }, async () => {
  await using lab = await startLab()
  const { platform } = lab
  const env = {
    API: platform.api,
    GATEWAY: platform.gateway,
    TOKEN: lab.token('app'),
    GUILD: lab.guildId('lab'),
    CHANNEL: lab.channelId('lab', 'general'),
    USER: lab.userId('bob'),
  }
  const { stdout } = await promisify(execFile)(python ?? '', [SCRIPT], { env: { ...process.env, ...env } })
  assert.deepEqual(JSON.parse(stdout), { reply: true, bulk_delete: 204, dm: true, members: [true] })
})
