import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { Faults } from '@guildhall/protocol'
import { faultsIn } from '../../../../test/support/faults-in.ts'
import { validate } from '../../../validation/validate.ts'
import { checkEmbeds, resolveEmbedMedia } from './embed-rules.ts'
import { EmbedRequests } from './requests.ts'

type Body = Record<string, unknown>

/** The faults of embeds, or the embeds as they are kept. */
function read(embeds: Body[]): string[] | Body[] {
  const faults = new Faults()
  const request: unknown = validate(EmbedRequests, embeds, faults)
  const kept = faults.any ? [] : checkEmbeds(request as Parameters<typeof checkEmbeds>[0], faults)
  return faults.any ? faultsIn(faults) : kept
}

const x = (count: number) => 'x'.repeat(count)
const field = (name: string, value = 'v') => ({ name, value })

describe('embeds', () => {
  const cases: [string, Body[], string | null][] = [
    ['ten', Array(10).fill({ title: 'T' }), null],
    ['eleven', Array(11).fill({ title: 'T' }), 'BASE_TYPE_MAX_LENGTH'],
    ['a title of 256', [{ title: x(256) }], null],
    ['of 257', [{ title: x(257) }], '0.title BASE_TYPE_MAX_LENGTH'],
    ['of 256 between spaces', [{ title: `  ${x(256)}\n` }], null],
    ['a description of 4,096', [{ description: x(4096) }], null],
    ['of 4,097', [{ description: x(4097) }], '0.description BASE_TYPE_MAX_LENGTH'],
    ['25 fields', [{ fields: Array(25).fill(field('n')) }], null],
    ['26 fields', [{ fields: Array(26).fill(field('n')) }], '0.fields BASE_TYPE_MAX_LENGTH'],
    ['a field of spaces', [{ fields: [field('  ')] }], '0.fields.0.name BASE_TYPE_REQUIRED'],
    ['a field without value', [{ fields: [{ name: 'n' }] }], '0.fields.0.value BASE_TYPE_REQUIRED'],
    ['a field name of 257', [{ fields: [field(x(257))] }], '0.fields.0.name BASE_TYPE_MAX_LENGTH'],
    ['a field value of 1,025', [{ fields: [field('n', x(1025))] }], '0.fields.0.value BASE_TYPE_MAX_LENGTH'],
    ['a footer of 2,048', [{ footer: { text: x(2048) } }], null],
    ['of 2,049', [{ footer: { text: x(2049) } }], '0.footer.text BASE_TYPE_MAX_LENGTH'],
    ['an author of 257', [{ author: { name: x(257) } }], '0.author.name BASE_TYPE_MAX_LENGTH'],
    ['6,000 in all', [{ description: x(4000) }, { footer: { text: x(2000) } }], null],
    [
      '6,001 in all',
      [{ description: x(4000) }, { author: { name: 'x' }, footer: { text: x(2000) } }],
      'MAX_EMBED_SIZE_EXCEEDED',
    ],
    ['nothing', [{}], '0.description BASE_TYPE_REQUIRED'],
    ['a colour alone', [{ title: ' ', color: 5 }], '0.description BASE_TYPE_REQUIRED'],
    ['a colour beyond', [{ title: 'T', color: 0x1000000 }], '0.color NUMBER_TYPE_MAX'],
    ['a time that is none', [{ title: 'T', timestamp: 'soon' }], '0.timestamp DATE_TIME_TYPE_PARSE'],
    ['a script for an address', [{ title: 'T', url: 'javascript:1' }], '0.url URL_TYPE_INVALID_URL'],
    ['a file for an address', [{ title: 'T', url: 'attachment://a.png' }], '0.url URL_TYPE_INVALID_URL'],
    ['a file for a picture', [{ image: { url: 'attachment://a.png' } }], null],
    [
      'data for a picture',
      [{ thumbnail: { url: 'data:image/png;base64,AAAA' } }],
      '0.thumbnail.url URL_TYPE_INVALID_URL',
    ],
    [
      'a script for an icon',
      [{ author: { name: 'a', icon_url: 'javascript:1' } }],
      '0.author.icon_url URL_TYPE_INVALID_URL',
    ],
  ]
  for (const [name, embeds, expected] of cases) {
    test(name, () => {
      const result = read(embeds)
      if (expected === null) assert.equal(typeof result[0], 'object')
      else assert.deepEqual(result, [expected])
    })
  }

  test('embeds are stored trimmed and without fields that only the platform fills', () => {
    const said = {
      type: 'video',
      title: ' T ',
      description: null,
      provider: { name: 'p' },
      video: { url: 'https://a.b' },
      image: { url: 'https://a.b/c.png', width: 5, proxy_url: 'https://d.e' },
      footer: { text: '' },
      fields: [{ name: ' n ', value: 'v' }],
      timestamp: '2026-01-01T00:00:00+01:00',
    }
    const kept = read([said]) as Body[]
    assert.deepEqual(resolveEmbedMedia(kept, []), [
      {
        type: 'rich',
        title: 'T',
        image: { url: 'https://a.b/c.png', proxy_url: 'https://a.b/c.png' },
        fields: [{ name: 'n', value: 'v', inline: false }],
        timestamp: '2025-12-31T23:00:00.000000+00:00',
      },
    ])
  })
})
