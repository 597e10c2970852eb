import assert from 'node:assert/strict'
import { test } from 'node:test'
import { parseSource } from './checkout.ts'
import { DATA_FILE, folderCycles, layerKnots } from './cycles.ts'
import { violationsIn } from './rules.ts'

const SOURCE = 'packages/server/src/resources/pins/rules.ts'
const INDEX = 'packages/server/src/resources/pins/index.ts'

/** Planted violations: each is reported under its rule, and its mended form is not. */
const PLANTED: { rule: string; path: string; bad: string; good: string }[] = [
  {
    rule: 'name-the-subject',
    path: SOURCE,
    bad: '/** Who may not accept it does not see it. */\nconst hidden = 1',
    good: '/** Hides an invite from users who cannot accept it. */\nconst hidden = 1',
  },
  {
    rule: 'name-the-subject',
    path: SOURCE,
    bad: '// Rows are read twice. What waits is a job.\nconst rows = 1',
    good: '// Rows are read twice. Deferred work is a job.\nconst rows = 1',
  },
  {
    rule: 'plain-words',
    path: SOURCE,
    bad: '/** Removes members that came for the time being. */\nconst members = 1',
    good: '/** Removes temporary members. */\nconst members = 1',
  },
  {
    rule: 'document-exported-functions',
    path: SOURCE,
    bad: 'export function mayPin(): boolean {\n  return true\n}',
    good: '/** Whether a member may pin. */\nexport function mayPin(): boolean {\n  return true\n}',
  },
  {
    rule: 'document-exported-functions',
    path: SOURCE,
    bad: 'export const mayPin = () => true',
    good: '/** Whether a member may pin. */\nexport const mayPin = () => true',
  },
  {
    rule: 'comment-columns',
    path: SOURCE,
    bad: `// ${'long '.repeat(30)}\nconst limit = 1`,
    good: `// ${'long '.repeat(10)}\nconst limit = 1`,
  },
  { rule: 'no-untyped-wire', path: SOURCE, bad: 'type Wire = Record<string, unknown>', good: 'type Width = number' },
  {
    rule: 'no-raw-store-in-index',
    path: INDEX,
    bad: "export { find as findPin } from './store.ts'",
    good: "export { findPin } from './store.ts'",
  },
  { rule: 'file-length', path: SOURCE, bad: 'const a = 1\n'.repeat(401), good: 'const a = 1\n'.repeat(400) },
]

for (const { rule, path, bad, good } of PLANTED) {
  test(`the rule ${rule} reports: ${bad.slice(0, 60).replaceAll('\n', ' ')}`, () => {
    const found = violationsIn([parseSource(path, bad)], [rule])
    assert.deepEqual(
      found.map((violation) => violation.rule),
      [rule],
    )
    assert.deepEqual(violationsIn([parseSource(path, good)], [rule]), [])
  })
}

test('a question may open with an interrogative', () => {
  const source = parseSource(SOURCE, '// What does a retry cost? One read.\nconst cost = 1')
  assert.deepEqual(violationsIn([source], ['name-the-subject']), [])
})

test('the rule one-save reports a store write outside actions/save.ts, where that file exists', () => {
  const folder = 'packages/server/src/resources/pins'
  const save = parseSource(`${folder}/actions/save.ts`, 'store.updatePin(work, pin)')
  const other = parseSource(`${folder}/actions/pin.ts`, 'await store.updatePin(work, pin)')
  const violations = violationsIn([save, other], ['one-save'])
  assert.deepEqual(
    violations.map(({ path }) => path),
    [other.path],
  )
  assert.deepEqual(violationsIn([other], ['one-save']), [])
})

test('data files of two resources that import each other are a cycle; actions are not', () => {
  const file = (path: string, to: string) =>
    parseSource(`packages/server/src/resources/${path}`, `import { x } from '${to}'`)
  const cycle = [file('pins/store.ts', '../notes/model.ts'), file('notes/model.ts', '../pins/model.ts')]
  assert.deepEqual(
    folderCycles(cycle, (path) => DATA_FILE.test(path)),
    [['notes', 'pins']],
  )
  const through = [file('pins/store.ts', '../notes/model.ts'), file('notes/actions/add.ts', '../../pins/model.ts')]
  assert.deepEqual(
    folderCycles(through, (path) => DATA_FILE.test(path)),
    [],
  )
})

test('layers of resources that import each other through index files are a knot, also by types', () => {
  const file = (path: string, text: string) => parseSource(`packages/server/src/resources/${path}`, text)
  const pins = [
    file('pins/index.ts', "export { pin } from './actions/pin.ts'\nexport { newPin } from './model.ts'"),
    file('pins/actions/pin.ts', "import type { Note } from '../../notes/index.ts'"),
    file('pins/model.ts', ''),
  ]
  const notes = (name: string) => [
    file('notes/index.ts', "export type { Note } from './actions/add.ts'"),
    file('notes/actions/add.ts', `import { ${name} } from '../../pins/index.ts'`),
  ]
  assert.deepEqual(layerKnots([...pins, ...notes('pin')]), [['notes/actions', 'pins/actions']])
  assert.deepEqual(layerKnots([...pins, ...notes('newPin')]), [])
})
