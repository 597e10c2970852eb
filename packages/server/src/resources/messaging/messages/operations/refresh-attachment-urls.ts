import { ApiError, Faults } from '@guildhall/protocol'
import { operation } from '../../../../kernel/operation.ts'
import { List, Text, Type } from '../../../../validation/schema.ts'

const URLS_MAX = 50
const Refreshed = Type.Object({ original: Type.String(), refreshed: Type.String() })

/** Returns fresh addresses for expired or expiring ones. Only addresses that this server signed are renewed. */
export const refreshAttachmentUrls = operation({
  id: 'refresh_attachment_urls',
  method: 'POST',
  path: '/attachments/refresh-urls',
  callers: ['bot', 'person'],
  unlisted: true,
  writes: false,
  body: Type.Object({ attachment_urls: List(Text(1, 4_000), 1, URLS_MAX) }),
  responses: { 200: Type.Object({ refreshed_urls: Type.Array(Refreshed) }) },

  async run({ body, platform }) {
    const faults = new Faults()
    const refreshed_urls = body.attachment_urls.flatMap((original, index) => {
      const refreshed = platform.attachmentUrls.refresh(original)
      if (refreshed !== null) return [{ original, refreshed }]
      faults.add(['attachment_urls', index], 'URL_TYPE_INVALID_URL', 'Not the address of an attachment.')
      return []
    })
    if (faults.any) throw new ApiError('INVALID_FORM_BODY', { faults })
    return { refreshed_urls }
  },
})
