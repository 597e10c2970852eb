import assert from 'node:assert/strict'
import { test } from 'node:test'
import { parseCommandLine } from './command-line.ts'

const parse = (...args: string[]) => parseCommandLine(args, { env: {}, version: '1.2.3' })

test('options of the program after -- are not those of guildhall', () => {
  const line = parse('run', '--as', 'ping', '--env', 'A', '--env', 'B', '--', 'node', '-v', '--help', '--', 'x')
  assert.deepEqual(line, {
    command: 'run',
    options: {
      ...{ server: null, world: null, as: 'ping', token: null, names: ['A', 'B'] },
      command: ['node', '-v', '--help', '--', 'x'],
    },
  })
  assert.equal(parse('run', '--help', '--', 'node').command, 'help')
})

const REFUSALS: [string[], RegExp][] = [
  [['run'], /needs a command after --/],
  [['run', '--'], /needs a command after --/],
  [['run', 'node', 'bot.js'], /"node" belongs to no option/],
  [['run', '--env', 'A=B', '--', 'x'], /--env takes the name of a variable/],
  [['run', '--server', 'localhost', '--', 'x'], /--server must be an address/],
  [['run', '--server', 'http://h', '--world', 'w.json', '--', 'x'], /--world is for the platform that is started/],
  [['env', '--token', 'T'], /--token is for --server/],
  [['start', '--', 'x'], /Only the command run takes --/],
]
for (const [args, expected] of REFUSALS) {
  test(`guildhall ${args.join(' ')} is refused`, () => {
    const line = parse(...args)
    assert.equal(line.command, 'error')
    assert.match(line.command === 'error' ? line.text : '', expected)
  })
}
