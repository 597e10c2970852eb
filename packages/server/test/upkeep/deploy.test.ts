/** Files by which operators deploy the platform. */
import assert from 'node:assert/strict'
import { execFileSync, spawnSync } from 'node:child_process'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { test } from 'node:test'
import { parse } from 'yaml'
import { COMMANDS } from '../../src/cli/commands/index.ts'
import { unknownVariables } from '../../src/cli/options/environment.ts'
import { SETTING_OPTIONS } from '../../src/cli/options/setting-options.ts'
import { START_OPTIONS } from '../../src/cli/options/start-options.ts'
import { SETTINGS } from '../../src/resources/accounts/instance-settings/model.ts'

const ROOT = join(import.meta.dirname, '../../../..')
const UNITS = ['deploy/guildhall.service', 'deploy/nodes/guildhall@.service'] as const
const EXPOSURE_MAX = 3

function hasTool(command: string, ...args: string[]): boolean {
  return spawnSync(command, args, { stdio: 'ignore' }).status === 0
}

for (const name of UNITS) {
  test(`${name} passes the check of systemd, and is exposed little`, async (context) => {
    const unit = join(ROOT, name)
    const text = await readFile(unit, 'utf8')
    for (const line of ['User=guildhall', 'Restart=always', 'KillSignal=SIGTERM'])
      assert.ok(text.includes(`${line}\n`), line)
    assert.match(text, /^StateDirectory=guildhall(\/%i)?$/m)
    assert.ok(Number(/^LimitNOFILE=(\d+)$/m.exec(text)?.[1]) >= 65_536)
    assert.ok(Number(/^TimeoutStopSec=(\d+)$/m.exec(text)?.[1]) >= 30)
    const variables = [...text.matchAll(/^Environment=(GUILDHALL_\w+)=(.*)$/gm)].map(([, key, value]) => [key, value])
    assert.deepEqual(unknownVariables(Object.fromEntries(variables), { ...START_OPTIONS, ...SETTING_OPTIONS }), [])
    if (!hasTool('systemd-analyze', '--version')) return context.skip('systemd-analyze is not there')
    const checked = spawnSync('systemd-analyze', ['verify', unit.replace('@.', '@a.')], { encoding: 'utf8' })
    assert.deepEqual([checked.status, checked.stdout, checked.stderr], [0, '', ''])
    const report = execFileSync('systemd-analyze', ['security', '--offline=true', unit], { encoding: 'utf8' })
    const exposure = Number(/exposure level for \S+\.service: ([\d.]+)/.exec(report)?.[1])
    assert.ok(exposure <= EXPOSURE_MAX, `exposure ${exposure}`)
  })
}

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
  const env = { ...process.env, GUILDHALL_PUBLIC_URL: 'https://chat.example' }
  for (const [command, ...before] of [['docker', 'compose'], ['docker-compose']] as const) {
    if (!hasTool(command, ...before, 'version')) continue
    const config = [...before, '--profile', 'postgres', 'config', '-q']
    const checked = spawnSync(command, config, { cwd: ROOT, env, encoding: 'utf8' })
    assert.equal(checked.status, 0, checked.stderr)
  }
  if (hasTool('caddy', 'version')) {
    const validate = ['validate', '--adapter', 'caddyfile', '--config', join(ROOT, 'deploy/Caddyfile')]
    const checked = spawnSync('caddy', validate, { env, encoding: 'utf8' })
    assert.equal(checked.status, 0, checked.stderr)
  }
})

test('the compose file of several nodes gives all that a node needs, and time to drain', async () => {
  const text = await readFile(join(ROOT, 'deploy/nodes/compose.yaml'), 'utf8')
  interface Service {
    readonly environment: Record<string, string>
    readonly stop_grace_period: string
    readonly volumes: readonly string[]
  }
  const { services } = parse(text, { merge: true }) as { services: Record<string, Service> }
  for (const name of ['a', 'b']) {
    const { environment = {}, stop_grace_period, volumes = [] } = services[name] ?? {}
    assert.deepEqual(unknownVariables(environment, { ...START_OPTIONS, ...SETTING_OPTIONS }), [])
    const given = [
      'BUS_URL',
      'DATABASE_URL',
      'FILES_URL',
      'SECRET_KEY_FILE',
      'PUBLIC_URL',
      'NODE_URL',
      'VOICE_ANNOUNCE',
    ]
    for (const variable of given) assert.ok(environment[`GUILDHALL_${variable}`], variable)
    assert.deepEqual([environment.GUILDHALL_NODE_NAME, stop_grace_period], [name, '45s'])
    assert.deepEqual(volumes, [`${name}:/data`, 'files:/files'])
  }
  const [recipe, fitted] = await Promise.all(
    ['haproxy.cfg', 'haproxy-compose.cfg'].map((name) => readFile(join(ROOT, 'deploy/nodes', name), 'utf8')),
  )
  const settings = (config = '') => config.match(/^ +(balance|option|http-check|default-server|retr|timeout).*/gm)
  assert.deepEqual(settings(fitted), settings(recipe))
  const env = { ...process.env, GUILDHALL_PUBLIC_URL: 'http://localhost:8080' }
  for (const [command, ...before] of [['docker', 'compose'], ['docker-compose']] as const) {
    if (!hasTool(command, ...before, 'version')) continue
    const config = [...before, '-f', 'deploy/nodes/compose.yaml', 'config', '-q']
    const checked = spawnSync(command, config, { cwd: ROOT, env, encoding: 'utf8' })
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

test('docs/operations.md names every command, every option of start and every setting', async () => {
  const text = await readFile(join(ROOT, 'docs/operations.md'), 'utf8')
  const names = [
    ...COMMANDS.map(({ name }) => `guildhall ${name}`),
    ...Object.keys(START_OPTIONS).map((name) => `--${name}`),
    ...Object.keys(SETTINGS).map((name) => `\`${name}\``),
  ]
  assert.deepEqual(
    names.filter((name) => !text.includes(name)),
    [],
  )
})
