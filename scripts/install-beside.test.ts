/** The published packages beside those of others: test runners, and another version of the program. */
import assert from 'node:assert/strict'
import { existsSync } from 'node:fs'
import { readFile, readlink, writeFile } from 'node:fs/promises'
import { platform } from 'node:os'
import { join } from 'node:path'
import { after, before, test } from 'node:test'
import { env, type Installed, installPackages, run, TIMEOUT, VERSION } from './installed-packages.ts'
import { programsBeside } from './programs-beside.ts'

/** Test runners of users. They are installed here only, because they would add 290 packages to each checkout. */
const RUNNER_PACKAGES = ['jest@30.5.2', 'vitest@5.1.1']
let installed: Installed
let folder = ''

before(async () => {
  installed = await installPackages(RUNNER_PACKAGES)
  folder = installed.folder
})
after(() => installed?.[Symbol.asyncDispose]())

const WORLD = `
const world = {
  users: { ann: {}, bob: {} },
  applications: { app: { owner: 'ann', bot: {} } },
  guilds: { lab: { owner: 'ann', members: ['bob'], bots: { app: {} }, channels: { general: {} } } },
}`
const TESTS = `
for (const greeting of ['hello', 'hello again']) {
  test(greeting, async ({ ann, bob, lab }) => {
    await ann.in(lab.general).says(greeting)
    await bob.sees({ from: ann, content: greeting })
    await ann.seesNothing({ from: bob })
  })
}`
/** Parts of a test file of each runner: its imports, how it makes its `test`, and the command that runs it. */
const RUNNERS = {
  node: { imports: '', fixture: 'guildhallTest({ world })', command: ['--test'] },
  vitest: {
    imports: "import { test as base } from 'vitest'",
    fixture: 'guildhallTest(base, { world })',
    command: ['node_modules/vitest/vitest.mjs', 'run'],
  },
  jest: {
    imports: '',
    fixture: 'guildhallTest({ world })',
    command: [
      '--experimental-vm-modules',
      ...['node_modules/jest/bin/jest.js', '--config', '{"transform":{},"testMatch":["**/*.test.mjs"]}'],
    ],
  },
}

for (const [name, { imports, fixture, command }] of Object.entries(RUNNERS)) {
  test(`${name} runs a suite with the fixture`, TIMEOUT, async () => {
    const file = `suite-of-${name}.test.mjs`
    const fixtureImport = `import { guildhallTest } from '@guildhall/testing/${name}'`
    const parts = [imports, fixtureImport, WORLD, `const test = ${fixture}`, TESTS]
    await writeFile(join(folder, file), parts.join('\n'))
    const { NODE_TEST_CONTEXT: _, ...plain } = env
    const { stdout, stderr } = await run(process.execPath, [...command, file], { cwd: folder, env: plain })
    assert.match(stdout + stderr, /2 passed|pass 2/)
  })
}

test('upgrade --prefix exchanges programs, and returns program and store if the new one fails', TIMEOUT, async (t) => {
  if (platform() !== 'linux') return t.skip('the service of this test needs setsid and links')
  const beside = await programsBeside(join(folder, 'beside'), join(folder, 'node_modules'), VERSION)
  const { prefix, data, start, stop } = beside
  const command = join(prefix, 'current/node_modules/guildhall/bin/guildhall.js')
  const service = ['--prefix', prefix, '--data', data, '--start', start, '--stop', stop, '--wait', '60', '--json']
  const upgrade = async (to: string) => {
    try {
      const { stdout } = await run(process.execPath, [command, 'upgrade', '--to', to, ...service], { cwd: folder, env })
      return { code: 0, body: JSON.parse(stdout), stderr: '' }
    } catch (error) {
      const { code, stdout, stderr } = error as { code: number; stdout: string; stderr: string }
      return { code, body: stdout === '' ? null : JSON.parse(stdout), stderr }
    }
  }
  await beside.add('99.0.1', 'starts')
  await beside.add('99.0.2', 'fails')
  try {
    await run(process.execPath, [command, 'setup', '--data', data, '--owner', 'olga', '--yes'], { cwd: folder, env })
    const done = await upgrade('99.0.1')
    assert.deepEqual([done.code, done.body.ok, done.body.to], [0, true, '99.0.1'], done.stderr)
    assert.ok(existsSync(done.body.backup))
    service[service.indexOf('--wait') + 1] = '3'
    const refused = await upgrade(await beside.packEmpty('99.0.3'))
    assert.deepEqual([refused.code, refused.body], [1, null])
    assert.match(refused.stderr, /Nothing was changed: version 99\.0\.3 does not start on a copy/)
    service[service.indexOf('--wait') + 1] = '20'
    const back = await upgrade('99.0.2')
    assert.deepEqual([back.code, back.body.ok, back.body.from], [3, false, '99.0.1'], back.stderr)
    assert.match(back.stderr, /The former store is back/)
    assert.equal(await readlink(join(prefix, 'current')), 'versions/99.0.1')
    const { url, key } = JSON.parse(await readFile(join(data, 'control.json'), 'utf8'))
    const headers = { authorization: `Bearer ${key}` }
    const overview = (await (await fetch(`${url}/api/v10/admin/overview`, { headers })).json()) as { version: string }
    assert.equal(overview.version, '99.0.1')
  } finally {
    await run(stop)
  }
})
