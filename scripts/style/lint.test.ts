import assert from 'node:assert/strict'
import { execFile } from 'node:child_process'
import { copyFile, mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { after, before, test } from 'node:test'
import { fileURLToPath } from 'node:url'

const root = fileURLToPath(new URL('../..', import.meta.url))

/** One planted violation for each lint rule that docs/style.md names. */
const PLANTED: Readonly<Record<string, readonly [path: string, text: string]>> = {
  noFloatingPromises: ['packages/a/floating.ts', 'async function save(): Promise<void> {}\nsave()\n'],
  noExplicitAny: ['packages/a/any.ts', 'export const value: any = 1\n'],
  noNonNullAssertion: ['packages/a/assertion.ts', 'export const first = (list: string[]) => list[0]!.length\n'],
  useImportType: ['packages/a/import.ts', "import { Buffer } from 'node:buffer'\n\nexport type Bytes = Buffer\n"],
  noExcessiveLinesPerFunction: [
    'packages/a/long.ts',
    `export function long(): number {\n  let sum = 0\n${'  sum += 1\n'.repeat(61)}  return sum\n}\n`,
  ],
  noRestrictedGlobals: [
    'packages/server/src/resources/guild/pins/rules.ts',
    'export const isPast = (at: number) => at < Date.now()\n',
  ],
}

let folder = ''
let reported: { category: string; path: string }[] = []

before(async () => {
  folder = await mkdtemp(join(tmpdir(), 'guildhall-lint-'))
  for (const [path, text] of Object.values(PLANTED)) {
    await mkdir(dirname(join(folder, path)), { recursive: true })
    await writeFile(join(folder, path), text)
  }
  await copyFile(join(root, 'biome.json'), join(folder, 'biome.json'))
  reported = await lint(folder)
})
after(() => rm(folder, { recursive: true, force: true }))

/** Returns the diagnostics of Biome for a folder, by the configuration of this checkout. */
async function lint(cwd: string): Promise<{ category: string; path: string }[]> {
  const program = join(root, 'node_modules/.bin/biome')
  const output = await new Promise<string>((resolve) => {
    execFile(program, ['lint', '--max-diagnostics=200', '.'], { cwd }, (_error, stdout, stderr) =>
      resolve(stdout + stderr),
    )
  })
  return [...output.matchAll(/^(\S+?):\d+:\d+ (lint\/\S+)/gm)].map(([, path = '', category = '']) => ({
    category,
    path,
  }))
}

for (const [rule, [path]] of Object.entries(PLANTED)) {
  test(`the lint rule ${rule} reports a planted violation`, () => {
    assert.ok(
      reported.some((diagnostic) => diagnostic.category.endsWith(`/${rule}`) && diagnostic.path.endsWith(path)),
      `${rule} did not report ${path}: ${JSON.stringify(reported)}`,
    )
  })
}
