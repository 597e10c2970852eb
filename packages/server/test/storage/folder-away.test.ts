/** A platform whose folder of files is away for a while, as a disk that is not mounted. */
import assert from 'node:assert/strict'
import { existsSync } from 'node:fs'
import { mkdir, mkdtemp, readdir, rename, rm, rmdir } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { test } from 'node:test'
import { api, multipart } from '@guildhall/testing'
import { startPlatform } from '../support/platform.ts'
import { until } from '../support/until.ts'

const world = { users: { ann: {} }, guilds: { lab: { owner: 'ann', channels: { general: {} } } } }
/** Longer than the pauses of a job that failed. */
const LATER_MS = 600_000

interface Body {
  readonly id: string
  readonly code?: number
  readonly attachments: readonly { readonly url: string }[]
}

for (const left of ['nothing', 'an empty mount point'] as const) {
  test(`a folder of files that leaves ${left}: files are 503, all else works, and no file is lost`, async () => {
    const root = await mkdtemp(join(tmpdir(), 'guildhall-folder-'))
    const [top, gone] = [join(root, 'files'), join(root, 'elsewhere')]
    const options = { world, rateLimits: 'off', filesUrl: top, logLevel: 'silent', observe: undefined } as const
    const platform = await startPlatform(options)
    try {
      const ann = api(platform.api, platform.ann.token)
      const channel = `/channels/${platform.lab.general.id}`
      const post = (name: string) =>
        ann.post<Body>(`${channel}/messages`, multipart({ content: name }, [{ name, data: name }]))
      const [kept, removed] = [(await post('kept.txt')).body, (await post('removed.txt')).body]
      const urlOf = ({ attachments }: Body) => attachments[0]?.url ?? ''
      await rename(top, gone)
      if (left === 'an empty mount point') await mkdir(top)
      const refused = await post('lost.txt')
      assert.deepEqual([refused.status, refused.body.code], [503, 130_000])
      assert.equal((await fetch(urlOf(kept))).status, 503)
      assert.equal((await ann.post(`${channel}/messages`, { content: 'text' })).status, 200)
      assert.equal((await ann.delete(`${channel}/messages/${removed.id}`)).status, 204)
      if (left === 'nothing') assert.equal(existsSync(top), false)
      else assert.deepEqual(await readdir(top), [])
      if (left === 'an empty mount point') await rmdir(top)
      await rename(gone, top)
      assert.equal(await (await fetch(urlOf(kept))).text(), 'kept.txt')
      assert.equal((await post('after.txt')).status, 200)
      const names = async () => (await readdir(top, { recursive: true })).filter((name) => name.endsWith('.txt'))
      platform.clock.advance(LATER_MS)
      await until('the job tried again', async () => !(await names()).some((name) => name.endsWith('removed.txt')))
      assert.equal((await names()).length, 2)
    } finally {
      await platform.close()
      await rm(root, { recursive: true, force: true })
    }
  })
}
