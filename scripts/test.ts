/**
 * `npm test`: test files by Node's own runner, beside them `npm run check`, then the contract check of their exchanges.
 * `npm run test:all` runs the long ones too, and more random actions. `npm run test:some gateway lobby` runs only
 * files whose path contains one of the words, and no check. With `GUILDHALL_TEST_NODES=2` each platform of a test is
 * two nodes on PostgreSQL.
 */
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { globSync } from 'node:fs'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import { fileURLToPath } from 'node:url'
import { checkContract } from '@guildhall/contract-check'
import { openApi } from 'guildhall/openapi'
import { nodesOfTests } from '../packages/server/test/support/nodes-of-tests.ts'
import { dropTestSchemas } from '../packages/server/test/support/test-store.ts'
import { coverageFaults } from '../packages/social-sdk/test/surface/coverage.ts'
import { installedChromium, NO_BROWSER } from '../packages/web/test/support/chromium.ts'
import { freshServerBuild, freshWebBuild } from './builds.ts'
import { LONG_FILES, LONG_ON_POSTGRES } from './long-files.ts'
import { NODES_FILES } from './nodes-files.ts'
import { POSTGRES_FILES } from './postgres-files.ts'
import { findServices } from './services.ts'

const TOTAL_TIMEOUT_MS = 45 * 60_000

const root = fileURLToPath(new URL('..', import.meta.url))
/** Compiled code of all test files: without it, each process compiles the server again, half a second of one core. */
const COMPILE_CACHE = { NODE_COMPILE_CACHE: join(root, 'node_modules/.cache/compile') }
/** Argument by which the checks of `npm run check` run too. */
const CHECK = '--check'
/** Argument by which long test files run too. */
const ALL = '--all'
const words = process.argv.slice(2).filter((word) => word !== CHECK && word !== ALL)
/** Whether long test files run: also those that somebody names. */
const hasLong = words.length > 0 || process.argv.includes(ALL)
/** Whether each platform is several nodes. No file then runs again on PostgreSQL, which all have. */
const areNodes = nodesOfTests() > 1
const SOCIAL_SDK = 'packages/social-sdk/'
const found = globSync(['packages/**/*.test.ts', 'examples/**/*.test.js', 'scripts/**/*.test.ts'], {
  cwd: root,
  exclude: (path) => path.includes('node_modules'),
})
  .filter((path) => words.length === 0 || words.some((word) => path.includes(word)))
  .sort()
const isLong = (path: string) => LONG_FILES.some((name) => path === `${name}.test.ts`)
const files = found.filter((path) => hasLong || !isLong(path))
if (files.length === 0) {
  console.error(`No test file${words.length > 0 ? ` matches ${words.join(' ')}` : ''}.`)
  process.exit(1)
}

const services = await findServices(process.env)
for (const { line } of services) console.log(line)
if (services.some(({ missing }) => missing)) process.exit(1)
const addresses = Object.assign({}, ...services.map(({ env }) => env)) as Record<string, string>
const BEHAVIOUR = 'packages/server/test/'

const againFiles = POSTGRES_FILES.filter((name) => hasLong || !LONG_ON_POSTGRES.includes(name))
const behaviour = areNodes ? [] : files.filter(isOneOf(againFiles))
const onNodes = !areNodes && process.argv.includes(ALL) ? files.filter(isOneOf(NODES_FILES)) : []

// Before the tests: files that run side by side would each build the app, and start the server from its sources.
const hasBrowserTests = files.some((path) => path.startsWith('packages/web/test/')) && !NO_BROWSER
await Promise.all([freshServerBuild(), ...(hasBrowserTests ? [freshWebBuild(), installedChromium()] : [])])
const checks = process.argv.includes(CHECK) ? runChecks() : Promise.resolve(0)

const hasPostgres = addresses.GUILDHALL_TEST_DATABASE_URL !== undefined
const hasNodes = hasPostgres && addresses.GUILDHALL_TEST_BUS_URL !== undefined
if (areNodes && !hasNodes) {
  console.error('FAIL: platforms of several nodes need PostgreSQL and NATS')
  process.exit(1)
}
const again = [...(hasPostgres ? ['--postgres', ...behaviour] : []), ...(hasNodes ? ['--nodes', ...onNodes] : [])]
const counts = `${hasPostgres ? `, ${behaviour.length} of them also on PostgreSQL` : ''}${hasNodes ? `, ${onNodes.length} on two nodes` : ''}`
console.log(`${files.length} test files${counts}\n`)
const exchanges = await mkdtemp(join(tmpdir(), 'guildhall-exchanges-'))
const calls = await mkdtemp(join(tmpdir(), 'guildhall-calls-'))
const codes = [await run([...files, ...again])]
codes.push(await checkContract(exchanges, { own: openApi({ unlisted: true }), whole: words.length === 0 }))
codes.push(checkSocialSdk(calls))
const checked = await checks
codes.push(checked)
if (checked !== 0) console.log('npm run check FAILED, as the lines above say')
for (const folder of [exchanges, calls]) await rm(folder, { recursive: true, force: true })
if (addresses.GUILDHALL_TEST_DATABASE_URL) await dropTestSchemas(addresses.GUILDHALL_TEST_DATABASE_URL)
else if (behaviour.length > 0) console.log(`\nskip  ${behaviour.length} test files on PostgreSQL: none answers`)
if (onNodes.length > 0 && !hasNodes)
  console.log(`\nskip  ${onNodes.length} test files on two nodes: they need PostgreSQL and NATS`)
if (!hasLong) {
  const [long, again] = [found.length - files.length, POSTGRES_FILES.length - againFiles.length]
  console.log(`\nskip  ${long} long test files, and ${again} on PostgreSQL: \`npm run test:all\` runs them`)
}
process.exitCode = Math.max(...codes)

/** Returns whether the path of a test of behaviour has one of these names. */
function isOneOf(names: readonly string[]): (path: string) => boolean {
  return (path) => names.some((name) => path === `${BEHAVIOUR}${name}.test.ts`)
}

/**
 * Runs the checks, one after the other and beside the tests, and returns their exit code. Their output appears when
 * they are done, between the lines of two test files.
 */
async function runChecks(): Promise<number> {
  const child = spawn(process.execPath, [join(root, 'scripts/check.ts'), '--in-turn'], {
    cwd: root,
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  const kill = () => void child.kill()
  process.once('exit', kill)
  const [written, [code]] = await Promise.all([text(child.stdout), once(child, 'close')])
  process.off('exit', kill)
  console.log(`\nnpm run check${code === 0 ? '' : ' FAILED'}:\n${written}`)
  return code ?? 1
}

/** Returns 1 if tests miss methods of the social SDK, where all of its test files have run. */
function checkSocialSdk(calls: string): number {
  const tested = globSync(`${SOCIAL_SDK}**/*.test.ts`, { cwd: root, exclude: (path) => path.includes('node_modules') })
  if (!tested.every((path) => files.includes(path))) return 0
  const faults = coverageFaults(calls)
  console.log(`\nsocial SDK: ${faults.length === 0 ? 'tests call all methods' : faults.join('\n')}`)
  return faults.length === 0 ? 0 : 1
}

/** Runs test files by Node's runner and returns its exit code. They record their exchanges and calls in folders. */
function run(args: readonly string[]): Promise<number> {
  const recorded = { GUILDHALL_TEST_EXCHANGES: exchanges, GUILDHALL_TEST_CALLS: calls }
  // Brought up to date above.
  const built = { GUILDHALL_TEST_BUILD_IS_FRESH: '1' }
  const whole = words.length === 0 && !areNodes ? { GUILDHALL_TEST_WHOLE: '1' } : {}
  const short = hasLong ? {} : { GUILDHALL_TEST_SHORT: '1' }
  const store = areNodes ? { GUILDHALL_TEST_STORE: 'postgres' } : {}
  const env = { ...process.env, ...COMPILE_CACHE, ...addresses, ...recorded, ...built, ...whole, ...short, ...store }
  return new Promise((resolve) => {
    const child = spawn(
      process.execPath,
      [join(root, 'scripts/run-test-files.ts'), ...args],
      // A process group, so that the guard below also reaches the platforms that tests have started.
      { cwd: root, stdio: 'inherit', detached: true, env },
    )
    const killAll = () => {
      if (child.pid === undefined) return
      try {
        process.kill(-child.pid, 'SIGKILL')
      } catch {
        // The group has ended already.
      }
    }
    const guard = setTimeout(() => {
      console.error(`FAIL: not done after ${TOTAL_TIMEOUT_MS / 60_000} minutes`)
      killAll()
    }, TOTAL_TIMEOUT_MS)
    const stop = () => {
      killAll()
      process.exit(1)
    }
    for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.once(signal, stop)
    child.on('error', (error) => {
      console.error(error)
      resolve(1)
    })
    child.on('close', (code) => {
      clearTimeout(guard)
      for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.off(signal, stop)
      killAll() // Kills the leftovers of a crashed test file.
      resolve(code ?? 1)
    })
  })
}
