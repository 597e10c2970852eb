/** Pictures of two nodes that share a bucket. */
import assert from 'node:assert/strict'
import { mkdtemp, rm } from 'node:fs/promises'
import type { ServerResponse } from 'node:http'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { test } from 'node:test'
import { api } from '@guildhall/testing'
import sharp from 'sharp'
import { startNode } from '../support/cluster-node.ts'
import { clusterStore, ON_POSTGRES } from '../support/cluster-store.ts'
import { setEnvironment } from '../support/environment.ts'
import { startS3Server } from '../support/s3-server.ts'
import { until } from '../support/until.ts'

const world = { users: { ann: {} } }

test('a picture that is set at one node while another one removes the same picture stays', ON_POSTGRES, async () => {
  const { databaseUrl, drop } = await clusterStore()
  const folder = await mkdtemp(join(tmpdir(), 'guildhall-pictures-'))
  await using store = await startS3Server()
  const restoreEnvironment = setEnvironment(store.env)
  try {
    const filesUrl = `${store.url}/chat`
    await using a = await startNode(databaseUrl, 'a', { world, filesUrl, data: join(folder, 'a') })
    await using b = await startNode(databaseUrl, 'b', { filesUrl, data: join(folder, 'b') })
    const { id, token } = a.world?.users.ann ?? assert.fail('a first start has a world')
    const create = { width: 8, height: 8, channels: 3, background: '#f00' } as const
    const picture = await sharp({ create }).png().toBuffer()
    const set = async (node: { api: string }, avatar: string | null) => {
      const { status, body } = await api(node.api, token).patch<{ avatar: string | null }>('/users/@me', { avatar })
      assert.equal(status, 200)
      return body.avatar
    }
    const avatar = `data:image/png;base64,${picture.toString('base64')}`
    const first = await set(a, avatar)
    // The removal of the first picture has been decided, and its request is on the way.
    const held: (() => void)[] = []
    store.intervene = ({ method, url = '' }, response: ServerResponse) => {
      if (method !== 'DELETE' || !url.endsWith(`/${first}`)) return false
      held.push(() => {
        store.objects.delete(`chat/files/images/avatars/${id}/${first}`)
        response.writeHead(204).end()
      })
      return true
    }
    await set(a, null)
    await until('the removal is on its way', async () => held.length > 0)
    const second = await set(b, avatar)
    for (const remove of held) remove()
    await until('the first one is gone', async () => !store.objects.has(`chat/files/images/avatars/${id}/${first}`))
    for (const node of [a, b]) {
      const response = await fetch(`${node.url}/cdn/avatars/${id}/${second}.png?size=16`)
      assert.equal(response.status, 200)
    }
  } finally {
    restoreEnvironment()
    await drop()
    await rm(folder, { recursive: true, force: true })
  }
})
