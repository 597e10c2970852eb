import assert from 'node:assert/strict'
import { test } from 'node:test'
import { parseCommandLine } from '../command-line.ts'
import { env as envCommand } from './env.ts'
import { run } from './run.ts'

const parse = (...args: string[]) => parseCommandLine(args, { env: {}, version: '1.2.3' })

test('options of the program after -- are not those of guildhall', () => {
  const program = ['node', '-v', '--help', '--', 'x']
  const parsed = run.parse({ args: ['--as', 'ping', '--env', 'A', '--env', 'B'], program, env: {} })
  assert.deepEqual(parsed, {
    options: {
      ...{ server: null, world: null, as: 'ping', token: null, key: null, names: ['A', 'B'] },
      ...{ envFile: null, offline: false },
      command: program,
    },
  })
  assert.equal(parse('run', '--', ...program).kind, 'run')
  assert.equal(parse('run', '--help', '--', 'node').kind, 'text')
})

test('the control key of the environment is for a server', () => {
  const keyOf = (...args: string[]) => {
    const parsed = envCommand.parse({ args, program: null, env: { GUILDHALL_CONTROL_KEY: 'K' } })
    return typeof parsed === 'string' ? assert.fail(parsed) : parsed.options.key
  }
  assert.deepEqual([keyOf(), keyOf('--server', 'http://h')], [null, 'K'])
  assert.equal(keyOf('--server', 'http://h', '--key', 'L'), 'L')
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
    assert.equal(line.kind, 'fault')
    assert.match(line.kind === 'fault' ? line.text : '', expected)
  })
}
