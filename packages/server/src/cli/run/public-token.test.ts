import assert from 'node:assert/strict'
import { test } from 'node:test'
import { newToken } from '../../resources/accounts/users/index.ts'
import { randomWorldSource } from '../../world/index.ts'
import { ownerOfPublicToken, tokenOfHeader } from './public-token.ts'

const ID = '80351110224678912'
const publicToken = (signature = 'x'.repeat(38)) => `${Buffer.from(ID).toString('base64url')}.Gx1abC.${signature}`

test('a token of the public platform is known by its shape, old and new', () => {
  for (const token of [publicToken(), publicToken('y'.repeat(27)), ` ${publicToken()}\n`])
    assert.equal(ownerOfPublicToken(token), ID)
})

test('tokens of this platform, and other texts, are not those of the public one', () => {
  const dates = ['2015-05-13', '2026-01-01', '2040-01-01'].map((date) => Date.parse(date))
  const own = dates.map((date) => newToken(BigInt(ID), date))
  for (let count = 0; count < 100; count += 1)
    own.push(`${publicToken().split('.')[0]}.${randomWorldSource(() => 1n).randomToken('bot')}`)
  for (const text of [...own, '', 'MTIz.a.b', 'a.b.c', 'eyJhbGciOiJIUzI1NiJ9.e30.sig', publicToken().slice(0, 40)])
    assert.equal(ownerOfPublicToken(text), null, text)
})

test('tokenOfHeader takes off the kind of the token', () => {
  for (const header of ['Bot T', 'bot T', 'Bearer T', 'T']) assert.equal(tokenOfHeader(header), 'T')
  assert.equal(tokenOfHeader(undefined), '')
})
