/** `guildhall completion`, as shells use it. */
import assert from 'node:assert/strict'
import { spawnSync } from 'node:child_process'
import { describe, test } from 'node:test'
import { parseCommandLine } from '../src/command-line.ts'

const script = (shell: string) => {
  const line = parseCommandLine(['completion', shell], { env: {}, version: '1.2.3' })
  return line.command === 'help' ? line.text : assert.fail(JSON.stringify(line))
}
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
      ['--server', '--world', '--as', '--token', '--key', '--env', '--help'],
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

test('zsh reads its script', { skip: skipWithout('zsh') }, () => {
  assert.equal(spawnSync('zsh', ['-n', '-c', script('zsh')], { encoding: 'utf8' }).stderr, '')
})

test('fish reads its script', { skip: skipWithout('fish') }, () => {
  assert.equal(spawnSync('fish', ['-n', '-c', script('fish')], { encoding: 'utf8' }).stderr, '')
})

test('zsh and fish get every option with its help', () => {
  assert.match(script('zsh'), /'--rate-limits\[off loosens[^\]]*\]:documented\|off:\(documented off\)'/)
  assert.match(script('zsh'), /'--world\[JSON or YAML\\: who[^\n]*\]:FILE:_files'/)
  assert.match(script('fish'), /__fish_seen_subcommand_from start' -l data -r -F -d 'where all is kept/)
})

test('an unknown shell is refused', () => {
  const line = parseCommandLine(['completion', 'fihs'], { env: {}, version: '1.2.3' })
  assert.match(
    line.command === 'error' ? line.text : '',
    /must be one of bash, zsh, fish, not "fihs"; did you mean fish/,
  )
})
