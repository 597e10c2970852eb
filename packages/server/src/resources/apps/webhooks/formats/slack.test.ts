import assert from 'node:assert/strict'
import { test } from 'node:test'
import { withinLimits } from './foreign-message.ts'
import { plain, type SlackMessage, slackMessage } from './slack.ts'

const shown = (message: SlackMessage) => withinLimits(slackMessage(message))

test('slackMessage converts a message to content and embeds', () => {
  const attachment = {
    title: 'T &amp; U',
    title_link: 'https://a.example/t',
    text: 'see <https://b.example|this>',
    color: '#0af',
    ts: 1_700_000_000,
    pretext: 'above',
    footer: 'F',
    footer_icon: 'https://a.example/f.png',
    author_name: 'N',
    author_link: 'https://a.example/n',
    author_icon: 'ftp://no.example/n.png',
    image_url: 'https://a.example/i.png',
    thumb_url: 'https://a.example/h.png',
    fields: [
      { title: 'Priority', value: 'High', short: true },
      { name: 'Owner', value: 'ann' },
      { title: 'nothing', value: '' },
    ],
  }
  assert.deepEqual(shown({ text: 'hello <!here>', attachments: [attachment] }), {
    content: 'hello @here\nabove',
    embeds: [
      {
        title: 'T & U',
        description: 'see [this](https://b.example)',
        url: 'https://a.example/t',
        color: 0x00aaff,
        timestamp: 1_700_000_000_000,
        author: { name: 'N', url: 'https://a.example/n' },
        footer: { text: 'F', icon_url: 'https://a.example/f.png' },
        image: { url: 'https://a.example/i.png' },
        thumbnail: { url: 'https://a.example/h.png' },
        fields: [
          { name: 'Priority', value: 'High', inline: true },
          { name: 'Owner', value: 'ann', inline: false },
        ],
      },
    ],
  })
})

test('withinLimits leaves out missing parts of a Slack attachment and cuts long texts', () => {
  const cases: [message: SlackMessage, content: string, embeds: unknown[]][] = [
    [{}, '', []],
    [{ text: null, attachments: [{}] }, '', []],
    [
      { attachments: [{ color: 'good', fallback: 'plain words' }] },
      '',
      [{ description: 'plain words', color: 0x2eb67d }],
    ],
    [{ attachments: [{ color: 'danger', text: 't', fallback: 'f' }] }, '', [{ description: 't', color: 0xe01e5a }]],
    [{ attachments: [{ color: '#010203' }] }, '', []],
  ]
  for (const [message, content, embeds] of cases) assert.deepEqual(shown(message), { content, embeds })
  const long = shown({
    attachments: Array.from({ length: 12 }, () => ({ title: 'x'.repeat(300), text: 'y'.repeat(900) })),
  })
  assert.equal(long.embeds[0]?.title, `${'x'.repeat(255)}…`)
  assert.ok(long.embeds.length <= 10)
  const total = long.embeds.reduce(
    (sum, { title, description }) => sum + (title?.length ?? 0) + (description?.length ?? 0),
    0,
  )
  assert.ok(total <= 6000, String(total))
})

test('plain converts links, mentions and escapes of Slack', () => {
  const cases = [
    ['<https://a.example>', '<https://a.example>'],
    ['<https://a.example/?a=1|A b>', '[A b](https://a.example/?a=1)'],
    ['<!channel> <!everyone|all> <!here>', '@everyone @everyone @here'],
    ['&lt;b&gt; &amp;amp;', '<b> &amp;'],
    ['*bold* _it_', '*bold* _it_'],
  ]
  for (const [slack = '', ours] of cases) assert.equal(plain(slack), ours)
})
