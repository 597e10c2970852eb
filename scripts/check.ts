/**
 * `npm run check`: types, lint and format, style, unused code, direction of imports. All run side by side, or with
 * `--in-turn` one after the other, as they do beside the tests of `npm test`.
 */
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { text } from 'node:stream/consumers'

/** Compiled code of the tools themselves. */
const env = { ...process.env, NODE_COMPILE_CACHE: 'node_modules/.cache/compile' }

/**
 * Projects of the compiler. The web app and its tests read the declarations that `node` writes. `browser` checks the
 * code that runs in both places beside the DOM. Several threads would each work out the same types again, and the
 * other checks use the second core.
 */
const PROJECTS = ['node', 'browser', 'web']
const TSC = 'node_modules/@typescript/native/bin/tsc'

const checks: Record<string, string[]> = {
  types: [process.execPath, TSC, '-b', '--singleThreaded', ...PROJECTS.map((name) => `scripts/types/${name}.json`)],
  lint: ['node_modules/.bin/biome', 'check', '--error-on-warnings', '.'],
  style: [process.execPath, 'scripts/style/check.ts'],
  unused: [process.execPath, 'node_modules/knip/bin/knip.js', '--no-progress'],
  imports: [
    process.execPath,
    'node_modules/dependency-cruiser/bin/dependency-cruise.mjs',
    '--config',
    '.dependency-cruiser.js',
    'packages',
  ],
}

const inTurn = process.argv.includes('--in-turn')
const codes: number[] = []
const running: Promise<unknown>[] = []
for (const [name, command] of Object.entries(checks)) {
  const done = runCheck(name, command).then((code) => codes.push(code))
  running.push(done)
  if (inTurn) await done
}
await Promise.all(running)
process.exitCode = Math.max(...codes)

/** Runs the command of a check, prints how it went, and returns its exit code. */
async function runCheck(name: string, [command = '', ...args]: readonly string[]): Promise<number> {
  const startedAt = performance.now()
  const child = spawn(command, args, { env, stdio: ['ignore', 'pipe', 'pipe'] })
  const [written, [code]] = await Promise.all([
    Promise.all([text(child.stdout), text(child.stderr)]),
    once(child, 'close') as Promise<[number | null]>,
  ])
  const seconds = ((performance.now() - startedAt) / 1000).toFixed(1)
  console.log(`${code === 0 ? 'ok  ' : 'FAIL'} ${name} (${seconds} s)`)
  if (code !== 0) console.log(written.join(''))
  return code ?? 1
}
