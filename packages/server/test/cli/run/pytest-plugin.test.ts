/** The sample suite of the pytest plugin, with a discord.py bot where that library is present. */
import assert from 'node:assert/strict'
import { execFile, spawnSync } from 'node:child_process'
import { test } from 'node:test'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { spawnPlatform } from '../../support/platform.ts'

const COMMAND = fileURLToPath(new URL('../../../bin/guildhall.js', import.meta.url))
const PLUGIN = fileURLToPath(new URL('../../../../../python/pytest-guildhall', import.meta.url))
const SUITE_MS = 300_000

const pythonWith = (modules: string) =>
  ['python3', '/usr/bin/python3'].find((command) => spawnSync(command, ['-c', `import ${modules}`]).status === 0)
const python = pythonWith('pytest, discord') ?? pythonWith('pytest')
const hasLibrary = pythonWith('pytest, discord') !== undefined

/** Runs tests of the sample suite, and returns its output. */
async function runSuite(tests: readonly string[], variables: NodeJS.ProcessEnv): Promise<string> {
  const { NODE_TEST_CONTEXT: _, ...inherited } = process.env
  const path = [PLUGIN, inherited.PYTHONPATH].filter(Boolean).join(':')
  const env = { ...inherited, ...variables, PYTHONPATH: path, PYTHONDONTWRITEBYTECODE: '1' }
  const args = ['-m', 'pytest', '-p', 'pytest_guildhall.plugin', '-p', 'no:cacheprovider', '-q', ...tests]
  const options = { env, cwd: `${PLUGIN}/sample`, timeout: SUITE_MS }
  const { stdout } = await promisify(execFile)(python ?? '', args, options).catch((error: { stdout?: string }) =>
    assert.fail(`${error.stdout ?? error}`),
  )
  return stdout
}

const guildhall = { GUILDHALL_COMMAND: `${process.execPath} ${COMMAND}` }

test('the sample suite passes with a discord.py bot', {
  skip: !hasLibrary && 'no pytest with discord.py',
}, async () => {
  assert.match(await runSuite([], guildhall), /6 passed/)
})

test('tests without a bot pass on a running platform', { skip: python === undefined && 'no pytest' }, async () => {
  const lab = { owner: 'alice', members: ['bob'], channels: { general: {} } }
  await using platform = await spawnPlatform({ world: { users: { alice: {}, bob: {} }, guilds: { lab } } })
  const running = { GUILDHALL_URL: platform.url, GUILDHALL_CONTROL_KEY: platform.control.key }
  assert.match(await runSuite(['-k', 'failure or clock'], { ...guildhall, ...running }), /2 passed/)
})
