import assert from 'node:assert/strict'
import { spawn } from 'node:child_process'
import { text } from 'node:stream/consumers'
import { test } from 'node:test'
import { fileURLToPath } from 'node:url'

const FILE = fileURLToPath(new URL('node-fixture.test.ts', import.meta.url))

test('JUnit reports name the file of a test, not that of its fixture', async () => {
  const { NODE_TEST_CONTEXT: _, ...env } = process.env
  const reporter = ['--test-reporter=junit', '--test-name-pattern=the program of the file']
  const { stdout } = spawn(process.execPath, [...reporter, FILE], { env, stdio: ['ignore', 'pipe', 'inherit'] })
  const [, file] =
    /<testcase name="the program of the file is there"[^>]* file="([^"]*)"/.exec(await text(stdout)) ?? []
  assert.equal(file, FILE)
})
