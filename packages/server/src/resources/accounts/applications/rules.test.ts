import assert from 'node:assert/strict'
import { test } from 'node:test'
import { urlFault } from './rules.ts'

test('[ERR-8] urlFault() accepts addresses of servers and names the fault of others', () => {
  const cases = [
    ['http://127.0.0.1:3000/interactions', undefined],
    ['https://app.example/a?b=c', undefined],
    ['HTTPS://APP.EXAMPLE', undefined],
    ['http://[::1]:80/', undefined],
    ['', 'URL_TYPE_INVALID_URL'],
    ['app.example/interactions', 'URL_TYPE_INVALID_URL'],
    ['http://', 'URL_TYPE_INVALID_URL'],
    ['file:///etc/passwd', 'URL_TYPE_INVALID_URL'],
    ['mailto:ann@app.example', 'URL_TYPE_INVALID_URL'],
    ['javascript:alert(1)', 'URL_TYPE_INVALID_URL'],
    ['ws://app.example/', 'URL_TYPE_INVALID_SCHEME'],
    ['unix://socket/', 'URL_TYPE_INVALID_SCHEME'],
  ] as const
  for (const [url, code] of cases) assert.equal(urlFault(url)?.code, code, url)
})
