import assert from 'node:assert/strict'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { after, before, test } from 'node:test'
import { ControlClient, ControlError } from './control-client.ts'

const BODIES = ['<html>', '', 'null', '{}', '{"applications":[]}']
let body = ''
const server = createServer((_request, response) => response.end(body))

before(() => new Promise<void>((resolve) => void server.listen(0, '127.0.0.1', resolve)))
after(() => server.close())

test('a server without a control API is reported as no platform', async () => {
  const client = new ControlClient(new URL(`http://127.0.0.1:${(server.address() as AddressInfo).port}`), 'key')
  for (body of BODIES)
    await assert.rejects(
      client.directory(),
      (error) => error instanceof ControlError && /no Guildhall/.test(error.message),
    )
})
