import assert from 'node:assert/strict'
import { test } from 'node:test'
import { parseSource } from './checkout.ts'
import { DATA_FILE, folderCycles, layerKnots } from './cycles.ts'
import { writesOutsideSaves } from './one-save.ts'
import { pageViolations, violationsIn } from './rules.ts'

const SOURCE = 'packages/server/src/resources/guild/pins/rules.ts'
const TEST = 'packages/server/test/messages/pins.test.ts'
const COMMAND = 'packages/server/src/cli/commands/pins.ts'
const APP = 'packages/web/src/features/messages/pins.tsx'
const INDEX = 'packages/server/src/resources/guild/pins/index.ts'

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
    rule: 'name-the-subject',
    path: TEST,
    bad: "test('[PIN-1] who lacks the permission is refused', () => {})",
    good: "test('[PIN-1] a member without the permission is refused', () => {})",
  },
  {
    rule: 'name-the-subject',
    path: COMMAND,
    bad: "export const data = { help: ['where all is ' + 'kept'] }",
    good: "export const data = { help: ['folder ' + 'of the data'] }",
  },
  {
    rule: 'name-the-subject',
    path: SOURCE,
    bad: "throw new Error('what was sent is no pin')",
    good: "throw new Error('the body is no pin')",
  },
  {
    rule: 'name-the-subject',
    path: APP,
    bad: "export const hint = () => t('Where pins are kept.')",
    good: "export const label = () => t('Where')",
  },
  {
    rule: 'plain-words',
    path: SOURCE,
    bad: '// Each pin has a row of its own.\nconst rows = 1',
    good: '// Each pin has a row. A bot reads those of its own guild.\nconst rows = 1',
  },
  {
    rule: 'plain-words',
    path: TEST,
    bad: 'it(`the author is told`, () => {})',
    good: 'it(`the author receives an event`, () => {})',
  },
  {
    rule: 'plain-words',
    path: TEST,
    bad: "test('only so many pins fit', () => {})",
    good: "test('the limit of 50 pins holds', () => {})",
  },
  {
    rule: 'plain-words',
    path: COMMAND,
    bad: "export const all = { help: 'an asterisk stands for any pin' }",
    good: "export const all = { help: 'an asterisk matches any pin' }",
  },
  {
    rule: 'plain-words',
    path: SOURCE,
    bad: "refuse('UNKNOWN_PIN', 'a pin that is none')",
    good: "refuse('UNKNOWN_PIN', 'an unknown pin')",
  },
  {
    rule: 'plain-words',
    path: APP,
    bad: "export const hint = () => t('This pin is nobody\\'s.')",
    good: "export const hint = () => t('This pin has no author.')",
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
    rule: 'typed-payloads-in-tests',
    path: TEST,
    bad: 'interface Wire {\n  id: string\n}',
    good: "import type { MessageObject } from '@guildhall/protocol'",
  },
  {
    rule: 'typed-payloads-in-tests',
    path: TEST,
    bad: 'interface Shown {\n  id: string\n  [key: string]: unknown\n}',
    good: 'interface Shown {\n  id: string\n}',
  },
  {
    rule: 'no-raw-store-in-index',
    path: INDEX,
    bad: "export { find as findPin } from './store.ts'",
    good: "export { findPin } from './store.ts'",
  },
  {
    rule: 'name-limits',
    path: 'packages/web/src/features/friends/friends.tsx',
    bad: 'export const box = <input maxLength={isLong ? 4_096 : 32} />',
    good: 'export const box = <input maxLength={isLong ? FORUM_TOPIC_MAX : USERNAME_MAX} />',
  },
  {
    rule: 'translate-texts',
    path: 'packages/web/src/features/settings/settings.tsx',
    bad: 'export const SaveBar = () => <p>Save</p>',
    good: "export const SaveBar = () => <p>{t('Save')}</p>",
  },
  {
    rule: 'translate-texts',
    path: 'packages/web/src/features/settings/settings.tsx',
    bad: 'export const SaveBar = () => <Button aria-label={on ? "save" : name} className="save bar" />',
    good: 'export const SaveBar = () => <Button aria-label={on ? t(\'save\') : name} className="save bar" />',
  },
  {
    rule: 'translate-texts',
    path: 'packages/web/src/features/settings/rules.ts',
    bad: "const whyNot = (may: boolean) => (may ? null : 'You are not the owner.')",
    good: "const whyNot = (may: boolean) => (may ? null : t('You are not the owner.'))",
  },
  {
    rule: 'function-length',
    path: SOURCE,
    bad: `/** Pins. */\nexport const pins = () => {\n  const list = () => {\n${'    a()\n'.repeat(58)}  }\n}`,
    good: `/** Pins. */\nexport const pins = () => {\n  const list = () => {\n${'    a()\n\n'.repeat(56)}  }\n}`,
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

test('pages are read by paragraph: headings, items and wrapped lines, but not code or questions', () => {
  const rulesIn = (text: string) =>
    pageViolations({ path: 'docs/pins.md', text }).map(({ rule, line }) => `${rule} ${line}`)
  assert.deepEqual(rulesIn('# Pins\n\n## What is pinned\n- Who pins it is\n  told.\n'), [
    'name-the-subject 3',
    'name-the-subject 4',
    'plain-words 4',
  ])
  assert.deepEqual(rulesIn('# Pins\n\nA pin has one place.\nWho pinned it?\n\n```\n// What is told\n```\n'), [])
})

const PINS = 'packages/server/src/resources/guild/pins'
const PIN_STORE = parseSource(
  `${PINS}/store.ts`,
  `const row = prepare((slot) => db.updateTable('pins').set({ at: slot('at') }))
  export function putPin(session) { return session.runPrepared(row) }
  export function movePin(session) { return putPin(session) }
  export function takePin(session) { return session.run(db.deleteFrom('pins')) }
  export function lockPin(session, id) { return session.run(db.updateTable('pins').set({ id })) }
  export function findPin(session) { return session.first(db.selectFrom('pins')) }`,
)
const PIN_INDEX = parseSource(`${PINS}/index.ts`, "export { takePin as unpin } from './store.ts'")

const WRITES: { title: string; path: string; text: string; found: string[] }[] = [
  {
    title: 'reports an action without a save beside it, whatever the name of the store function',
    path: `${PINS}/actions/pin.ts`,
    text: "import * as store from '../store.ts'\nstore.putPin(work)\nstore.movePin(work)",
    found: ['putPin', 'movePin'],
  },
  {
    title: 'reports an operation of another resource, through the index',
    path: 'packages/server/src/resources/guild/notes/operations/add.ts',
    text: "import { unpin } from '../../pins/index.ts'\nunpin(work)",
    found: ['takePin'],
  },
  {
    title: 'reports a function that is passed on instead of called',
    path: `${PINS}/jobs.ts`,
    text: "import { takePin } from './store.ts'\nexport const job = { kind: 'unpin', run: takePin }",
    found: ['takePin'],
  },
  {
    title: 'accepts a lock, a read, and a property of the same name',
    path: `${PINS}/actions/pin.ts`,
    text: "import { findPin, lockPin } from './store.ts'\nlockPin(work, 1)\nfindPin(work)\nother.takePin({ putPin: 1 })",
    found: [],
  },
  {
    title: 'accepts a save',
    path: `${PINS}/actions/save.ts`,
    text: "import * as store from '../store.ts'\nstore.putPin(work)",
    found: [],
  },
  {
    title: 'accepts the save of one of several aggregates',
    path: `${PINS}/actions/save-board.ts`,
    text: "import * as store from '../store.ts'\nstore.putPin(work)",
    found: [],
  },
]

for (const { title, path, text, found } of WRITES) {
  test(`the rule one-save ${title}`, () => {
    const violations = writesOutsideSaves([PIN_STORE, PIN_INDEX, parseSource(path, text)])
    assert.deepEqual(
      violations.map(({ detail }) => detail.split(' ')[0]),
      found,
    )
  })
}

test('data files of two resources that import each other are a cycle; actions are not', () => {
  const file = (path: string, to: string) =>
    parseSource(`packages/server/src/resources/guild/${path}`, `import { x } from '${to}'`)
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
  const file = (path: string, text: string) => parseSource(`packages/server/src/resources/guild/${path}`, text)
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
