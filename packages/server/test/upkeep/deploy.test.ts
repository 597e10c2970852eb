/** Files by which operators deploy the platform. */
import assert from 'node:assert/strict'
import { execFileSync, spawnSync } from 'node:child_process'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { test } from 'node:test'
import { parse } from 'yaml'
import { unknownVariables } from '../../src/cli/options/environment.ts'
import { SETTING_OPTIONS } from '../../src/cli/options/setting-options.ts'
import { START_OPTIONS } from '../../src/cli/options/start-options.ts'

const ROOT = join(import.meta.dirname, '../../../..')
const UNIT = join(ROOT, 'deploy/guildhall.service')
const EXPOSURE_MAX = 3

function hasTool(command: string, ...args: string[]): boolean {
  return spawnSync(command, args, { stdio: 'ignore' }).status === 0
}

test('the unit of systemd passes its check, and is exposed little', async (context) => {
  const text = await readFile(UNIT, 'utf8')
  for (const line of ['User=guildhall', 'StateDirectory=guildhall', 'Restart=always', 'TimeoutStopSec=30'])
    assert.ok(text.includes(`${line}\n`), line)
  assert.ok(Number(/^LimitNOFILE=(\d+)$/m.exec(text)?.[1]) >= 65_536)
  if (!hasTool('systemd-analyze', '--version')) return context.skip('systemd-analyze is not there')
  const checked = spawnSync('systemd-analyze', ['verify', UNIT], { encoding: 'utf8' })
  assert.deepEqual([checked.status, checked.stdout, checked.stderr], [0, '', ''])
  const report = execFileSync('systemd-analyze', ['security', '--offline=true', UNIT], { encoding: 'utf8' })
  const exposure = Number(/exposure level for guildhall\.service: ([\d.]+)/.exec(report)?.[1])
  assert.ok(exposure <= EXPOSURE_MAX, `exposure ${exposure}`)
})

test('compose needs the public address alone, and names variables that the platform reads', async () => {
  const compose = parse(await readFile(join(ROOT, 'compose.yaml'), 'utf8')) as {
    services: Record<string, { environment: Record<string, string>; volumes: string[]; profiles?: string[] }>
    volumes: Record<string, unknown>
  }
  const { guildhall, caddy, db } = compose.services
  assert.ok(guildhall && caddy && db)
  assert.deepEqual(unknownVariables(guildhall.environment, { ...START_OPTIONS, ...SETTING_OPTIONS }), [])
  const needed = Object.values(guildhall.environment).filter((value) => String(value).includes(':?'))
  assert.equal(needed.length, 1)
  assert.deepEqual([db.profiles, Object.keys(compose.volumes)], [['postgres'], ['data', 'caddy', 'db']])
  if (hasTool('docker', 'compose', 'version')) {
    const env = { ...process.env, GUILDHALL_PUBLIC_URL: 'https://chat.example' }
    const checked = spawnSync('docker', ['compose', 'config', '-q'], { cwd: ROOT, env, encoding: 'utf8' })
    assert.equal(checked.status, 0, checked.stderr)
  }
})

test('the image runs as another user than root, says whether it is ready, and needs variables only', async () => {
  const text = (await readFile(join(ROOT, 'Dockerfile'), 'utf8')).replaceAll('\\\n', ' ')
  const last = text.slice(text.lastIndexOf('\nFROM '))
  const instructions = last.split('\n').flatMap((line) => /^([A-Z]+) (.*)$/.exec(line)?.slice(1) ?? [])
  const instruction = (name: string) => instructions[instructions.lastIndexOf(name) + 1] ?? ''
  assert.equal(instruction('USER'), 'node')
  assert.equal(instruction('EXPOSE'), '7700/tcp 50000/udp')
  assert.match(instruction('HEALTHCHECK'), /\/readyz/)
  assert.match(instruction('CMD'), /"start"\]$/)
  const variables = Object.fromEntries(
    [...instruction('ENV').matchAll(/(\w+)=(\S+)/g)].map(([, name, value]) => [name, value]),
  )
  assert.deepEqual(unknownVariables(variables, { ...START_OPTIONS, ...SETTING_OPTIONS }), [])
  assert.equal(variables.GUILDHALL_DATA, '/data')
})
