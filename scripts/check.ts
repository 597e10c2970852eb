/** `npm run check`: types, lint and format, style, unused code, direction of imports. All run side by side. */
import { spawn } from 'node:child_process'

/** Compiled code of the tools themselves. */
const env = { ...process.env, NODE_COMPILE_CACHE: 'node_modules/.cache/compile' }

const checks: Record<string, string[]> = {
  types: tsc('tsconfig.json'),
  'types of the web app': tsc('packages/web/tsconfig.json'),
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

/**
 * Returns the command that checks the types of a project. Several threads would each work out the same types again,
 * and the other checks use the second core.
 */
function tsc(project: string): string[] {
  const build = `node_modules/.cache/${project.replaceAll('/', '-')}.tsbuildinfo`
  const flags = ['--singleThreaded', '--incremental', '--tsBuildInfoFile', build]
  return [process.execPath, 'node_modules/@typescript/native/bin/tsc', '-p', project, ...flags]
}

const codes = await Promise.all(
  Object.entries(checks).map(
    ([name, [command = '', ...args]]) =>
      new Promise<number>((resolve) => {
        const startedAt = performance.now()
        const child = spawn(command, args, { env, stdio: ['ignore', 'pipe', 'pipe'] })
        const output: Buffer[] = []
        child.stdout.on('data', (chunk: Buffer) => output.push(chunk))
        child.stderr.on('data', (chunk: Buffer) => output.push(chunk))
        child.on('close', (code) => {
          const seconds = ((performance.now() - startedAt) / 1000).toFixed(1)
          console.log(`${code === 0 ? 'ok  ' : 'FAIL'} ${name} (${seconds} s)`)
          if (code !== 0) console.log(Buffer.concat(output).toString())
          resolve(code ?? 1)
        })
      }),
  ),
)
process.exitCode = Math.max(...codes)
