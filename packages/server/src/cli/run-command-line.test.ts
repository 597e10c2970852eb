import assert from 'node:assert/strict'
import { test } from 'node:test'
import { parseCommandLine } from './command-line.ts'

const parse = (...args: string[]) => parseCommandLine(args, { env: {}, version: '1.2.3' })

test('options of the program after -- are not those of guildhall', () => {
  const line = parse('run', '--as', 'ping', '--env', 'A', '--env', 'B', '--', 'node', '-v', '--help', '--', 'x')
  assert.deepEqual(line, {
    command: 'run',
    options: {
      ...{ server: null, world: null, as: 'ping', token: null, key: null, names: ['A', 'B'] },
      ...{ envFile: null, offline: false },
      command: ['node', '-v', '--help', '--', 'x'],
    },
  })
  assert.equal(parse('run', '--help', '--', 'node').command, 'help')
})

test('the control key of the environment is for a server', () => {
  const keyOf = (...args: string[]) => {
    const line = parseCommandLine(args, { env: { GUILDHALL_CONTROL_KEY: 'K' }, version: '1.2.3' })
    return line.command === 'env' ? line.options.key : assert.fail()
  }
  assert.deepEqual([keyOf('env'), keyOf('env', '--server', 'http://h')], [null, 'K'])
  assert.equal(keyOf('env', '--server', 'http://h', '--key', 'L'), 'L')
})

const REFUSALS: [string[], RegExp][] = [
  [['run'], /needs a command after --/],
  [['run', '--'], /needs a command after --/],
  [['run', '--', ''], /needs a command after --/],
  [['run', 'node', 'bot.js'], /"node" belongs to no option/],
  [['run', '--env', 'A=B', '--', 'x'], /--env takes the name of a variable/],
  [['run', '--server', 'localhost', '--', 'x'], /--server must be an address/],
  [['run', '--server', 'http://h', '--world', 'w.json', '--', 'x'], /--world is for the platform that is started/],
  [['env', '--token', 'T'], /--token is for --server/],
  [['env', '--key', 'K'], /--key is for --server/],
  [['env', '--server', 'http://h', '--key', 'K', '--token', 'T'], /--key replaces --token/],
  [['start', '--', 'x'], /Only the command run takes --/],
]
for (const [args, expected] of REFUSALS) {
  test(`guildhall ${args.join(' ')} is refused`, () => {
    const line = parse(...args)
    assert.equal(line.command, 'error')
    assert.match(line.command === 'error' ? line.text : '', expected)
  })
}
