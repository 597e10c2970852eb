import assert from 'node:assert/strict'
import { test } from 'node:test'
import { type Redirection, redirectingVariables, shellLines } from './techniques.ts'

const redirection: Redirection = {
  frontPort: 4000,
  portless: null,
  secret: 's',
  reachable: null,
  files: {
    nodePreload: '/tmp/a b/preload.cjs',
    pythonFolder: '/t/python',
    preload: '/t/lib.so',
    added: '/t/added.pem',
    all: '/t/all.pem',
    javaTrustStore: '/t/roots.jks',
    phpFolder: '/t/php',
  },
  delimiter: ':',
}

test("the user's values are kept and extended", () => {
  const given = {
    NODE_OPTIONS: '--max-old-space-size=100',
    PYTHONPATH: '/mine',
    LD_PRELOAD: '/asan.so',
    JAVA_TOOL_OPTIONS: '-Xmx1g',
    no_proxy: 'internal.example,*',
  }
  const variables = redirectingVariables(redirection, given)
  assert.equal(variables.NODE_OPTIONS, '--require "/tmp/a b/preload.cjs" --max-old-space-size=100')
  assert.equal(variables.PYTHONPATH, '/t/python:/mine')
  assert.equal(variables.LD_PRELOAD, '/asan.so:/t/lib.so')
  assert.match(variables.JAVA_TOOL_OPTIONS ?? '', /^-Xmx1g -Djavax\.net\.ssl\.trustStore=\/t\/roots\.jks /)
  assert.equal(variables.NO_PROXY, '127.0.0.1,localhost,::1,internal.example')
  assert.equal(variables.HTTPS_PROXY, 'http://guildhall:s@127.0.0.1:4000')
  assert.equal(variables.NODE_EXTRA_CA_CERTS, '/t/added.pem')
})

test('without the library, Java is reached by the proxy, which asks for no password', () => {
  const files = { ...redirection.files, preload: null }
  const variables = redirectingVariables({ ...redirection, files, secret: null }, {})
  assert.equal(variables.LD_PRELOAD, undefined)
  assert.match(variables.JAVA_TOOL_OPTIONS ?? '', /^-Dhttps\.proxyHost=127\.0\.0\.1 -Dhttps\.proxyPort=4000 /)
  assert.equal(variables.HTTPS_PROXY, 'http://127.0.0.1:4000')
})

test('shell lines quote values', () => {
  assert.equal(shellLines({ A: `it's "b" $c` }), `export A='it'\\''s "b" $c'\n`)
})
