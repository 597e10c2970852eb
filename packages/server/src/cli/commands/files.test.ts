import assert from 'node:assert/strict'
import { test } from 'node:test'
import { files } from './files.ts'

const parse = (...args: string[]) => files.parse({ args, program: null, env: {} })

test('files takes the options of the data, and --delete', () => {
  assert.deepEqual(parse('--data', 'd', '--delete'), {
    options: { data: 'd', databaseUrl: null, filesUrl: null, secretKeyFile: null, remove: true },
  })
  assert.deepEqual(parse(), {
    options: { data: './.guildhall', databaseUrl: null, filesUrl: null, secretKeyFile: null, remove: false },
  })
  assert.match(String(parse('--port', '1')), /files has no option --port/)
})
