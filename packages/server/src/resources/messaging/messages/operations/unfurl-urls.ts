import { EmbedObject } from '@guildhall/protocol'
import { operation } from '../../../../kernel/operation.ts'
import { List, Text, Type } from '../../../../validation/schema.ts'
import { areLinksPreviewed } from '../../../accounts/instance-settings/index.ts'
import { unblockedEmbed } from '../actions/previews.ts'
import { PREVIEWS_MAX } from '../link-rules.ts'

const URL_MAX = 2_048

/** Returns the embeds of addresses, for a person who writes a message with them; of those that have one. */
export const unfurlUrls = operation({
  id: 'unfurl_urls',
  method: 'POST',
  path: '/unfurler/embed-urls',
  callers: ['person'],
  unlisted: true,
  writes: false,
  body: Type.Object({ urls: List(Text(1, URL_MAX), 1, PREVIEWS_MAX) }),
  responses: { 200: Type.Object({ embeds: Type.Array(EmbedObject) }) },
  limit: { limit: 5, windowMs: 5_000 },

  async before({ caller, body, platform }) {
    const actor = { userId: caller.userId, reason: null }
    if (!(await platform.units.read(actor, areLinksPreviewed))) return []
    return platform.linkPreviews.unfurl(body.urls)
  },

  async run({ prepared, work }) {
    const embeds = await Promise.all(prepared.map((preview) => unblockedEmbed(work, preview)))
    return { embeds: embeds.filter((embed) => embed !== null) }
  },
})
