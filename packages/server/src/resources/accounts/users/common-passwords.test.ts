import assert from 'node:assert/strict'
import { test } from 'node:test'
import { isCommonPassword } from './common-passwords.ts'

test('common passwords are known in any case, and others are not', async () => {
  for (const password of ['password', '12345678', 'Sunshine1', 'iloveyou', 'PASSWORD1', 'football'])
    assert.equal(await isCommonPassword(password), true, password)
  for (const password of ['correct horse battery', 'zwölf Boxkämpfer', 'xK3.vn29-q'])
    assert.equal(await isCommonPassword(password), false, password)
})
