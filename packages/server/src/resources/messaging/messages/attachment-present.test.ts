import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import { presentFiles } from './attachment-present.ts'

const urls = { sign: (url: string) => `${url}?signed` }
const address = (id: number) => `http://127.0.0.1/cdn/attachments/1/${id}/a.png`
const file = (id: number) => ({ id: String(id), filename: 'a.png', url: address(id), proxy_url: address(id), size: 1 })

test('presentFiles signs attachments and hides those that an embed shows', () => {
  const embeds = [{ title: address(1), image: { url: address(1), proxy_url: address(1) } }]
  const presented = presentFiles({ attachments: [file(1), file(2)], embeds, components: [] }, urls)
  assert.deepEqual(
    presented.attachments.map(({ id, url }) => [id, url]),
    [['2', `${address(2)}?signed`]],
  )
  const signed = `${address(1)}?signed`
  assert.deepEqual(presented.embeds, [{ title: address(1), image: { url: signed, proxy_url: signed } }])
  assert.equal(embeds[0]?.image.url, address(1), 'the stored embed is unchanged')
})

test('presentFiles signs an address exactly when it belongs to one of the attachments', () => {
  const id = fc.integer({ min: 1, max: 6 })
  const media = id.map((n) => ({ url: address(n), proxy_url: address(n) }))
  const embed = fc.record(
    { image: media, author: id.map((n) => ({ name: 'a', icon_url: address(n) })) },
    { requiredKeys: [] },
  )
  const component = fc.record({ type: fc.constant(12), items: fc.array(fc.record({ media })) })
  const own = fc.uniqueArray(id, { maxLength: 3 })
  fc.assert(
    fc.property(own, fc.array(embed), fc.array(component), (ids, embeds, components) => {
      const presented = JSON.stringify(presentFiles({ attachments: ids.map(file), embeds, components }, urls))
      for (const [, found, signed] of presented.matchAll(/attachments\/1\/(\d)\/a\.png(\?signed)?"/g))
        assert.equal(signed !== undefined, ids.includes(Number(found)), presented)
    }),
  )
})
