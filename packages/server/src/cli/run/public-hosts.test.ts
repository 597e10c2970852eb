import assert from 'node:assert/strict'
import { test } from 'node:test'
import { isPublicHost, pathFor } from './public-hosts.ts'

test('isPublicHost knows the domains and every name under them, and no name that only looks alike', () => {
  for (const host of ['discord.com', 'PTB.Discord.com', 'gateway.discord.gg', 'cdn.discordapp.com.', 'a.discord.media'])
    assert.ok(isPublicHost(host), host)
  for (const host of ['', 'notdiscord.com', 'discord.com.example', 'discord.co', '127.0.0.1'])
    assert.ok(!isPublicHost(host), host)
})

const PATHS: [string, string, string][] = [
  ['discord.com', '/api/v10/users/@me?a=b', '/api/v10/users/@me?a=b'],
  ['discord.com', '/oauth2/authorize', '/oauth2/authorize'],
  ['gateway.discord.gg', '/', '/gateway'],
  ['gateway-us-east1-b.discord.gg', '/?v=10&encoding=json', '/gateway?v=10&encoding=json'],
  ['discord.gg', '/abc', '/invite/abc'],
  ['cdn.discordapp.com', '/embed/avatars/0.png', '/cdn/embed/avatars/0.png'],
  ['media.discordapp.net', '/attachments/1/2/a.png', '/cdn/attachments/1/2/a.png'],
]
for (const [host, path, expected] of PATHS) {
  test(`https://${host}${path} is ${expected}`, () => assert.equal(pathFor(host, path), expected))
}
