import assert from 'node:assert/strict'
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { test } from 'node:test'
import { startPlatform } from '@guildhall/testing'

const world = {
  users: { alice: {}, bob: {} },
  guilds: { lab: { owner: 'alice', members: ['bob'], channels: { general: {} } } },
}

test('an exchange of one platform is the golden file of another', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'guildhall-golden-'))
  const file = join(folder, 'hello.json')
  const exchange = async (content: string) => {
    await using platform = await startPlatform({ world, within: '30 seconds' })
    const { alice, bob, lab } = platform
    await alice.in(lab.general).says(content)
    await platform.matchGolden(file, await bob.sees({ from: alice }))
  }
  try {
    await writeFile(file, '{}\n')
    await assert.rejects(exchange('hello'), { name: 'NotGolden', message: /GUILDHALL_UPDATE_GOLDEN=1 writes it/ })
    await rm(file)
    if (process.env.CI) return await assert.rejects(exchange('hello'), /There is no golden file/)
    await exchange('hello')
    await exchange('hello')
    const kept = JSON.parse(await readFile(file, 'utf8'))
    assert.deepEqual([kept.content, kept.author.id, kept.channel_id], ['hello', '<alice>', '<#general>'])
    await assert.rejects(exchange('bye'), /-\s+"content": "hello",\n\+\s+"content": "bye",/)
  } finally {
    await rm(folder, { recursive: true })
  }
})
