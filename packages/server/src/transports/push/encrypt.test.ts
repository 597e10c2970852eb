import assert from 'node:assert/strict'
import { test } from 'node:test'
import { encrypt } from './encrypt.ts'

const bytes = (text: string) => Buffer.from(text, 'base64url')

test('a text is encrypted as in the example of RFC 8291, appendix A', () => {
  const receiver = {
    p256dh: bytes('BCVxsr7N_eNgVRqvHtD0zTZsEc6-VV-JvLexhqUzORcxaOzi6-AYWXvTBHm4bjyPjs7Vd8pZGH6SRpkNtoIAiw4'),
    auth: bytes('BTBZMqHH6r4Tts7J_aSIgg'),
  }
  const chance = {
    salt: bytes('DGv6ra1nlYgDCS1FRnbzlw'),
    privateKey: bytes('yfWPiYE-n46HLnH0KqZOF1fJJU3MYrct3AELtAQ-oRw'),
  }
  const sent = encrypt(Buffer.from('When I grow up, I want to be a watermelon'), receiver, chance)
  assert.equal(
    sent.toString('base64url'),
    'DGv6ra1nlYgDCS1FRnbzlwAAEABBBP4z9KsN6nGRTbVYI_c7VJSPQTBtkgcy27mlmlMoZIIgDll6e3vCYLocInmYWAmS6TlzAC8wEqKK6PBru3jl7A_yl95bQpu6cVPTpK4Mqgkf1CXztLVBSt2Ks3oZwbuwXPXLWyouBWLVWGNWQexSgSxsj_Qulcy4a-fN',
  )
})

test('two encryptions of one text have nothing in common', () => {
  const receiver = {
    p256dh: bytes('BCVxsr7N_eNgVRqvHtD0zTZsEc6-VV-JvLexhqUzORcxaOzi6-AYWXvTBHm4bjyPjs7Vd8pZGH6SRpkNtoIAiw4'),
    auth: bytes('BTBZMqHH6r4Tts7J_aSIgg'),
  }
  const [one, other] = [encrypt(Buffer.from('hello'), receiver), encrypt(Buffer.from('hello'), receiver)]
  assert.notDeepEqual(one.subarray(0, 16), other.subarray(0, 16))
  assert.notDeepEqual(one.subarray(21, 86), other.subarray(21, 86))
})
