/** Names and paths in backticks of the pages about the code are in the code. */
import assert from 'node:assert/strict'
import { execFileSync } from 'node:child_process'
import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { test } from 'node:test'
import { fileURLToPath } from 'node:url'

const root = fileURLToPath(new URL('..', import.meta.url))
const PAGES = ['docs/architecture.md', 'docs/event-lifecycle.md', 'docs/web.md', 'CONTRIBUTING.md']
/** Paths that builds, data folders and neighbours of a checkout have. */
const OUTSIDE = /\/dist$|^files\/pending\/$|^build\/|^\.\.\/shared\//
const CODE = /\.(ts|tsx|js|json|css)$/
const PATH = /^[\w.<>-][\w./<>-]*$/
/** Words of other languages: a type of PostgreSQL, and a flag of CSS. */
const FOREIGN: ReadonlySet<string> = new Set(['tsvector', '!important'])

const tracked = execFileSync('git', ['ls-files'], { cwd: root, encoding: 'utf8' })
  .split('\n')
  .filter((path) => path !== '' && existsSync(join(root, path)))
const code = tracked
  .filter((path) => CODE.test(path) && !/package-lock|\/catalogues\/|^scripts\/identifiers/.test(path))
  .map((path) => withoutComments(readFileSync(join(root, path), 'utf8')))
const words = new Set(code.flatMap((text) => text.match(/[A-Za-z_$][\w$]*/g) ?? []))

/** Comments may keep a name that the code has no more. Addresses in strings are cut too, which loses no name. */
function withoutComments(text: string): string {
  return text.replace(/\/\*[\s\S]*?\*\/|(?<=^|\s)\/\/.*/gm, '')
}

function isPath(text: string): boolean {
  return PATH.test(text) && (CODE.test(text) || /\.(md|py)$/.test(text) || text.includes('/'))
}

/** Whether a file or folder ends in a path; `<tier>` and the like name any folder. */
function hasPath(given: string): boolean {
  const parts = given.replace(/\/$/, '').split('/')
  const pattern = parts.map((part) => (/^<\w+>$/.test(part) ? '[^/]+' : part.replaceAll('.', '\\.'))).join('/')
  const ending = new RegExp(`(^|/)${pattern}(/|$)`)
  return tracked.some((path) => ending.test(path))
}

/** Returns the parts of a text in backticks that name something that the code does not have. */
function unknownIn(text: string): string[] {
  const prose = text.replace(/```[\s\S]*?```/g, '')
  return [...prose.matchAll(/`([^`\n]+)`/g)].flatMap(([, quoted = '']) => {
    if (isPath(quoted)) return OUTSIDE.test(quoted) || hasPath(quoted) ? [] : [quoted]
    if (FOREIGN.has(quoted)) return []
    const [owner, member] = /^([A-Z]\w+)\.(\w+)$/.exec(quoted)?.slice(1) ?? []
    if (owner && member) {
      const declared = new RegExp(`\\b(class|interface|type|const) ${owner}\\b`)
      return code.some((source) => declared.test(source) && new RegExp(`\\b${member}\\b`).test(source)) ? [] : [quoted]
    }
    const isKnown = (quoted.match(/[A-Za-z_$][\w$]*/g) ?? []).every((word) => words.has(word))
    return isKnown ? [] : [quoted]
  })
}

for (const page of PAGES)
  test(`${page} names identifiers and paths that exist`, () => {
    assert.deepEqual(unknownIn(readFileSync(join(root, page), 'utf8')), [])
  })

test('a removed function, file, folder or member is found', () => {
  const text =
    'The `Gateway.teleport` of `teleportSession` in `kernel/teleport.ts`, below `resources/<tier>/teleports`.'
  const found = ['Gateway.teleport', 'teleportSession', 'kernel/teleport.ts', 'resources/<tier>/teleports']
  assert.deepEqual(unknownIn(text), found)
  assert.deepEqual(unknownIn('`UnitOfWork.emit`, `operation` and `resources/<tier>/<noun>/events.ts`'), [])
})
