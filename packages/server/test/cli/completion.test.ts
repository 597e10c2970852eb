/** `guildhall completion`, as shells use it. */
import assert from 'node:assert/strict'
import { spawnSync } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, describe, test } from 'node:test'
import { parseCommandLine } from '../../src/cli/command-line.ts'
import { COMMANDS } from '../../src/cli/commands/index.ts'
import { completionScript, type Shell } from '../../src/cli/completion.ts'

const script = (shell: Shell) => `${completionScript(shell, COMMANDS).trimEnd()}\n`
const isPresent = (shell: string) => spawnSync(shell, ['-c', 'exit 0']).status === 0
const skipWithout = (shell: string) => !isPresent(shell) && `${shell} is not here`

/** Words that bash offers after what has been typed; the last word is the unfinished one. */
function offered(...words: string[]): string[] {
  const typed = `COMP_WORDS=(guildhall ${words.map((word) => `'${word}'`).join(' ')}); COMP_CWORD=${words.length}`
  const program = `${script('bash')}\n${typed}; _guildhall; printf '%s\\n' "\${COMPREPLY[@]}"`
  const { stdout, stderr } = spawnSync('bash', ['--norc', '-c', program], { encoding: 'utf8' })
  assert.equal(stderr, '')
  return stdout.split('\n').filter((line) => line !== '')
}

describe('bash', { skip: skipWithout('bash') }, () => {
  const cases: [string[], string[]][] = [
    [['st'], ['start']],
    [['co'], ['completion']],
    [['start', '--rate'], ['--rate-limits']],
    [
      ['start', '--rate-limits', ''],
      ['documented', 'off'],
    ],
    [['start', '--log-level', 'e'], ['error']],
    [['start', '--port', ''], []],
    [
      ['run', '--'],
      ['--server', '--world', '--as', '--token', '--key', '--env', '--env-file', '--offline', '--help'],
    ],
    [['run', '--', 'bas'], ['bash']],
    [['run', '--', 'node', '--'], []],
    [
      ['completion', ''],
      ['bash', 'zsh', 'fish', '--help'],
    ],
    [['doctor', '--j'], ['--json']],
  ]
  for (const [words, expected] of cases) {
    test(`offers ${expected.join(' ') || 'nothing'} after ${words.join(' ')}`, () => {
      const seen = offered(...words)
      if (words.at(-1) === 'bas') assert.ok(seen.includes('bash'))
      else assert.deepEqual(seen, expected)
    })
  }
})

/** Words that each of these shells offers after a line, without what a machine adds; by the line. */
const LINES: [string, string[]][] = [
  ['guildhall st', ['start']],
  ['guildhall start --rate', ['--rate-limits']],
  ['guildhall start --rate-limits ', ['documented', 'off']],
  ['guildhall start --log-level e', ['error']],
  ['guildhall completion ', ['bash', 'fish', 'zsh']],
  ['guildhall world ', ['check', 'from-guild']],
  ['guildhall run --env A --en', ['--env', '--env-file']],
  ['guildhall run --env start --k', ['--key']],
  ['guildhall doctor --j', ['--json']],
]

/** Words that an interactive zsh, in a terminal of zsh's own module, offers when Tab is pressed after each line. */
function offeredByZsh(folder: string, lines: readonly string[]): string[][] {
  const found = join(folder, 'words')
  writeFileSync(join(folder, 'guildhall.zsh'), script('zsh'))
  const program = `
zmodload zsh/zpty
zpty -b shell 'TERM=dumb zsh -f -i'
await() { local all= part; while zpty -r shell part "*$1*"; do all+=$part; [[ $all == *$1* ]] && return; done; exit 1 }
# compadd is where zsh takes candidates: those that fit the typed word are written to a file.
zpty -w shell 'PS1=; unsetopt zle_bracketed_paste; stty -echo; autoload -Uz compinit; compinit -u -D
source guildhall.zsh
compadd() { local -a fit; builtin compadd -O fit "$@"; (( $#fit )) && print -rl -- $fit >> words; builtin compadd "$@" }
echo REA""DY'
await READY
for line in "$@"; do
  zpty -w shell ' print -r -- "== '$line'" >> words; echo LI""NE'
  await LINE
  zpty -w -n shell "$line"$'\\t\\x15'
  zpty -w shell ' echo DO""NE'
  await DONE
done
zpty -d shell`
  // A shell that asks a question would wait for ever.
  const options = { cwd: folder, encoding: 'utf8', timeout: 120_000 } as const
  const { status, stderr } = spawnSync('zsh', ['-f', '-c', program, 'zsh', ...lines], options)
  assert.equal(status, 0, stderr)
  const parts = readFileSync(found, 'utf8')
    .split(/^== .*\n/m)
    .slice(1)
  return parts.map((part) => [...new Set(part.split('\n').filter((word) => word !== ''))].toSorted())
}

describe('zsh', { skip: skipWithout('zsh') }, () => {
  const folder = mkdtempSync(join(tmpdir(), 'guildhall-zsh-'))
  after(() => rmSync(folder, { recursive: true }))

  test('offers commands, options and values, and commands of the machine after --', () => {
    const lines = LINES.map(([line]) => line)
    const seen = offeredByZsh(folder, [...lines, 'guildhall run -- zs', 'guildhall start --data=./guildh'])
    assert.deepEqual(
      seen.slice(0, LINES.length),
      LINES.map(([, words]) => words),
    )
    const [program = [], path] = seen.slice(LINES.length)
    assert.ok(program.includes('zsh'))
    assert.deepEqual(path, ['guildhall.zsh'])
  })
})

/** Words that fish offers after a line. */
function offeredByFish(line: string): string[] {
  const program = `${script('fish')}\ncomplete -C '${line}'`
  const { stdout, stderr } = spawnSync('fish', ['--no-config', '-c', program], { encoding: 'utf8' })
  assert.equal(stderr, '')
  const words = stdout.split('\n').flatMap((row) => row.split('\t')[0] || [])
  return words.toSorted()
}

describe('fish', { skip: skipWithout('fish') }, () => {
  for (const [line, words] of LINES) {
    test(`offers ${words.join(' ')} after ${line}`, () => assert.deepEqual(offeredByFish(line), words))
  }

  test('offers commands of the machine after --, and files to world check', () => {
    assert.ok(offeredByFish('guildhall run --as x -- fis').includes('fish'))
    assert.deepEqual(offeredByFish('guildhall start '), [])
    assert.ok(offeredByFish('guildhall world check /etc/host').includes('/etc/hosts'))
  })
})

test('zsh and fish get every option with its help', () => {
  assert.match(script('zsh'), /'--rate-limits=\[off loosens[^\]]*\]:documented\|off:\(documented off\)'/)
  assert.match(script('zsh'), /'--world=\[JSON or YAML\\: the world[^\n]*\]:FILE:_files'/)
  assert.match(script('fish'), /__guildhall_in start' -l data -r -F -d 'data folder/)
})

test('an unknown shell is refused', () => {
  const line = parseCommandLine(['completion', 'fihs'], { env: {}, version: '1.2.3' })
  assert.match(line.kind === 'fault' ? line.text : '', /must be one of bash, zsh, fish, not "fihs"; did you mean fish/)
})
