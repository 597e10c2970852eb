/** Documents name real files, and walks through the code name functions and code that are in them. */
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

test('documents are found in each of their places', () => {
  const places = ['README.md', 'docs/style.md', 'docs/decisions/README.md', 'packages/server/README.md']
  for (const place of places) assert.ok(documents.includes(place), place)
  assert.ok(documents.some((path) => path.startsWith('examples/')))
})

for (const document of documents) {
  test(`${document} links to files that exist`, () => {
    const targets = [...read(document).matchAll(/\]\((?!https?:|#)([^)#]+)[^)]*\)/g)].map(([, target = '']) => target)
    const missing = targets.filter((target) => !existsSync(join(root, dirname(document), target)))
    assert.deepEqual(missing, [])
  })

  test(`${document} links to headings that exist`, () => {
    const targets = [...read(document).matchAll(/\]\((?!https?:)([^)#]*)#([^)]+)\)/g)]
    const missing = targets.filter(([, target = '', anchor = '']) => {
      const path = target === '' ? document : join(dirname(document), target)
      return path.endsWith('.md') && existsSync(join(root, path)) && !anchorsOf(path).has(anchor)
    })
    assert.deepEqual(
      missing.map(([link]) => link),
      [],
    )
  })
}

/** Returns the anchors that GitHub gives the headings of a page. */
function anchorsOf(document: string): Set<string> {
  const headings = read(document).matchAll(/^#+ (.+)$/gm)
  return new Set(
    [...headings].map(([, text = '']) =>
      text
        .toLowerCase()
        .replace(/[^\w\s-]/g, '')
        .replaceAll(' ', '-'),
    ),
  )
}

/** Sections that lead through files, by title. */
const walksOf = (document: string) =>
  read(document)
    .split(/^## /m)
    .filter((section) => section.startsWith('Walk: '))
const walks = walksOf('CONTRIBUTING.md')
const webWalks = walksOf('docs/web.md')

test('CONTRIBUTING.md walks through a message, an operation, a consequence and a command', () => {
  assert.ok(walks.length >= 4, `${walks.length} walks`)
})

test('docs/web.md walks through an event, a change of permissions and a section of settings', () => {
  assert.ok(webWalks.length >= 3, `${webWalks.length} walks`)
})

for (const walk of [...walks, ...webWalks]) {
  const [title = ''] = walk.split('\n')
  test(`each step of "${title}" names files with its functions and its code`, () => {
    const steps = walk.split(/^\d+\. /m).slice(1)
    assert.ok(steps.length >= 4, 'the walk has steps')
    for (const step of steps) {
      const files = [...step.matchAll(/`(packages\/[^`]+\.tsx?)`/g)].map(([, file = '']) => file)
      assert.deepEqual(
        files.filter((file) => !existsSync(join(root, file))),
        [],
        'missing files',
      )
      const code = files.map(read).join('\n')
      const [text = ''] = step.split('```')
      // Names in backticks that are written like functions. A step without a file speaks of no code.
      for (const [, name = ''] of text.split('\n\n')[0]?.matchAll(/`([a-z]+(?:[A-Z][a-z]+)+)`/g) ?? [])
        assert.match(code, new RegExp(name), `${title}: ${name}`)
      for (const [, block = ''] of step.matchAll(/```tsx?\n(.*?)```/gs))
        assert.ok(onOneLine(code).includes(onOneLine(block)), `${title}: this code is in no file of its step: ${block}`)
    }
  })
}

function onOneLine(text: string): string {
  return text.replace(/\s+/g, ' ').trim()
}
