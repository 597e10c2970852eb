/** Documents name real files, and the walk of CONTRIBUTING.md names functions that are in them. */
import assert from 'node:assert/strict'
import { existsSync, globSync, readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { test } from 'node:test'
import { fileURLToPath } from 'node:url'

const root = fileURLToPath(new URL('..', import.meta.url))
const read = (path: string) => readFileSync(join(root, path), 'utf8')
const documents = globSync(['*.md', 'docs/**/*.md', 'packages/*/README.md', 'examples/*/README.md'], {
  cwd: root,
  exclude: (path) => path.includes('node_modules'),
})

for (const document of documents) {
  test(`${document} links to files that exist`, () => {
    const targets = [...read(document).matchAll(/\]\((?!https?:|#)([^)#]+)[^)]*\)/g)].map(([, target = '']) => target)
    const missing = targets.filter((target) => !existsSync(join(root, dirname(document), target)))
    assert.deepEqual(missing, [])
  })
}

test('each step of the walk in CONTRIBUTING.md names a file and functions that are in it', () => {
  const walk =
    read('CONTRIBUTING.md')
      .split(/^## /m)
      .find((section) => section.startsWith('A first walk')) ?? ''
  const steps = walk.split(/^\d+\. /m).slice(1)
  assert.ok(steps.length >= 5, 'the walk has steps')
  for (const step of steps) {
    const file = /`(packages\/[^`]+)`/.exec(step)?.[1] ?? assert.fail(`a step without a file: ${step}`)
    const code = read(file)
    const [named = ''] = step.split('\n\n')
    for (const [, name = ''] of named.matchAll(/`([a-z]+(?:[A-Z][a-z]+)+)`/g))
      assert.match(code, new RegExp(name), file)
  }
})
