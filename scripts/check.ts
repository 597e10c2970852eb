/** `npm run check`: types, lint and format, style, unused code, direction of imports. All run side by side. */
import { spawn } from 'node:child_process'

/** Compiled code of the tools themselves. */
const env = { ...process.env, NODE_COMPILE_CACHE: 'node_modules/.cache/compile' }

const checks: Record<string, string[]> = {
  types: [process.execPath, 'node_modules/@typescript/native/bin/tsc', '-p', 'tsconfig.json'],
  'types of the web app': [process.execPath, 'node_modules/@typescript/native/bin/tsc', '-p', 'packages/web'],
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
