/**
 * `guildhall upgrade --prefix` that is killed. Programs and service are small ones of the test, so that many kills are
 * cheap; scripts/install.test.ts upgrades real programs.
 */
import assert from 'node:assert/strict'
import { execFile, execFileSync } from 'node:child_process'
import { existsSync } from 'node:fs'
import { chmod, mkdir, mkdtemp, readdir, readFile, readlink, rm, symlink, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { basename, join } from 'node:path'
import { after, before, test } from 'node:test'
import { promisify } from 'node:util'
import { runCommand } from '../support/command.ts'
import { kills, momentsOf, pointsOf, runKilled } from '../support/killed-command.ts'

const run = promisify(execFile)
const [FORMER, NEXT, FAILING] = ['1.0.0', '2.0.0', '3.0.0']
let folder = ''
let tarball = ''
let place: readonly string[] = []
before(async () => {
  folder = await mkdtemp(join(tmpdir(), 'guildhall-beside-'))
  tarball = join(folder, `guildhall-${NEXT}.tgz`)
  for (const version of [FORMER, NEXT, FAILING]) await makeProgram(at(`programs/${version}/package`), version)
  execFileSync('tar', ['-czf', tarball, '-C', at(`programs/${NEXT}`), 'package'])
  const pid = join(folder, 'service.pid')
  const program = join(folder, 'prefix/current/node_modules/guildhall/bin/guildhall.js')
  const command = `${process.execPath} ${program} start --data ${folder}/data`
  // The start of the failing one is waited for, so that no test waits for it to get ready.
  const start = `case $(readlink ${folder}/prefix/current) in *${FAILING}) exec ${command};; esac
setsid ${command} >/dev/null 2>&1 &
echo $! >${pid}`
  place = [
    ...['--prefix', join(folder, 'prefix'), '--data', join(folder, 'data'), '--wait', '60', '--json'],
    ...['--start', await script('start.sh', start)],
    ...['--stop', await script('stop.sh', `kill $(cat ${pid}) 2>/dev/null || true`)],
  ]
})
after(async () => {
  await stop()
  await rm(folder, { recursive: true, force: true })
})

const at = (name: string) => join(folder, name)
const stop = () => run(at('stop.sh')).catch(() => undefined)

async function script(name: string, lines: string): Promise<string> {
  await writeFile(at(name), `#!/bin/sh\n${lines}\n`)
  await chmod(at(name), 0o755)
  return at(name)
}

/** A program that serves its version. Its start upgrades the store, and the last version then fails. */
const PROGRAM = `
import fs from 'node:fs'
import { createServer } from 'node:http'
import { join } from 'node:path'
const { version } = JSON.parse(fs.readFileSync(new URL('../package.json', import.meta.url), 'utf8'))
const [command, action] = process.argv.slice(2)
const data = process.argv[process.argv.indexOf('--data') + 1]
const [store, former] = [join(data, 'guildhall.db'), join(data, 'former')]
const database = process.env.GUILDHALL_DATABASE_URL
if (command !== 'start' && database) {
  const call = { database, args: process.argv, action: command === 'upgrade' ? action : command }
  fs.appendFileSync(join(data, 'calls'), JSON.stringify(call) + '\\n')
}
if (command === 'backup') console.log(JSON.stringify({ file: 'the backup' }))
else if (action === '--rehearse') console.log(JSON.stringify({ ok: true, error: null }))
else if (action === '--return') {
  fs.renameSync(former, store)
  console.log(JSON.stringify({ ok: true, lost: {} }))
} else {
  const known = database ? version : fs.readFileSync(store, 'utf8')
  if (known > version) process.exit(1)
  if (known < version) {
    fs.writeFileSync(store + '.new', version)
    fs.linkSync(store, former)
    fs.renameSync(store + '.new', store)
  }
  if (version === '${FAILING}') process.exit(1)
  const server = createServer(({ url }, response) => {
    response.end(JSON.stringify(url === '/readyz' ? { status: 'ready' } : { version }))
  }).listen(0, '127.0.0.1', () => {
    const address = 'http://127.0.0.1:' + server.address().port
    fs.writeFileSync(join(data, 'control.new'), JSON.stringify({ url: address, key: 'key', pid: process.pid }))
    fs.renameSync(join(data, 'control.new'), join(data, 'control.json'))
  })
  process.once('SIGTERM', () => process.exit(0))
}
`

/** Writes the package of a program. */
async function makeProgram(path: string, version: string): Promise<void> {
  await mkdir(join(path, 'bin'), { recursive: true })
  await writeFile(join(path, 'package.json'), JSON.stringify({ name: 'guildhall', version, type: 'module' }))
  await writeFile(join(path, 'bin/guildhall.js'), PROGRAM)
}

/** Puts programs and the store of the former one in place, and starts it. */
async function begin(installed: readonly string[]): Promise<void> {
  await stop()
  await rm(at('prefix'), { recursive: true, force: true })
  await rm(at('data'), { recursive: true, force: true })
  await mkdir(at('data'))
  await writeFile(at('data/guildhall.db'), FORMER)
  for (const version of installed) {
    const modules = at(`prefix/versions/${version}/node_modules`)
    await mkdir(modules, { recursive: true })
    await run('cp', ['-a', at(`programs/${version}/package`), join(modules, 'guildhall')])
  }
  await symlink(`versions/${FORMER}`, at('prefix/current'))
  await run(at('start.sh'))
}

/** Asserts that the program which the service starts is whole, and can read the store. Returns its version. */
async function startable(label: string): Promise<string> {
  const version = basename(await readlink(at('prefix/current')))
  const program = await readFile(at(`prefix/versions/${version}/node_modules/guildhall/bin/guildhall.js`), 'utf8')
  assert.equal(program, PROGRAM, label)
  assert.ok((await readFile(at('data/guildhall.db'), 'utf8')) <= version, label)
  return version
}

/** An upgrade, and how it ends. */
interface Ending {
  /** Version or tarball. */
  readonly to: string
  readonly code: number
  /** Version that runs in the end, and by which the store is. */
  readonly runs: string
  /** Versions below the prefix, before and after. */
  readonly installed: readonly [before: readonly string[], after: readonly string[]]
  readonly moments: number
}

/** Kills an upgrade at several points, and runs it again to its end. */
async function killAtPoints({ to, code, runs, installed, moments }: Ending): Promise<void> {
  const args = ['upgrade', '--to', to, ...place]
  await begin(installed[0])
  const points = await pointsOf(args, code)
  for (const moment of momentsOf(points, moments)) {
    const label = `killed before point ${moment} of ${points.length}, ${points[moment - 1]}`
    await begin(installed[0])
    await runKilled(args, moment)
    await startable(label)
    const again = await runCommand(args)
    assert.equal(again.code, code, `${label}: ${again.stderr}`)
    assert.equal(await startable(label), runs, label)
    assert.equal(await readFile(at('data/guildhall.db'), 'utf8'), runs, label)
    const { url } = JSON.parse(await readFile(at('data/control.json'), 'utf8')) as { url: string }
    assert.deepEqual(await (await fetch(`${url}/`)).json(), { version: runs }, label)
    assert.deepEqual((await readdir(at('prefix'))).sort(), ['current', 'versions'], label)
    assert.deepEqual((await readdir(at('prefix/versions'))).sort(), installed[1], label)
  }
}

test('upgrade --prefix that is killed uses nothing half made, and goes on when it is run again', () =>
  killAtPoints({ to: tarball, code: 0, runs: NEXT, installed: [[FORMER], [FORMER, NEXT]], moments: kills }))

test('upgrade --prefix that is killed returns program and store when it is run again, if the new one fails', () => {
  const installed = [FORMER, FAILING]
  const moments = Math.ceil(kills / 2)
  return killAtPoints({ to: FAILING, code: 3, runs: FORMER, installed: [installed, installed], moments })
})

test('upgrade --prefix on PostgreSQL returns the program alone, and no command line shows the database', async () => {
  const secret = 'postgres://guildhall:secret@127.0.0.1/guildhall'
  const installed = [FORMER, FAILING]
  for (const [to, code, runs] of [
    [FAILING, 3, FORMER],
    [tarball, 0, NEXT],
  ] as const) {
    await begin(installed)
    const { stdout, stderr, ...ended } = await runCommand(['upgrade', '--to', to, ...place], {
      GUILDHALL_DATABASE_URL: secret,
    })
    assert.equal(ended.code, code, stderr)
    assert.equal(await startable('PostgreSQL'), runs)
    assert.doesNotMatch(stdout + stderr, /secret/)
    const calls = (await readFile(at('data/calls'), 'utf8')).trim().split('\n')
    assert.deepEqual(new Set(calls.map((line) => JSON.parse(line).database)), new Set([secret]))
    const actions = calls.map((line) => JSON.parse(line).action)
    assert.deepEqual([...new Set(actions)].sort(), ['--rehearse', 'backup'])
    assert.doesNotMatch(calls.map((line) => JSON.parse(line).args).join(), /secret/)
  }
})

test('upgrade --prefix changes nothing where no platform has been', async () => {
  await mkdir(at('elsewhere'))
  const refused = await runCommand(['upgrade', '--prefix', at('none'), '--to', NEXT, '--data', at('elsewhere')])
  assert.deepEqual([refused.code, refused.stdout], [1, ''], refused.stderr)
  assert.match(refused.stderr, /holds no guildhall\.db.*--database-url/)
  assert.equal(existsSync(at('none')), false)
})
